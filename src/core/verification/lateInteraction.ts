import type { EncodedSpan } from '../ports';

/** Most patches of a side that are compared; more are thinned evenly, so that a comparison has a bounded cost. */
export const mostPatches = 256;

/** Unit rows of `dim` numbers, one after the other. */
export interface PatchRows {
  readonly dim: number;
  readonly values: Float32Array;
}

/** The patches of all spans, thinned to at most `most` evenly spaced ones; the same texts always give the same rows. */
export function thinPatches(spans: readonly EncodedSpan[], most = mostPatches): PatchRows {
  const dim = spans[0]?.patches.dim ?? 0;
  const total = spans.reduce((sum, span) => sum + rowsOf(span.patches), 0);
  const kept = Math.min(total, most);
  const values = new Float32Array(kept * dim);
  let before = 0;
  let row = 0;
  for (const { patches } of spans) {
    const here = rowsOf(patches);
    for (; row < kept && placeOf(row, kept, total) < before + here; row++) {
      const from = (placeOf(row, kept, total) - before) * dim;
      values.set(patches.values.subarray(from, from + dim), row * dim);
    }
    before += here;
  }
  return { dim, values };
}

/**
 * Mean over the rows of either side of the largest dot product with a row of the other side, the two directions averaged:
 * ½ · (meanMaxSim(a, b) + meanMaxSim(b, a)); 0 when a side has no rows.
 */
export function symmetricMaxSim(a: PatchRows, b: PatchRows): number {
  const left = rowsOf(a);
  const right = rowsOf(b);
  if (left === 0 || right === 0) return 0;
  const bestOfRight = new Float64Array(right).fill(-Infinity);
  let sum = 0;
  for (let i = 0; i < left; i++) {
    let best = -Infinity;
    for (let j = 0; j < right; j++) {
      const product = dot(a, i, b, j);
      if (product > best) best = product;
      if (product > bestOfRight[j]!) bestOfRight[j] = product;
    }
    sum += best;
  }
  return (sum / left + bestOfRight.reduce((total, best) => total + best, 0) / right) / 2;
}

function placeOf(row: number, kept: number, total: number): number {
  return Math.floor((row * total) / kept);
}

function rowsOf({ dim, values }: PatchRows): number {
  return dim === 0 ? 0 : values.length / dim;
}

function dot(a: PatchRows, i: number, b: PatchRows, j: number): number {
  const { dim, values: left } = a;
  const right = b.values;
  const from = i * dim;
  const other = j * dim;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let k = 0; k < dim; k += 4) {
    s0 += left[from + k]! * right[other + k]!;
    s1 += left[from + k + 1]! * right[other + k + 1]!;
    s2 += left[from + k + 2]! * right[other + k + 2]!;
    s3 += left[from + k + 3]! * right[other + k + 3]!;
  }
  return s0 + s1 + s2 + s3;
}
