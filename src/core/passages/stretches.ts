import { type QuestionedText, type ReadSpans, sumOnWords } from './readSpans';
import type { SharedRun } from './runEvidence';
import { borders, type Words } from './words';
import { computeMean, computeSum } from '../basics/numbers';

/** Words from `from` up to `to`, and their score as a passage. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly score: number;
  /** The sum of their gains. */
  readonly gain: number;
}

type StretchWords = Pick<Stretch, 'from' | 'to'>;

/** The least number of words of a passage, unless the text has fewer. */
export const minWords = 8;
export const maxWords = 25;

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

/** The parts between two ends of the text. */
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
  const ofPatches = prepareOwn(computePatchMeans(text, patches));
  const ofWording = prepareOwn(wording);
  return standardise(
    ofNgrams.map((gain, word) => gain + patchWeight * ofPatches[word]! + wordingWeight * ofWording[word]!),
  );
}

/** The weights of runs on the words that they cover, divided evenly. If several runs cover a word, the largest share counts. */
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

/** The mean of the numbers of the patches that touch each word. If none does, the mean of all. */
function computePatchMeans({ words, patchWords }: ReadSpans, values: ArrayLike<number>): Float64Array {
  const request = Float64Array.from(values, (value) => (Number.isNaN(value) ? NaN : 1));
  const sums = sumOnWords(words.length, values, patchWords);
  const counts = sumOnWords(words.length, request, patchWords);
  const total = computeSum(counts);
  const mean = total > 0 ? computeSum(sums) / total : 0;
  return sums.map((sum, word) => (counts[word]! > 0 ? sum / counts[word]! : mean));
}
