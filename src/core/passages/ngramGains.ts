import type { FeatureRow } from '../classical/featureRow';
import { firstDirection, type LinearScorer } from '../classical/ngrams';
import type { QuestionedText } from './readSpans';

/**
 * The gain of each occurrence of a feature f:  a_f / n_f · (u_f(candidate) − u_f(others)). a is the questioned row, n_f the number of
 * occurrences of f, and u_f the contribution of one unit of f to the learned score with the mean row of the candidate's texts, or of the
 * most similar texts of other authors.
 */
export class NgramGains {
  private readonly contributions: (row: Float32Array) => Float32Array;
  /** Place of the feature of each occurrence among the distinct ids, which ascend. */
  private readonly places: Uint32Array;
  /** The weight of one occurrence of each feature in the questioned row: the weight of the feature divided by its number of occurrences. */
  private readonly weights: Float64Array;
  private others: { readonly rows: readonly FeatureRow[]; readonly mean: Float32Array } | undefined;
  /** 1 for each id that contributions are computed from: those of the questioned text, and the directions. */
  private readonly isNeeded: Uint8Array;
  private readonly needed = new Map<FeatureRow, FeatureRow>();

  /** @param row  of the questioned text; its weights are divided among the occurrences */
  constructor(
    { occurrences }: QuestionedText,
    row: FeatureRow,
    private readonly method: LinearScorer,
  ) {
    const ids = Uint32Array.from(new Set(occurrences.ids)).sort();
    const placeOf = new Map(Array.from(ids, (id, place) => [id, place]));
    this.places = occurrences.ids.map((id) => placeOf.get(id)!);
    const counts = new Uint32Array(ids.length);
    for (const place of this.places) counts[place]! += 1;
    this.weights = new Float64Array(ids.length);
    for (let i = 0; i < row.ids.length; i++) {
      const place = placeOf.get(row.ids[i]!);
      if (place !== undefined) this.weights[place] = row.weights[i]! / counts[place]!;
    }
    this.contributions = method.prepareContributions(ids);
    this.isNeeded = new Uint8Array(method.rowLength).fill(1, firstDirection);
    for (const id of ids) this.isNeeded[id] = 1;
  }

  computeGains(own: readonly FeatureRow[], others: readonly FeatureRow[]): Float64Array {
    const difference = this.averageRows(own);
    const theirs = this.averageOthers(others);
    for (let id = 0; id < difference.length; id++) difference[id]! -= theirs[id]!;
    const { places, weights } = this;
    const contributions = this.contributions(difference);
    const gains = new Float64Array(places.length);
    for (let i = 0; i < gains.length; i++) gains[i] = weights[places[i]!]! * contributions[places[i]!]!;
    return gains;
  }

  /** Caches the last mean, because most candidates have the same other authors. */
  private averageOthers(rows: readonly FeatureRow[]): Float32Array {
    const known = this.others;
    if (known?.rows.length === rows.length && known.rows.every((row, i) => row === rows[i])) return known.mean;
    this.others = { rows, mean: this.averageRows(rows) };
    return this.others.mean;
  }

  /** The mean of some rows by id. Zeros if there are none. */
  private averageRows(rows: readonly FeatureRow[]): Float32Array {
    const sums = new Float32Array(this.method.rowLength);
    for (const row of rows) {
      const { ids, weights } = this.selectNeeded(row);
      for (let i = 0; i < ids.length; i++) sums[ids[i]!]! += weights[i]! / rows.length;
    }
    return sums;
  }

  /** The part of a row that contributions are computed from. Kept, because candidates have nearly the same other authors. */
  private selectNeeded(row: FeatureRow): FeatureRow {
    const before = this.needed.get(row);
    if (before) return before;
    const { isNeeded } = this;
    const kept = {
      ids: row.ids.filter((id) => isNeeded[id] === 1),
      weights: row.weights.filter((_, i) => isNeeded[row.ids[i]!] === 1),
    };
    this.needed.set(row, kept);
    return kept;
  }
}
