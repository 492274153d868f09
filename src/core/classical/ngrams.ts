import type { TextRange } from '../domain/evidence';
import { dropUnseen } from '../text/rewrite';
import { type FeatureRow, multiplyRows } from './featureRow';
import {
  type ClassicalStatistics,
  type FeatureOccurrences,
  type FeatureVocabulary,
  buildFeatureFinder,
  findOccurrences,
  visitGrams,
} from './features';
import { hashText } from './hashing';
import { walkMatches } from '../text/characters';

/** The learned weights of n-grams, and the directions of n-grams that do not depend on the author (docs/decisions/0034-every-known-word.md). */
export interface NgramMetric {
  readonly id: string;
  /** The weight of each feature of the vocabulary, float [features]. */
  readonly weights: Float32Array;
  /** int8 [features][rank]. A column multiplied by its number in `scales` is a direction. */
  readonly directions: Int8Array;
  /** float [rank]. */
  readonly scales: Float32Array;
}

/** Ids of n-gram rows from this one on are directions. A vocabulary has no more features. */
export const firstDirection = 65_536;

/** Further occurrences of a feature are not counted, because the metric was learned in this way. */
export const maxOccurrences = 255;

/** Separates hashes of words that are counted by documents from others. */
export const documentWordKind = 1;

/** The least value of d². */
export const minRest = 1e-3;

/**
 * Rows under a learned metric. z = unit((1 + ln count) · weight) over the features of tf-idf. q = z K is the part of z in the directions K
 * that texts share for other reasons than their author. It is subtracted:
 * score(a, b) = (z_a · z_b − q_a · q_b) / (d_a d_b),   d² = max(1 − q · q, 0.001)
 * A row has z / d by feature and q / d by direction.
 */
export class Ngrams {
  /** ln((1 + N) / (1 + df)) + 1 of each feature. */
  readonly idf: Float32Array;
  private readonly learned: FeatureWeigher;
  private readonly find: (hash: number) => number;

  constructor(
    private readonly statistics: ClassicalStatistics,
    readonly metric: NgramMetric,
  ) {
    this.learned = new FeatureWeigher(statistics.features, metric.weights, maxOccurrences);
    this.idf = computeIdf(statistics);
    this.find = buildFeatureFinder(statistics.features);
  }

  /** Identifies the metric and the statistics. */
  get id(): string {
    return this.metric.id;
  }

  /** One more than the largest id in a known row. */
  get rowLength(): number {
    return firstDirection + this.metric.scales.length;
  }

  computeFeatures(text: string): FeatureRow {
    return this.addDirections(this.learned.weigh(text));
  }

  /** Computes the rows of a text without one of its stretches. Stretches begin and end at blanks. */
  prepareRests(text: string): (stretch: TextRange) => FeatureRow {
    const rowWithout = this.learned.prepareRests(text);
    return (stretch) => this.addDirections(rowWithout(stretch));
  }

  findOccurrences(text: string): FeatureOccurrences {
    return findOccurrences(text, this.find);
  }

  /** Share of the training documents with a word, in lower case. It is small for a rare word or a word of one subject. */
  computeDocumentShare(word: string): number {
    const { words, documents } = this.statistics;
    return words.documents[hashText(word, documentWordKind) >>> (32 - words.bits)]! / Math.max(1, documents);
  }

  /**
   * A row with this property: its dot product with a known row is the contribution of a questioned row's features, with these weights, to
   * the score.
   */
  selectPart({ ids, weights }: FeatureRow): FeatureRow {
    const within = projectOnDirections(ids, weights, this.metric);
    return {
      ids: Uint32Array.of(...ids, ...Uint32Array.from(within, (_, k) => firstDirection + k)),
      weights: Float32Array.of(...weights, ...within.map((value) => -value)),
    };
  }

  /**
   * Computes the contribution of one unit of each feature of a questioned row to the score with a known row, or a sum of rows, of
   * `rowLength`: b − K q_b from the known row's z / d and q / d.
   */
  prepareContributions(ids: Uint32Array): (known: Float32Array) => Float32Array {
    const { directions, scales } = this.metric;
    const rank = scales.length;
    const own = new Int8Array(ids.length * rank); // in one array, because it is read for many rows
    ids.forEach((id, i) => own.set(directions.subarray(id * rank, (id + 1) * rank), i * rank));
    return (known) => {
      const along = scales.map((scale, k) => scale * known[firstDirection + k]!);
      const contributions = new Float32Array(ids.length);
      for (let i = 0; i < ids.length; i++) {
        let sum = known[ids[i]!]!;
        for (let k = 0; k < rank; k++) sum -= own[i * rank + k]! * along[k]!;
        contributions[i] = sum;
      }
      return contributions;
    };
  }

  /** The row of a text from its `tfidf` row on any scale. */
  convertTfidf({ ids, weights }: FeatureRow): FeatureRow {
    const { metric, idf } = this;
    const learned = new Float32Array(ids.length);
    for (let i = 0; i < ids.length; i++) learned[i] = (weights[i]! * metric.weights[ids[i]!]!) / idf[ids[i]!]!;
    return this.addDirections({ ids, weights: learned });
  }

  /** z / d and q / d of z on any scale. */
  private addDirections({ ids, weights }: FeatureRow): FeatureRow {
    const within = projectOnDirections(ids, weights, this.metric);
    const rank = within.length;
    const length = Math.sqrt(sumOfSquares(weights));
    const share = length > 0 ? sumOfSquares(within) / length ** 2 : 0;
    const scale = length * Math.sqrt(Math.max(minRest, 1 - share)) || 1;
    const row = { ids: new Uint32Array(ids.length + rank), weights: new Float32Array(ids.length + rank) };
    row.ids.set(ids);
    row.weights.set(weights);
    row.weights.set(within, ids.length);
    for (let k = 0; k < rank; k++) row.ids[ids.length + k] = firstDirection + k;
    for (let i = 0; i < row.weights.length; i++) row.weights[i]! /= scale;
    return row;
  }
}

/** The n-gram functions that passages and the combined order need: a score that is a sum over the features of the questioned text. */
export type LinearScorer = Pick<
  Ngrams,
  'computeFeatures' | 'findOccurrences' | 'rowLength' | 'prepareContributions' | 'selectPart' | 'computeDocumentShare'
>;

/** The part of a row in each direction. It handles four features at a time, because 252 rows of a population are converted at once. */
function projectOnDirections(
  ids: Uint32Array,
  weights: Float32Array,
  { directions, scales }: NgramMetric,
): Float64Array {
  const rank = scales.length;
  const within = new Float64Array(rank);
  const fours = ids.length - (ids.length % 4);
  for (let i = 0; i < fours; i += 4) {
    const [a, b, c, d] = [weights[i]!, weights[i + 1]!, weights[i + 2]!, weights[i + 3]!];
    const [p, q, r, s] = [ids[i]! * rank, ids[i + 1]! * rank, ids[i + 2]! * rank, ids[i + 3]! * rank];
    for (let k = 0; k < rank; k++) {
      within[k]! += a * directions[p + k]! + b * directions[q + k]! + c * directions[r + k]! + d * directions[s + k]!;
    }
  }
  for (let i = fours; i < ids.length; i++) {
    for (let k = 0; k < rank; k++) within[k]! += weights[i]! * directions[ids[i]! * rank + k]!;
  }
  for (let k = 0; k < rank; k++) within[k]! *= scales[k]!;
  return within;
}

/** The score of two rows. */
export function multiplyTexts(one: FeatureRow, other: FeatureRow): number {
  return multiplyRows(one, other, firstDirection);
}

function sumOfSquares(values: Float32Array | Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! ** 2;
  return sum;
}

/** ln((1 + N) / (1 + df)) + 1 of each feature of the vocabulary. */
export function computeIdf({ features, documents }: ClassicalStatistics): Float32Array {
  return Float32Array.from(features.documents, (df) => Math.log((1 + documents) / (1 + df)) + 1);
}

/** A cut changes n-grams within this many words on each side. */
const wordsBesideCut = 4;

/** Computes unscaled rows of (1 + ln count) · weight over the features of a text. A feature counts at most `maxCount` times. */
export class FeatureWeigher {
  private readonly find: (hash: number) => number;
  /** All zeros between two rows. */
  private readonly counts: Uint32Array;
  private readonly ids: Uint32Array;

  constructor(
    features: FeatureVocabulary,
    private readonly weights: Float32Array,
    private readonly maxCount = Infinity,
  ) {
    this.find = buildFeatureFinder(features);
    this.counts = new Uint32Array(features.hashes.length);
    this.ids = new Uint32Array(this.counts.length);
  }

  weigh(text: string): FeatureRow {
    this.count(dropUnseen(text), 1);
    return this.takeRow();
  }

  /**
   * Computes the rows of a text without one of its stretches, which begin and end at blanks. The words around it are counted with the
   * stretch and without.
   */
  prepareRests(text: string): (stretch: TextRange) => FeatureRow {
    if (dropUnseen(text) !== text) return ({ start, end }) => this.weigh(text.slice(0, start) + text.slice(end));
    this.count(text, 1);
    const all = this.counts.slice();
    this.counts.fill(0);
    const words = Array.from(walkMatches(text, /\S+/g), ({ index }) => index);
    const findNext = (place: number): number => words.filter((word) => word < place).length;
    return ({ start, end }) => {
      const from = words[findNext(start) - wordsBesideCut] ?? 0;
      const to = words[findNext(end) + wordsBesideCut] ?? text.length;
      this.counts.set(all);
      this.count(text.slice(from, to), -1);
      this.count(text.slice(from, start) + text.slice(end, to), 1);
      return this.takeRow();
    };
  }

  private count(text: string, by: number): void {
    const { counts, find } = this;
    visitGrams(text, (hash) => {
      const id = find(hash);
      if (id >= 0) counts[id]! += by;
    });
  }

  private takeRow(): FeatureRow {
    const { counts, ids, weights, maxCount } = this;
    let n = 0;
    for (let id = 0; id < counts.length; id++) if (counts[id]! > 0) ids[n++] = id;
    const found = new Float32Array(n);
    for (let i = 0; i < n; i++) {
      const id = ids[i]!;
      found[i] = (1 + Math.log(Math.min(counts[id]!, maxCount))) * weights[id]!;
      counts[id] = 0;
    }
    return { ids: ids.slice(0, n), weights: found };
  }
}
