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

/** The largest int8 that a row uses. */
const largest = 127;

/** Each row divided by its largest value, in 127 steps to either side. */
export function packRows({ dim, values }: UnitRows): PackedRows {
  const rows = new Int8Array(values.length);
  const scales = new Float32Array(values.length / dim);
  for (let row = 0; row < scales.length; row++) {
    let most = 0;
    for (let i = row * dim; i < (row + 1) * dim; i++) most = Math.max(most, Math.abs(values[i]!));
    scales[row] = most / largest;
    const steps = most > 0 ? largest / most : 0;
    for (let i = row * dim; i < (row + 1) * dim; i++) rows[i] = Math.round(values[i]! * steps);
  }
  return { dim, rows, scales };
}

/** The values that packed rows stand for. */
export function unpackRows({ dim, rows, scales }: PackedRows): Float32Array {
  const values = new Float32Array(rows.length);
  for (let i = 0; i < values.length; i++) values[i] = rows[i]! * scales[Math.floor(i / dim)]!;
  return values;
}
