import type { VectorBlock } from '../../src/core/domain/evidence';
import type { BestMatches } from '../../src/lateInteraction/scoring/kernels';

const tileRows = 2;
const tileColumns = 4;

/**
 * The best row of a document for each query row, exactly, by dot products in float64; of equal rows the first.
 * Without document rows, similarities are −1. Works in tiles of 2 × 4 pairs, which share what they load.
 */
export function bestMatches(query: VectorBlock, document: VectorBlock): BestMatches {
  const { dim } = query;
  if (document.dim !== dim) throw new RangeError(`Rows of ${dim} and of ${document.dim} dimensions.`);
  const left = filledUp(query, tileRows);
  const right = filledUp(document, tileColumns);
  const rows = new Uint32Array(left.length / dim);
  const similarities = new Float64Array(rows.length).fill(document.values.length > 0 ? -Infinity : -1);
  const dots = new Float64Array(tileRows * tileColumns);
  for (let row = 0; row < rows.length; row += tileRows) {
    for (let column = 0; column * dim < right.length; column += tileColumns) {
      dotTile(left.subarray(row * dim, (row + tileRows) * dim), right, column * dim, dots);
      for (let i = 0; i < dots.length; i++) {
        const at = row + (i >> 2);
        if (dots[i]! > similarities[at]!) {
          similarities[at] = dots[i]!;
          rows[at] = column + (i & 3);
        }
      }
    }
  }
  const count = query.values.length / dim;
  return { rows: rows.slice(0, count), similarities: Float32Array.from(similarities.subarray(0, count)) };
}

/** Repeats the last row up to a multiple of `step` rows; a repeated row never beats its original. */
function filledUp(patches: VectorBlock, step: number): Float32Array {
  const { dim, values } = patches;
  const count = values.length / dim;
  if (count % step === 0) return values;
  const filled = new Float32Array(Math.ceil(count / step) * step * dim);
  filled.set(values);
  for (let at = values.length; at < filled.length; at += dim) filled.set(values.subarray(-dim), at);
  return filled;
}

/** Dot products of two query rows with four document rows, each summed in order of the dimensions. */
function dotTile(pair: Float32Array, right: Float32Array, at: number, dots: Float64Array): void {
  const dim = pair.length / tileRows;
  let a0 = 0;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let b0 = 0;
  let b1 = 0;
  let b2 = 0;
  let b3 = 0;
  for (let i = 0; i < dim; i++) {
    const a = pair[i]!;
    const b = pair[dim + i]!;
    const r0 = right[at + i]!;
    const r1 = right[at + dim + i]!;
    const r2 = right[at + 2 * dim + i]!;
    const r3 = right[at + 3 * dim + i]!;
    a0 += a * r0;
    a1 += a * r1;
    a2 += a * r2;
    a3 += a * r3;
    b0 += b * r0;
    b1 += b * r1;
    b2 += b * r2;
    b3 += b * r3;
  }
  dots[0] = a0;
  dots[1] = a1;
  dots[2] = a2;
  dots[3] = a3;
  dots[4] = b0;
  dots[5] = b1;
  dots[6] = b2;
  dots[7] = b3;
}
