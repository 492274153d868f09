import type { UnitRows } from './bestMatches';

/**
 * Rows of int8 and, for each, the value of one step: a row is rows[i] × scale. rows.length = patches × dim; a unit row's
 * dot product with another moves by some 10⁻³ at most, and a mean over many by far less.
 */
export interface PackedRows {
  readonly dim: number;
  readonly rows: Int8Array;
  readonly scales: Float32Array;
}

/** The largest step that a row of int8 uses. */
export const largestOfInt8 = 127;

/** Each row divided by its largest value, in 127 steps to either side. */
export function packRows({ dim, values }: UnitRows): PackedRows {
  const rows = new Int8Array(values.length);
  return { dim, rows, scales: writeSteps({ dim, values }, largestOfInt8, rows) };
}

/** Each row in so many steps to either side of zero; returns the value of one step in each. */
export function writeSteps({ dim, values }: UnitRows, largest: number, rows: Int8Array | Int16Array): Float32Array {
  const scales = new Float32Array(values.length / dim);
  for (let row = 0; row < scales.length; row++) {
    scales[row] = writeRowSteps(values.subarray(row * dim, (row + 1) * dim), largest, rows, row * dim);
  }
  return scales;
}

/** The same of one row, from `at` on; returns the value of a step. */
function writeRowSteps(row: Float32Array, largest: number, steps: Int8Array | Int16Array, at: number): number {
  let most = 0;
  for (let i = 0; i < row.length; i++) {
    const size = Math.abs(row[i]!);
    if (size > most) most = size; // four times as fast as Math.max, as floor is beside Math.round
  }
  const perStep = most > 0 ? largest / most : 0;
  for (let i = 0; i < row.length; i++) steps[at + i] = Math.floor(row[i]! * perStep + 0.5);
  return most / largest;
}

/** The values that packed rows stand for. */
export function unpackRows({ dim, rows, scales }: PackedRows): Float32Array {
  const values = new Float32Array(rows.length);
  for (let i = 0; i < values.length; i++) values[i] = rows[i]! * scales[Math.floor(i / dim)]!;
  return values;
}
