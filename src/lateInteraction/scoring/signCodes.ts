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

/**
 * Vectors in whole steps, with the value of one step for each: a vector is steps[i] × scale. steps.length = patches × dim. The dot product
 * of two unit vectors changes by at most about 10⁻³, and a mean over many by much less.
 */
export interface QuantizedVectors {
  readonly dim: number;
  readonly steps: Int8Array;
  readonly scales: Float32Array;
}

/** The largest step that a vector of int8 uses. */
const maxOfInt8 = 127;

/** Each vector divided by its largest value, in 127 steps on each side of zero. */
export function quantize({ dim, values }: VectorBlock): QuantizedVectors {
  const steps = new Int8Array(values.length);
  return { dim, steps, scales: writeQuantized({ dim, values }, maxOfInt8, steps) };
}

/** Quantizes each vector in `largest` steps on each side of zero. Returns the value of one step in each vector. */
export function writeQuantized(
  { dim, values }: VectorBlock,
  largest: number,
  steps: Int8Array | Int16Array,
): Float32Array {
  const scales = new Float32Array(values.length / dim);
  for (let row = 0; row < scales.length; row++) {
    const [at, end] = [row * dim, (row + 1) * dim];
    let most = 0;
    for (let i = at; i < end; i++) {
      const size = Math.abs(values[i]!);
      if (size > most) most = size; // four times as fast as Math.max, and so is floor compared with Math.round
    }
    const perStep = most > 0 ? largest / most : 0;
    for (let i = at; i < end; i++) steps[i] = Math.floor(values[i]! * perStep + 0.5);
    scales[row] = most / largest;
  }
  return scales;
}

/** The approximate values of quantized vectors. */
export function dequantize({ dim, steps, scales }: QuantizedVectors): Float32Array {
  const values = new Float32Array(steps);
  for (let row = 0; row < scales.length; row++)
    for (let i = row * dim, end = i + dim; i < end; i++) values[i]! *= scales[row]!;
  return values;
}

/** The float32 value of each of the 65,536 patterns of IEEE 754 binary16: sign, 5 bits of exponent, 10 of fraction. */
const decoded = Float32Array.from({ length: 0x1_0000 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
});

/**
 * Half-precision patterns of float32 values, rounded to nearest, ties to even. Values beyond 65,504 become infinite. A float32 has 8 bits of
 * exponent (bias 127) and 23 of fraction; additions do the rounding (Giesen 2012).
 */
export function encodeFloat16(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < halves.length; i++) {
    const magnitude = bits[i]! & 0x7fff_ffff;
    let half = (magnitude - (112 << 23) + 0xfff + ((magnitude >>> 13) & 1)) >>> 13;
    if (magnitude > 0x7f80_0000) half = 0x7e00; // not a number
    else if (magnitude >= 0x4780_0000) half = 0x7c00; // 65,536 and more are infinite
    else if (magnitude < 0x3880_0000) half = (Math.fround(Math.abs(values[i]!) + 0.5) - 0.5) * 2 ** 24; // below 2^-14
    halves[i] = ((bits[i]! >>> 16) & 0x8000) | half;
  }
  return halves;
}

/** The exact values of half-precision patterns. */
export function decodeFloat16(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let i = 0; i < values.length; i++) values[i] = decoded[halves[i]!]!;
  return values;
}
