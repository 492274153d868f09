import type { VectorBlock } from '../../core/domain/evidence';

/** The projection of a patch x is rows · (x − centre). `rows` has bits × dim numbers, row by row, and `centre` has dim. */
export interface Projection {
  readonly bits: number;
  readonly dim: number;
  readonly rows: Float32Array;
  readonly centre: Float32Array;
}

/** Projected query patches, as a scan needs them: float64[patches][bits]. */
export interface ProjectedPatches {
  readonly bits: number;
  readonly values: Float64Array;
}

/**
 * How patches are converted to sign codes, and how a questioned patch is compared with codes. A known patch is coded by the signs of its
 * projection, and a questioned one keeps the numbers of its projection. The score of the two is the sum of these numbers, each with the
 * sign of its bit. It is a constant of the encoder, so that adding a document changes no code.
 */
export interface SignCoding {
  readonly known: Projection;
  readonly questioned: Projection;
}

/** Bits of a sign code. */
export const codeBits = 64;

/** Codes of projected rows, a bit set where the value is ≥ 0: bit d is bit d & 7 of byte d >> 3. */
export function signCodes(patches: VectorBlock, projection: Projection) {
  return { bits: projection.bits, bytes: toSigns(projectVectors(patches, projection)) };
}

/** The code bytes of projected rows. */
export function toSigns(projected: Float64Array): Uint8Array {
  const bytes = new Uint8Array(projected.length / 8);
  for (let byte = 0; byte < bytes.length; byte++) {
    let set = 0;
    for (let bit = 0; bit < 8; bit++) set |= Number(projected[8 * byte + bit]! >= 0) << bit;
    bytes[byte] = set;
  }
  return bytes;
}

/** The projection of every row, row-major: length = patches × bits. Float64, so that query and document are equal. */
export function projectVectors(patches: VectorBlock, projection: Projection): Float64Array {
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

/** rows · row, written from `at` on. Four rows at a time share their loads, and each is summed in order of the dimensions. */
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

/**
 * The centroid of a span's sign codes: for each bit the mean of ±1 over its patches, as a unit row. The angle between two spans' centroids
 * is close to that between the means of their patches, and only the codes are needed (docs/decisions/0011-centroids.md). A span without
 * patches, or with equally many set and unset bits everywhere, has a row of zeros.
 */
export function computeCentroid({ bits, bytes }: ReturnType<typeof signCodes>): Float32Array {
  const row = new Float32Array(bits);
  const width = bits / 8;
  for (let at = 0; at < bytes.length; at += width)
    for (let bit = 0; bit < bits; bit++) row[bit]! += (bytes[at + (bit >> 3)]! >> (bit & 7)) & 1;
  centre(row, bytes.length / width);
  return row;
}

/** Converts the number of set bits among `count` codes into the centroid of these codes, in place. */
export function centre(row: Float32Array, count: number): void {
  let squares = 0;
  for (let bit = 0; bit < row.length; bit++) {
    row[bit] = 2 * row[bit]! - count;
    squares += row[bit]! * row[bit]!;
  }
  const length = Math.sqrt(squares);
  if (length > 0) for (let bit = 0; bit < row.length; bit++) row[bit] = row[bit]! / length;
}
