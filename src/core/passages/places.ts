import { computeMean, computeSum } from '../basics/numbers';
import type { TextRange, VectorBlock } from '../domain/evidence';
import type { StoredSpan } from '../ports';
import { type QuestionedText, type ReadSpans, type TokenPart, overlap, sumOnWords, toWordRange } from './readSpans';
import { type RunEvidences, type SharedRun, sumUpTo } from './runEvidence';
import type { SpanAnswer } from './similarities';
import { type Words, borders } from './words';

/** A known span in which a place may be found. */
export interface KnownSpan {
  readonly stored: StoredSpan;
  readonly text: ReadSpans;
  /** How its patches match those of the questioned text. */
  readonly answers: readonly SpanAnswer[];
  /** Its tokens, with the numbers of the questioned text's wording, and the runs of at least two that both texts share. */
  readonly numbers: Int32Array;
  readonly runs: readonly SharedRun[];
}

/** A place of a known text that may match a stretch. */
export interface LikelyPlace {
  readonly known: KnownSpan;
  readonly range: TextRange;
  /** The deduction for its borders and its length. */
  readonly loss: number;
  /** How much in it matches the stretch, minus the deduction. */
  readonly score: number;
}

/** A stretch of the questioned text that needs a known place: its tokens and their evidence. */
export interface SoughtStretch extends TokenPart {
  readonly range: TextRange;
  /** Its patches and their rows. */
  readonly patches: readonly number[];
  readonly rows: VectorBlock;
  readonly words: number;
  /** The gain of its features. */
  readonly gain: number;
  readonly evidence: RunEvidences;
}

/** At most this many places are compared exactly. */
const comparedPlaces = 4;
/** Unrelated patches can reach this similarity. */
const usualSimilarity = 0.45;
/** The weights of similarity, and of shared wording as a share of the stretch's gain. */
export const placeWeights = { similarity: 2, wording: 3 } as const;
/** The deduction for a border inside a clause, because whole clauses are easier to read. */
const borderLoss: Readonly<Record<number, number>> = {
  [borders.none]: 0.3,
  [borders.phrase]: 0.15,
  [borders.clause]: 0.02,
  [borders.sentence]: 0,
  [borders.paragraph]: 0,
  [borders.text]: 0,
};
const lengthLoss = 0.15;

/**
 * The places that are most likely to match a stretch, at most four, none of which another passage uses. A place has 8 to 25 words of one
 * span. It is estimated from the best matches of the stretch's patches and the shared wording in it.
 */
export function findLikelyPlaces(
  sought: SoughtStretch,
  spans: readonly KnownSpan[],
  used: readonly { readonly place: LikelyPlace }[],
): readonly LikelyPlace[] {
  const isFree = ({ known, range }: LikelyPlace): boolean =>
    !used.some(({ place }) => place.known.stored.document === known.stored.document && overlap(place.range, range));
  const { patches, from: first, to: last, gain, evidence } = sought;
  // how well each known span matches the stretch, for each word and in total
  const prospects = spans.map((known) => {
    const { answers, runs, text } = known;
    const prospect = { known, byWord: new Float64Array(text.words.length), total: 0 };
    const add = (word: number, value: number): void => {
      if (word < 0) return;
      prospect.byWord[word]! += value;
      prospect.total += value;
    };
    // The best matches of the stretch's patches above the usual similarity, as shares of the stretch, at the words where they are.
    for (const { firstPatch, rows, similarities } of answers) {
      for (const patch of patches) {
        const similarity = similarities[patch - firstPatch];
        if (similarity === undefined || similarity <= usualSimilarity) continue;
        const word = text.patchWords.first[rows[patch - firstPatch]!]!;
        add(word, (placeWeights.similarity * (similarity - usualSimilarity)) / patches.length);
      }
    }
    // The part of the shared wording that is in the stretch, at the word where it begins.
    for (const { at, there, length } of gain > 0 ? runs : []) {
      if (at >= last) break;
      const from = Math.max(first, at);
      const shared = Math.min(last, at + length) - from;
      if (shared < 2) continue;
      const word = text.wordOfToken[there + from - at]!;
      add(word, (placeWeights.wording * evidence.readEvidence(from, shared).weight) / gain);
    }
    return prospect;
  });
  prospects.sort((a, b) => b.total - a.total);
  let best: readonly LikelyPlace[] = [];
  const findMin = (): number => best[comparedPlaces - 1]?.score ?? 0;
  for (const { known, byWord, total } of prospects) {
    if (total <= findMin()) continue;
    const { words, before } = known.text;
    const upTo = sumUpTo(byWord);
    for (let from = 0; from < words.length; from++) {
      if (before[from] === borders.none) continue;
      if (upTo[Math.min(words.length, from + maxWords)]! - upTo[from]! <= findMin()) continue;
      // the best place that begins with this word: at least 8 words, up to a border, or all remaining words if there are fewer
      let [score, end, loss] = [-Infinity, 0, 0];
      for (let to = from + 1; to <= Math.min(words.length, from + maxWords); to++) {
        const isWhole = to - from >= minWords && (before[to] !== borders.none || to - from === maxWords);
        if (isWhole || (from === 0 && to === words.length)) {
          const apart = Math.abs(to - from - sought.words) / sought.words;
          const lossThere = borderLoss[before[from]!]! + borderLoss[before[to]!]! + lengthLoss * apart;
          const scoreThere = upTo[to]! - upTo[from]! - lossThere;
          if (scoreThere > score) [score, end, loss] = [scoreThere, to, lossThere];
        }
        if (before[to]! >= borders.paragraph) break;
      }
      if (end === 0) continue;
      const guess = { known, range: toWordRange(known.text, from, end), loss, score };
      if (isFree(guess)) best = [...best, guess].sort((a, b) => b.score - a.score).slice(0, comparedPlaces);
    }
  }
  return best;
}

/** The rows of some patches in order. */
export function selectRows(values: Float32Array, dim: number, patches: readonly number[]): Float32Array {
  const rows = new Float32Array(patches.length * dim);
  patches.forEach((patch, i) => rows.set(values.subarray(patch * dim, (patch + 1) * dim), i * dim));
  return rows;
}

/** Words from `from` up to `to`, and their score as a passage. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly score: number;
  /** The sum of their gains. */
  readonly gain: number;
}

/** The least number of words of a passage, unless the text has fewer. */
const minWords = 8;
const maxWords = 25;

/** Subtracted from each word's gain, in deviations, so that a stretch grows only over words with more gain. */
const charge = 0.2;

/** The cost of a border at the beginning or end of a stretch, in deviations, and of crossing the end of a paragraph. */
const borderCost: Readonly<Record<number, number>> = {
  [borders.none]: 10,
  [borders.phrase]: 5,
  [borders.clause]: 1,
  [borders.sentence]: 0,
  [borders.paragraph]: 0,
  [borders.text]: 0,
};
const crossingCost = 4;

/**
 * The stretches of 8 to 25 words with the largest sums, best first, without overlaps:
 * score(i, j) = Σ_{i ≤ w < j} (gain_w − charge) − cost(border before i) − cost(border before j) − 4 · paragraphs crossed
 * Gains are in standard deviations from their mean. If there are fewer than 8 words between two ends of the text, all of them are one
 * stretch.
 */
export function findBestStretches(
  text: Pick<Words, 'words' | 'before'>,
  gains: ArrayLike<number>,
  max: number,
): readonly Stretch[] {
  const ends = [...text.words.keys(), text.words.length].filter((i) => text.before[i] === borders.text);
  const results: Stretch[] = [];
  for (const [i, last] of ends.slice(1).entries()) {
    const min = Math.min(minWords, last - ends[i]!);
    for (let from = ends[i]!; from + min <= last; from++) {
      // the best stretch that begins with this word
      let sum = -borderCost[text.before[from]!]!;
      let gain = 0;
      let [best, end, gainThere] = [-Infinity, from, 0];
      for (let to = from + 1; to <= Math.min(last, from + maxWords); to++) {
        gain += gains[to - 1]!;
        sum += gains[to - 1]! - charge;
        const score = sum - borderCost[text.before[to]!]!;
        if (to - from >= min && score > best) {
          best = score;
          end = to;
          gainThere = gain;
        }
        if (text.before[to] === borders.paragraph) sum -= crossingCost;
      }
      results.push({ from, to: end, score: best, gain: gainThere });
    }
  }
  results.sort((a, b) => b.score - a.score || a.from - b.from);
  const kept: Stretch[] = [];
  const used = new Uint8Array(text.words.length);
  for (const stretch of results) {
    if (kept.length === max) break;
    if (used.subarray(stretch.from, stretch.to).includes(1)) continue;
    used.fill(1, stretch.from, stretch.to);
    kept.push(stretch);
  }
  return kept;
}

/** Numbers minus their mean, divided by their standard deviation. Zeros if all are equal. */
export function standardise(values: Float64Array): Float64Array {
  if (values.length === 0) return values;
  const mean = computeMean(values);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map((value) => (deviation > 1e-12 ? (value - mean) / deviation : 0));
}

/** The weights of patches, and of shared wording, compared with n-grams, all in their deviations. */
const patchWeight = 0.5;
const wordingWeight = 2.5;

/** The share of the gain that counts for a word of the subject. */
const topicalGain = 0.25;

/**
 * The gains of a text's words for one candidate, from occurrences of features, from patches and from shared wording. Each kind is assigned
 * to the words in its own deviations; the sum is in deviations again.
 * @param topical  1 for each word with a reduced gain
 */
export function computeWordGains(
  text: QuestionedText,
  { ngrams, patches, wording }: Readonly<Record<'ngrams' | 'patches' | 'wording', Float64Array>>,
  topical?: Uint8Array,
): Float64Array {
  const prepareOwn = (values: Float64Array): Float64Array =>
    standardise(
      topical ? values.map((value, word) => (topical[word] && value > 0 ? topicalGain * value : value)) : values,
    );
  const ofNgrams = prepareOwn(sumOnWords(text.words.length, ngrams, text.occurrenceWords));
  // the mean of the numbers of the patches that touch each word; if none does, the mean of all
  const asked = patches.map((value) => (Number.isNaN(value) ? NaN : 1));
  const sums = sumOnWords(text.words.length, patches, text.patchWords);
  const counts = sumOnWords(text.words.length, asked, text.patchWords);
  const total = computeSum(counts);
  const mean = total > 0 ? computeSum(sums) / total : 0;
  const ofPatches = prepareOwn(sums.map((sum, word) => (counts[word]! > 0 ? sum / counts[word]! : mean)));
  const ofWording = prepareOwn(wording);
  return standardise(
    ofNgrams.map((gain, word) => gain + patchWeight * ofPatches[word]! + wordingWeight * ofWording[word]!),
  );
}
