/** Multiplies full rows. */
export interface RowKernel {
  /**
   * The products of each row with itself and all rows before it, as a square. For unit rows they are within 1e-6 of the exact values.
   * @param width  of each row
   */
  multiplyRows(values: Float32Array, width: number): Float64Array;
}
