import type { VectorBlock } from '../domain';

/**
 * Vectors in whole steps and, for each, the value of one step: a vector is steps[i] × scale. steps.length = patches × dim; a unit
 * vector's dot product with another moves by some 10⁻³ at most, and a mean over many by far less.
 */
export interface QuantizedVectors {
  readonly dim: number;
  readonly steps: Int8Array;
  readonly scales: Float32Array;
}

/** The largest step that a vector of int8 uses. */
export const largestOfInt8 = 127;

/** Each vector divided by its largest value, in 127 steps to either side. */
export function quantized({ dim, values }: VectorBlock): QuantizedVectors {
  const steps = new Int8Array(values.length);
  return { dim, steps, scales: writeQuantized({ dim, values }, largestOfInt8, steps) };
}

/** Each vector in so many steps to either side of zero; returns the value of one step in each. */
export function writeQuantized(
  { dim, values }: VectorBlock,
  largest: number,
  steps: Int8Array | Int16Array,
): Float32Array {
  const scales = new Float32Array(values.length / dim);
  for (let i = 0; i < scales.length; i++) {
    scales[i] = writeQuantizedVector(values.subarray(i * dim, (i + 1) * dim), largest, steps, i * dim);
  }
  return scales;
}

/** The same of one vector, from `at` on; returns the value of a step. */
function writeQuantizedVector(
  vector: Float32Array,
  largest: number,
  steps: Int8Array | Int16Array,
  at: number,
): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) {
    const size = Math.abs(vector[i]!);
    if (size > most) most = size; // four times as fast as Math.max, as floor is beside Math.round
  }
  const perStep = most > 0 ? largest / most : 0;
  for (let i = 0; i < vector.length; i++) steps[at + i] = Math.floor(vector[i]! * perStep + 0.5);
  return most / largest;
}

/** The values that quantized vectors stand for. */
export function dequantized({ dim, steps, scales }: QuantizedVectors): Float32Array {
  const values = new Float32Array(steps.length);
  for (let i = 0; i < values.length; i++) values[i] = steps[i]! * scales[Math.floor(i / dim)]!;
  return values;
}
