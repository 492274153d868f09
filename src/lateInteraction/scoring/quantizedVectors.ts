import type { VectorBlock } from '../../core/domain/evidence';

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
  const values = new Float32Array(steps.length);
  for (let i = 0; i < values.length; i++) values[i] = steps[i]! * scales[Math.floor(i / dim)]!;
  return values;
}

/** The float32 value of each of the 65,536 half-precision patterns. */
const decoded = Float32Array.from({ length: 0x1_0000 }, (_, bits) => decodeHalf(bits));

/** IEEE 754 binary16: sign, 5 bits of exponent, 10 of fraction. */
function decodeHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Half-precision patterns of float32 values, rounded to nearest, ties to even. Values beyond 65,504 become infinite. */
export function encodeFloat16(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < halves.length; i++) halves[i] = encodeHalf(values[i]!, bits[i]!);
  return halves;
}

/** The exact values of half-precision patterns. */
export function decodeFloat16(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let i = 0; i < values.length; i++) values[i] = decoded[halves[i]!]!;
  return values;
}

/** @param bits  of the float32 value: 8 of exponent (bias 127), 23 of fraction; additions do the rounding (Giesen 2012) */
function encodeHalf(value: number, bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fff_ffff;
  if (magnitude > 0x7f80_0000) return sign | 0x7e00; // not a number
  if (magnitude >= 0x4780_0000) return sign | 0x7c00; // 65,536 and more are infinite
  if (magnitude < 0x3880_0000) return sign | ((Math.fround(Math.abs(value) + 0.5) - 0.5) * 2 ** 24); // below 2^-14
  const isOdd = (magnitude >>> 13) & 1;
  return sign | ((magnitude - (112 << 23) + 0xfff + isOdd) >>> 13);
}
