import type { FeatureRow } from './featureRow';
import type { FeatureVocabulary } from './statistics';

/** N-grams that most training documents have. */
const frequentFeatures = 8000;

/** The most occurrences that a row tells apart, and 1 + ln of them. */
const maxCount = 255;
const maxLogarithm = 1 + Math.log(maxCount);
/** Steps of 1 + ln count: two counts are at least 1 / 255 apart. */
const steps = 512;
/** The count at each step. */
const countAt = Uint8Array.from({ length: Math.ceil(maxLogarithm * steps) + 1 }, (_, step) =>
  Math.min(maxCount, Math.round(Math.exp(step / steps - 1))),
);

/** Reads from rows how often texts use frequent n-grams. */
export type Frequent = Pick<Frequencies, 'size' | 'add'>;

/**
 * How often texts use the 8,000 most widespread n-grams. Rows count by 1 + ln, which hardly tells 60 occurrences from 50; but they hold
 * what the counts were, up to 255: nothing else is stored for it.
 */
export class Frequencies {
  /** The place of each feature among the frequent ones; −1: it is not frequent. */
  private readonly places: Int16Array;
  /** 1 over what rows weigh each feature by. */
  private readonly scales: Float64Array;
  readonly size: number;
  private readonly kept = new WeakMap<FeatureRow, Counts>();

  constructor({ documents }: Pick<FeatureVocabulary, 'documents'>, weights: Float32Array) {
    const ids = Array.from(documents, (_, id) => id).sort((a, b) => documents[b]! - documents[a]! || a - b);
    this.size = Math.min(frequentFeatures, ids.length);
    this.places = new Int16Array(documents.length).fill(-1);
    ids.slice(0, this.size).forEach((id, place) => (this.places[id] = place));
    this.scales = Float64Array.from(weights, (weight) => 1 / weight);
  }

  /** Adds to sums [size] a weight times the share of each feature among all frequent n-grams of a text, by its row; nothing where it has none. */
  add(row: FeatureRow, weight: number, sums: Float64Array): void {
    const { counts, total } = this.readCounts(row);
    if (total === 0) return;
    const scale = weight / total;
    for (let place = 0; place < counts.length; place++) sums[place]! += scale * counts[place]!;
  }

  /** The count of each frequent feature. It is kept as long as the row is. */
  private readCounts(row: FeatureRow): Counts {
    const found = this.kept.get(row) ?? this.read(row);
    this.kept.set(row, found);
    return found;
  }

  private read({ ids, weights }: FeatureRow): Counts {
    const { places, scales } = this;
    const counts = new Uint8Array(this.size);
    const end = ids.findLastIndex((id) => id < places.length) + 1; // directions come after the features
    let least = Infinity; // 1 + ln 1, since hardly a text repeats every n-gram
    for (let i = 0; i < end; i++) least = Math.min(least, weights[i]! * scales[ids[i]!]!);
    let total = 0;
    for (let i = 0; i < end; i++) {
      const place = places[ids[i]!]!;
      if (place < 0) continue;
      const logarithm = (weights[i]! * scales[ids[i]!]!) / least;
      total += counts[place] = countAt[Math.min(countAt.length - 1, Math.round(logarithm * steps))]!;
    }
    return { counts, total };
  }
}

interface Counts {
  readonly counts: Uint8Array;
  readonly total: number;
}
