import type { SignCodes } from '../domain';
import type { UnitRows } from './bestMatches';
import type { Rotation } from './rotation';

/** Codes of R · (row − μ), a bit set where the value is ≥ 0: bit d is bit d & 7 of byte d >> 3. */
export function signCodes(patches: UnitRows, rotation: Rotation, mean: Float32Array): SignCodes {
  return { bits: rotation.bits, bytes: signsOf(rotatedRows(patches, rotation, mean)) };
}

/** The code bytes of rotated rows. */
export function signsOf(rotated: Float64Array): Uint8Array {
  const bytes = new Uint8Array(rotated.length / 8);
  for (let i = 0; i < rotated.length; i++) {
    if (rotated[i]! >= 0) bytes[i >> 3] = bytes[i >> 3]! | (1 << (i & 7));
  }
  return bytes;
}

/** R · (row − μ) for every row, row-major: length = patches × bits. Float64, so that query and document agree. */
export function rotatedRows(patches: UnitRows, rotation: Rotation, mean: Float32Array): Float64Array {
  const { bits, dim } = rotation;
  if (patches.dim !== dim || mean.length !== dim) {
    throw new RangeError(`Rows of ${patches.dim} and a mean of ${mean.length} dimensions; the rotation has ${dim}.`);
  }
  const count = patches.values.length / dim;
  const centred = new Float64Array(dim);
  const rotated = new Float64Array(count * bits);
  for (let patch = 0; patch < count; patch++) {
    for (let i = 0; i < dim; i++) centred[i] = patches.values[patch * dim + i]! - mean[i]!;
    rotate(rotation, centred, rotated, patch * bits);
  }
  return rotated;
}

/** R · row, written from `at` on: four rows of R at a time, which share loads, each summed in order of the dimensions. */
function rotate({ bits, dim, rows }: Rotation, row: Float64Array, rotated: Float64Array, at: number): void {
  for (let bit = 0; bit < bits; bit += 4) {
    const first = bit * dim;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < dim; i++) {
      const value = row[i]!;
      a += rows[first + i]! * value;
      b += rows[first + dim + i]! * value;
      c += rows[first + 2 * dim + i]! * value;
      d += rows[first + 3 * dim + i]! * value;
    }
    rotated[at + bit] = a;
    rotated[at + bit + 1] = b;
    rotated[at + bit + 2] = c;
    rotated[at + bit + 3] = d;
  }
}
