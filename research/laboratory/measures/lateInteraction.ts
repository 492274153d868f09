import type { VectorBlock } from '../../../src/core/domain/evidence';
import type { EncodedSpan } from '../../../src/core/ports';

/** Most patches of a side that are compared; more are thinned evenly, so that a comparison has a bounded cost. */
export const mostPatches = 256;

const tileColumns = 4;

/** The patches of all spans, thinned to at most `most` evenly spaced ones; the same texts always give the same rows. */
export function thinPatches(spans: readonly EncodedSpan[], most = mostPatches): VectorBlock {
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
export function symmetricMaxSim(a: VectorBlock, b: VectorBlock): number {
  const left = rowsOf(a);
  const right = rowsOf(b);
  if (left === 0 || right === 0) return 0;
  const bestOfRight = new Float64Array(right).fill(-Infinity);
  const tile = new Float64Array(tileColumns);
  let sum = 0;
  for (let i = 0; i < left; i++) {
    const row = a.values.subarray(i * a.dim, (i + 1) * a.dim);
    let best = -Infinity;
    for (let j = 0; j < right; j += tileColumns) {
      const first = Math.min(j, Math.max(0, right - tileColumns)); // the last tile overlaps the one before
      dotTile(row, b.values, first * b.dim, tile);
      for (let k = 0; k < tileColumns && first + k < right; k++) {
        const product = tile[k]!;
        if (product > best) best = product;
        if (product > bestOfRight[first + k]!) bestOfRight[first + k] = product;
      }
    }
    sum += best;
  }
  return (sum / left + bestOfRight.reduce((total, best) => total + best, 0) / right) / 2;
}

function placeOf(row: number, kept: number, total: number): number {
  return Math.floor((row * total) / kept);
}

function rowsOf({ dim, values }: VectorBlock): number {
  return dim === 0 ? 0 : values.length / dim;
}

/** Dot products of a row with four consecutive rows; rows past the end give NaN, which is greater than nothing. */
function dotTile(row: Float32Array, rows: Float32Array, at: number, products: Float64Array): void {
  const dim = row.length;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let i = 0; i < dim; i++) {
    const value = row[i]!;
    s0 += value * rows[at + i]!;
    s1 += value * rows[at + dim + i]!;
    s2 += value * rows[at + 2 * dim + i]!;
    s3 += value * rows[at + 3 * dim + i]!;
  }
  products[0] = s0;
  products[1] = s1;
  products[2] = s2;
  products[3] = s3;
}
