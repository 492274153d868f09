import { codeBits, type Projection, type SignCoding } from '../../src/lateInteraction/scoring/signCodes';

/** A coding for tests: one random rotation around a mean patch for both sides. */
export function rotationAround(mean: Float32Array, bits = codeBits): SignCoding {
  const projection = { ...randomRotation(bits, mean.length), centre: mean };
  return { known: projection, questioned: projection };
}

/** A random orthogonal matrix, the same each time; more bits than dimensions are made of several orthogonal blocks. */
function randomRotation(bits: number, dim: number): Omit<Projection, 'centre'> {
  const uniform = uniformNumbers(42);
  const rows = new Float64Array(bits * dim);
  for (let row = 0; row < bits; row++) {
    const block = row - (row % dim);
    do {
      for (let i = 0; i < dim; i++) rows[row * dim + i] = nearlyGaussian(uniform);
    } while (!orthonormalise(rows, row, block, dim));
  }
  return { bits, dim, rows: Float32Array.from(rows) };
}

/** Removes from a row what the rows since `first` explain, twice for accuracy, and scales it to length 1. */
function orthonormalise(rows: Float64Array, row: number, first: number, dim: number): boolean {
  const at = row * dim;
  for (let pass = 0; pass < 2; pass++) {
    for (let other = first; other < row; other++) {
      const share = dot(rows, at, other * dim, dim);
      for (let i = 0; i < dim; i++) rows[at + i] = rows[at + i]! - share * rows[other * dim + i]!;
    }
  }
  const length = Math.sqrt(dot(rows, at, at, dim));
  if (length < 1e-6) return false;
  for (let i = 0; i < dim; i++) rows[at + i] = rows[at + i]! / length;
  return true;
}

function dot(values: Float64Array, a: number, b: number, dim: number): number {
  let sum = 0;
  for (let i = 0; i < dim; i++) sum += values[a + i]! * values[b + i]!;
  return sum;
}

/** Sum of twelve uniform numbers less 6: mean 0, variance 1, and no transcendental function that platforms round apart. */
function nearlyGaussian(uniform: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += uniform();
  return sum;
}

/** Xorshift generator of 32 bits (Marsaglia 2003, shifts 13, 17, 5): numbers in (0, 1). */
function uniformNumbers(seed: number): () => number {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 64; i++) next(); // small seeds begin with small numbers
  return next;
}
