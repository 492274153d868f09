/**
 * Solves A x = b for a positive definite A, given row by row, of which only the lower triangle is read (Cholesky). A is overwritten, so
 * that `solveFactored` can solve for further right sides.
 * @param minPivot  replaces a smaller pivot, if a matrix is not exactly positive definite
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array, minPivot = 1e-15): Float64Array {
  const size = right.length;
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = matrix[a * size + b]!;
      for (let k = 0; k < b; k++) sum -= matrix[a * size + k]! * matrix[b * size + k]!;
      matrix[a * size + b] = a === b ? Math.sqrt(Math.max(sum, minPivot)) : sum / matrix[b * size + b]!;
    }
  }
  return solveFactored(matrix, right);
}

/** Solves for another right side with a matrix that `solveSymmetric` has overwritten. */
export function solveFactored(factor: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const solution = right.slice();
  for (let a = 0; a < size; a++) {
    for (let k = 0; k < a; k++) solution[a]! -= factor[a * size + k]! * solution[k]!;
    solution[a]! /= factor[a * size + a]!;
  }
  for (let a = size - 1; a >= 0; a--) {
    for (let k = a + 1; k < size; k++) solution[a]! -= factor[k * size + a]! * solution[k]!;
    solution[a]! /= factor[a * size + a]!;
  }
  return solution;
}

/** Dot product of two rows of equal length. */
export function computeDot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
