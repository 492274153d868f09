import { borders, type ReadableWords } from './words/readableWords';

/** Words from `from` up to `to`, and what they are worth. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly score: number;
  /** The sum of their gains. */
  readonly gain: number;
}

type StretchWords = Pick<Stretch, 'from' | 'to'>;

/** Words of a passage, where the text has them. */
export const fewestWords = 8;
export const mostWords = 25;

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
export function bestStretches(text: ReadableWords, gains: ArrayLike<number>, most: number): readonly Stretch[] {
  const found = partsOf(text).flatMap(({ from, to }) => bestFromEach(text, gains, { from, to }));
  found.sort((a, b) => b.score - a.score || a.from - b.from);
  const kept: Stretch[] = [];
  const used = new Uint8Array(text.words.length);
  for (const stretch of found) {
    if (kept.length === most) break;
    if (used.subarray(stretch.from, stretch.to).includes(1)) continue;
    used.fill(1, stretch.from, stretch.to);
    kept.push(stretch);
  }
  return kept;
}

/** What lies between two ends of the text. */
function partsOf({ words, before }: ReadableWords): readonly StretchWords[] {
  const ends = [...words.keys(), words.length].filter((i) => before[i] === borders.text);
  return ends.slice(1).map((to, i) => ({ from: ends[i]!, to }));
}

/** The best stretch that begins with each word of a part. */
function bestFromEach({ before }: ReadableWords, gains: ArrayLike<number>, part: StretchWords): readonly Stretch[] {
  const fewest = Math.min(fewestWords, part.to - part.from);
  const found: Stretch[] = [];
  for (let from = part.from; from + fewest <= part.to; from++) {
    let sum = -borderCost[before[from]!]!;
    let gain = 0;
    let [best, end, gainThere] = [-Infinity, from, 0];
    for (let to = from + 1; to <= Math.min(part.to, from + mostWords); to++) {
      gain += gains[to - 1]!;
      sum += gains[to - 1]! - charge;
      const score = sum - borderCost[before[to]!]!;
      if (to - from >= fewest && score > best) {
        best = score;
        end = to;
        gainThere = gain;
      }
      if (before[to] === borders.paragraph) sum -= crossingCost;
    }
    found.push({ from, to: end, score: best, gain: gainThere });
  }
  return found;
}

/** Numbers less their mean, in their standard deviations; zeros where all are equal. */
export function standardised(values: Float64Array): Float64Array {
  if (values.length === 0) return values;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map((value) => (deviation > 1e-12 ? (value - mean) / deviation : 0));
}
