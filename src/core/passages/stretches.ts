import { type QuestionedText, type ReadSpans, sumOnWords } from './readSpans';
import type { SharedRun } from './runEvidence';
import { borders, type Words } from './words';
import { computeMean, computeSum } from '../numbers';

/** Words from `from` up to `to`, and how well they stand as a passage. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly score: number;
  /** The sum of their gains. */
  readonly gain: number;
}

type StretchWords = Pick<Stretch, 'from' | 'to'>;

/** Words of a passage, where the text has them. */
export const minWords = 8;
export const maxWords = 25;

/** Taken from each word's gain, in deviations: a stretch grows only over words that gain more. */
const charge = 0.2;

/** What a stretch that begins or ends at a border loses, in deviations, and one that runs on over a paragraph's end. */
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
 * The stretches of 8 to 25 words with the largest sums, best first, none overlapping another:
 *
 *   score(i, j) = Σ_{i ≤ w < j} (gain_w − charge) − cost(border before i) − cost(border before j) − 4 · paragraphs crossed
 *
 * Gains are in standard deviations from their mean. Where fewer than 8 words stand between two ends of the text, all of them
 * are one stretch.
 */
export function findBestStretches(
  text: Pick<Words, 'words' | 'before'>,
  gains: ArrayLike<number>,
  max: number,
): readonly Stretch[] {
  const results = splitParts(text).flatMap(({ from, to }) => findBestFromEach(text, gains, { from, to }));
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

/** What lies between two ends of the text. */
function splitParts({ words, before }: Pick<Words, 'words' | 'before'>): readonly StretchWords[] {
  const ends = [...words.keys(), words.length].filter((i) => before[i] === borders.text);
  return ends.slice(1).map((to, i) => ({ from: ends[i]!, to }));
}

/** The best stretch that begins with each word of a part. */
function findBestFromEach(
  { before }: Pick<Words, 'words' | 'before'>,
  gains: ArrayLike<number>,
  part: StretchWords,
): readonly Stretch[] {
  const min = Math.min(minWords, part.to - part.from);
  const results: Stretch[] = [];
  for (let from = part.from; from + min <= part.to; from++) {
    let sum = -borderCost[before[from]!]!;
    let gain = 0;
    let [best, end, gainThere] = [-Infinity, from, 0];
    for (let to = from + 1; to <= Math.min(part.to, from + maxWords); to++) {
      gain += gains[to - 1]!;
      sum += gains[to - 1]! - charge;
      const score = sum - borderCost[before[to]!]!;
      if (to - from >= min && score > best) {
        best = score;
        end = to;
        gainThere = gain;
      }
      if (before[to] === borders.paragraph) sum -= crossingCost;
    }
    results.push({ from, to: end, score: best, gain: gainThere });
  }
  return results;
}

/** Numbers less their mean, in their standard deviations; zeros where all are equal. */
export function standardise(values: Float64Array): Float64Array {
  if (values.length === 0) return values;
  const mean = computeMean(values);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map((value) => (deviation > 1e-12 ? (value - mean) / deviation : 0));
}

/** How much the gains of patches, and of shared wording, count beside those of n-grams, all in their deviations. */
const patchWeight = 0.5;
const wordingWeight = 2.5;

/** Share of what a word of the subject gains that counts. */
const topicalGain = 0.25;

/**
 * What the words of a text gain for one candidate by occurrences of features, by patches and by shared wording: each kind laid on
 * the words in its own deviations, added up and in deviations again.
 *
 * @param topical  1 for each word whose gain counts for less
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
  const ofPatches = prepareOwn(computePatchMeans(text, patches));
  const ofWording = prepareOwn(wording);
  return standardise(
    ofNgrams.map((gain, word) => gain + patchWeight * ofPatches[word]! + wordingWeight * ofWording[word]!),
  );
}

/** The weights of runs on the words that they cover, each shared out evenly; of several runs over a word the largest share. */
export function computeWordingGains(
  { words, wordOfToken }: ReadSpans,
  runs: readonly SharedRun[],
  weightOf: (run: SharedRun) => number,
): Float64Array {
  const gains = new Float64Array(words.length);
  for (const run of runs) {
    const [from, to] = [wordOfToken[run.at]!, wordOfToken[run.at + run.length - 1]!];
    if (from < 0) continue;
    const share = weightOf(run) / (to - from + 1);
    for (let word = from; word <= to; word++) if (share > gains[word]!) gains[word] = share;
  }
  return gains;
}

/** The mean of the numbers of the patches that touch each word; where none does, the mean of all. */
export function computePatchMeans({ words, patchWords }: ReadSpans, values: ArrayLike<number>): Float64Array {
  const request = Float64Array.from(values, (value) => (Number.isNaN(value) ? NaN : 1));
  const sums = sumOnWords(words.length, values, patchWords);
  const counts = sumOnWords(words.length, request, patchWords);
  const total = computeSum(counts);
  const mean = total > 0 ? computeSum(sums) / total : 0;
  return sums.map((sum, word) => (counts[word]! > 0 ? sum / counts[word]! : mean));
}
