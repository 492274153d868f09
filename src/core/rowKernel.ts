/** Multiplies full rows. */
export interface RowKernel {
  /**
   * The products of rows with themselves and those before them, row after row in a square: of unit rows within 1e-6 of the exact ones.
   *
   * @param width  of each row
   */
  multiplyRows(values: Float32Array, width: number): Float64Array;
}
