import type { PatchVectors } from '../../../src/core/domain/evidence';

/** Unit rows from a linear congruential generator, so that a test sees the same rows each time. */
export function unitPatches(count: number, dim: number, seed: number): PatchVectors {
  let state = seed >>> 0;
  const values = new Float32Array(count * dim);
  for (let row = 0; row < count; row++) {
    let squares = 0;
    for (let i = 0; i < dim; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const value = state / 0x1_0000_0000 - 0.5;
      values[row * dim + i] = value;
      squares += value * value;
    }
    for (let i = 0; i < dim; i++) values[row * dim + i] = values[row * dim + i]! / Math.sqrt(squares);
  }
  const ranges = Uint32Array.from({ length: 2 * count }, (_, i) => 5 * (i >> 1) + 4 * (i & 1));
  return { dim, values, ranges };
}

/** Patches from rows written out. */
export function patchesOf(rows: readonly (readonly number[])[]): PatchVectors {
  return {
    dim: rows[0]!.length,
    values: Float32Array.from(rows.flat()),
    ranges: new Uint32Array(2 * rows.length),
  };
}
