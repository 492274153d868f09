import { makeOnce } from '../basics/caches';
import { neverStops, type StopSignal, throwIfStopped } from '../basics/work';
import { computeLength, type RowKernel } from '../basics/numbers';

/** A sparse row: ascending feature ids and their weights. Rows made here have unit length, or are empty. */
export interface FeatureRow {
  readonly ids: Uint32Array;
  readonly weights: Float32Array;
}

/** Scales a row to unit length. A row of zeros is unchanged. */
export function normaliseRow(row: FeatureRow): FeatureRow {
  const length = computeLength(row.weights);
  if (length === 0) return row;
  return { ids: row.ids, weights: row.weights.map((weight) => weight / length) };
}

/** The row that was multiplied last, and its weights by id, zeros elsewhere. One row is often multiplied with many. */
const spread: { row?: FeatureRow; weights: Float32Array } = { weights: new Float32Array(0) };

/**
 * Σ over shared ids of the products of the weights, in ascending order; the cosine when both rows have unit length.
 * @param negated  the products of ids from this one on are subtracted
 */
export function multiplyRows(one: FeatureRow, { ids, weights }: FeatureRow, negated = Infinity): number {
  if (spread.row !== one) {
    const length = (one.ids.at(-1) ?? -1) + 1;
    if (length > spread.weights.length) spread.weights = new Float32Array(length);
    else spread.row?.ids.forEach((id) => (spread.weights[id] = 0));
    for (let i = 0; i < one.ids.length; i++) spread.weights[one.ids[i]!] = one.weights[i]!;
    spread.row = one;
  }
  const others = spread.weights;
  let sum = 0;
  for (let i = 0; i < ids.length && ids[i]! < others.length; i++) {
    const product = weights[i]! * others[ids[i]!]!;
    sum += ids[i]! < negated ? product : -product;
  }
  return sum;
}

/** Σ weight · row, by ascending ids. */
export function addRows(parts: readonly { readonly row: FeatureRow; readonly weight: number }[]): FeatureRow {
  const length = parts.reduce((most, { row }) => Math.max(most, (row.ids.at(-1) ?? -1) + 1), 0);
  const sums = new Float32Array(length);
  const isPresent = new Uint8Array(length);
  let count = 0;
  for (const { row, weight } of parts) {
    for (let i = 0; i < row.ids.length; i++) {
      const id = row.ids[i]!;
      sums[id]! += weight * row.weights[i]!;
      count += 1 - isPresent[id]!;
      isPresent[id] = 1;
    }
  }
  const [ids, weights] = [new Uint32Array(count), new Float32Array(count)];
  for (let id = 0, i = 0; id < length; id++) {
    if (isPresent[id] === 0) continue;
    ids[i] = id;
    weights[i++] = sums[id]!;
  }
  return { ids, weights };
}

/** A key that is equal for equal rows. Texts that differ only in blanks have equal rows, and others hardly ever do. Computed once. */
export const computeRowKey = makeOnce(({ ids, weights }: FeatureRow): number => {
  let sum = ids.length;
  for (let i = 0; i < ids.length; i++) sum += weights[i]! * ids[i]!;
  return sum;
});

/** Sparse rows by feature (an inverted index), so that one pass scores a row against all of them. */
export class Postings {
  private readonly count: number;
  private readonly starts: Uint32Array;
  private readonly rows: Uint16Array;
  private readonly weights: Float32Array;

  /**
   * Throws Cancelled between rows.
   *
   * @param rows  at most 65,536
   */
  constructor(rows: readonly FeatureRow[], stop: StopSignal = neverStops) {
    this.count = rows.length;
    // The start of each feature's postings, with one entry more than there are ids.
    const count = rows.reduce((max, row) => Math.max(max, row.ids.at(-1) ?? 0), 0) + 1;
    const starts = new Uint32Array(count + 1);
    for (const { ids } of rows) for (let i = 0; i < ids.length; i++) starts[ids[i]! + 1]! += 1;
    for (let id = 0; id < count; id++) starts[id + 1]! += starts[id]!;
    this.starts = starts;
    this.rows = new Uint16Array(starts.at(-1)!);
    this.weights = new Float32Array(starts.at(-1)!);
    const next = starts.slice();
    for (const [row, { ids, weights }] of rows.entries()) {
      throwIfStopped(stop);
      for (let i = 0; i < ids.length; i++) {
        const place = next[ids[i]!]!++;
        this.rows[place] = row;
        this.weights[place] = weights[i]!;
      }
    }
  }

  /** What `multiplyRows` gives for a row and each of the rows, in their order. */
  computeScores({ ids, weights }: FeatureRow, negated = Infinity): Float64Array {
    const scores = new Float64Array(this.count);
    const { starts, rows, weights: others } = this; // read once, because the loop runs a million times for 1,000 words
    for (let i = 0; i < ids.length && ids[i]! + 1 < starts.length; i++) {
      const weight = ids[i]! < negated ? weights[i]! : -weights[i]!;
      const end = starts[ids[i]! + 1]!;
      for (let index = starts[ids[i]!]!; index < end; index++) scores[rows[index]!]! += weight * others[index]!;
    }
    return scores;
  }

  /** Σ weight · row, by ascending ids. */
  addRows(byRow: ArrayLike<number>): FeatureRow {
    const { starts, rows, weights } = this;
    const [ids, sums] = [new Uint32Array(starts.length), new Float32Array(starts.length)];
    let n = 0;
    for (let id = 0; id + 1 < starts.length; id++) {
      if (starts[id] === starts[id + 1]) continue;
      for (let k = starts[id]!; k < starts[id + 1]!; k++) sums[n]! += byRow[rows[k]!]! * weights[k]!;
      ids[n++] = id;
    }
    return { ids: ids.slice(0, n), weights: sums.slice(0, n) };
  }

  /**
   * The product of each row with itself and those before it, row by row. A kernel multiplies the features that many rows have; without one,
   * sums run in ascending order of ids. Throws Cancelled.
   */
  multiplyEach(stop: StopSignal, kernel?: RowKernel): Float64Array {
    const { count, starts, rows, weights } = this;
    // Features that many rows have are multiplied faster as full rows.
    const common: number[] = [];
    for (let id = 0; kernel && id + 1 < starts.length; id++)
      if (starts[id + 1]! - starts[id]! > commonShare * count) common.push(id);
    const full = new Float32Array(count * common.length);
    for (const [column, id] of common.entries())
      for (let k = starts[id]!; k < starts[id + 1]!; k++) full[rows[k]! * common.length + column] = weights[k]!;
    const isMade = kernel && common.length > 0;
    const matrix = isMade ? kernel.multiplyRows(full, common.length) : new Float64Array(count * count);
    const next = starts.slice();
    for (const id of common) next[id] = starts[id + 1]!;
    for (let end = rowsAtOnce; end < count + rowsAtOnce; end += rowsAtOnce) {
      throwIfStopped(stop);
      for (let id = 0; id + 1 < starts.length; id++) {
        let at = next[id]!;
        for (; at < starts[id + 1]! && rows[at]! < end; at++) {
          const row = rows[at]! * count;
          const weight = weights[at]!;
          for (let k = starts[id]!; k <= at; k++) matrix[row + rows[k]!]! += weight * weights[k]!;
        }
        next[id] = at;
      }
    }
    return matrix;
  }
}

/** A kernel multiplies a feature if at least this share of the rows has it. */
const commonShare = 0.2;

/** The sums of this many rows are in near memory together. All postings are read once for them. */
const rowsAtOnce = 64;
