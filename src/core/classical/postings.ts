import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';
import type { FeatureRow } from './featureRow';

/** Sparse rows turned round, so that a row is scored against all of them in one pass. */
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
    this.starts = featureStarts(rows);
    this.rows = new Uint16Array(this.starts.at(-1)!);
    this.weights = new Float32Array(this.starts.at(-1)!);
    const next = this.starts.slice();
    for (const [row, { ids, weights }] of rows.entries()) {
      throwIfStopped(stop);
      for (let i = 0; i < ids.length; i++) {
        const place = next[ids[i]!]!++;
        this.rows[place] = row;
        this.weights[place] = weights[i]!;
      }
    }
  }

  /** The dot product of a row with each of the rows, in their order. */
  scores({ ids, weights }: FeatureRow): Float64Array {
    const scores = new Float64Array(this.count);
    const { starts, rows, weights: others } = this; // read once: the loop runs a million times for 1,000 words
    for (let i = 0; i < ids.length; i++) {
      const weight = weights[i]!;
      const end = starts[ids[i]! + 1] ?? 0;
      for (let index = starts[ids[i]!] ?? end; index < end; index++) {
        scores[rows[index]!]! += weight * others[index]!;
      }
    }
    return scores;
  }
}

/** Where each feature's postings start; one entry more than there are ids. */
function featureStarts(rows: readonly FeatureRow[]): Uint32Array {
  const most = rows.reduce((most, row) => Math.max(most, row.ids.at(-1) ?? 0), 0) + 1;
  const starts = new Uint32Array(most + 1);
  for (const { ids } of rows) for (let i = 0; i < ids.length; i++) starts[ids[i]! + 1]! += 1;
  for (let id = 0; id < most; id++) starts[id + 1]! += starts[id]!;
  return starts;
}
