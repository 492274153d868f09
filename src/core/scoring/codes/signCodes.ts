import type { SignCodes, VectorBlock } from '../../domain';
import type { Projection } from './projection';

/** Codes of projected rows, a bit set where the value is ≥ 0: bit d is bit d & 7 of byte d >> 3. */
export function signCodes(patches: VectorBlock, projection: Projection): SignCodes {
  return { bits: projection.bits, bytes: signsOf(projectedVectors(patches, projection)) };
}

/** The code bytes of projected rows. */
export function signsOf(projected: Float64Array): Uint8Array {
  const bytes = new Uint8Array(projected.length / 8);
  for (let byte = 0; byte < bytes.length; byte++) {
    let set = 0;
    for (let bit = 0; bit < 8; bit++) set |= Number(projected[8 * byte + bit]! >= 0) << bit;
    bytes[byte] = set;
  }
  return bytes;
}

/** The projection of every row, row-major: length = patches × bits. Float64, so that query and document agree. */
export function projectedVectors(patches: VectorBlock, projection: Projection): Float64Array {
  const { bits, dim, centre } = projection;
  if (patches.dim !== dim || centre.length !== dim) {
    throw new RangeError(
      `Rows of ${patches.dim} and a centre of ${centre.length} dimensions; the projection has ${dim}.`,
    );
  }
  const count = patches.values.length / dim;
  const centred = new Float64Array(dim);
  const projected = new Float64Array(count * bits);
  for (let patch = 0; patch < count; patch++) {
    for (let i = 0; i < dim; i++) centred[i] = patches.values[patch * dim + i]! - centre[i]!;
    project(projection, centred, projected, patch * bits);
  }
  return projected;
}

/** rows · row, written from `at` on: four rows at a time, which share loads, each summed in order of the dimensions. */
function project({ bits, dim, rows }: Projection, row: Float64Array, projected: Float64Array, at: number): void {
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
    projected[at + bit] = a;
    projected[at + bit + 1] = b;
    projected[at + bit + 2] = c;
    projected[at + bit + 3] = d;
  }
}
