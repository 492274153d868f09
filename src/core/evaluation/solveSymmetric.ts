/**
 * Solves A x = b for a positive definite A, given row by row, of which only the lower triangle is read (Cholesky). A is overwritten, so
 * that `solveFactored` can solve for further right sides.
 * @param minPivot  replaces a smaller pivot, if a matrix is not exactly positive definite
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array, minPivot = 1e-15): Float64Array {
  factorise(matrix, right.length, minPivot);
  return solveFactored(matrix, right);
}

/**
 * Factorises as `solveSymmetric` does. Four rows at a time, because each sum waits for the one before it, and the sums of four rows do not
 * wait for each other; they run in the same order.
 */
export function factorise(matrix: Float64Array, size: number, minPivot = 1e-15): void {
  const fours = size - (size % 4);
  for (let a = 0; a < fours; a += 4) {
    const [p, q, r, s] = [a * size, (a + 1) * size, (a + 2) * size, (a + 3) * size];
    for (let b = 0; b < a; b++) {
      const row = b * size;
      let i = matrix[p + b]!; // lists of four numbers would be allocated
      let j = matrix[q + b]!;
      let k = matrix[r + b]!;
      let l = matrix[s + b]!;
      for (let c = 0; c < b; c++) {
        const value = matrix[row + c]!;
        i -= matrix[p + c]! * value;
        j -= matrix[q + c]! * value;
        k -= matrix[r + c]! * value;
        l -= matrix[s + c]! * value;
      }
      const pivot = matrix[row + b]!;
      matrix[p + b] = i / pivot;
      matrix[q + b] = j / pivot;
      matrix[r + b] = k / pivot;
      matrix[s + b] = l / pivot;
    }
    for (let row = a; row < a + 4; row++) factoriseRow(matrix, { size, row, from: a }, minPivot);
  }
  for (let row = fours; row < size; row++) factoriseRow(matrix, { size, row, from: 0 }, minPivot);
}

/** Factorises one row from a column on. */
function factoriseRow(
  matrix: Float64Array,
  { size, row, from }: { readonly size: number; readonly row: number; readonly from: number },
  minPivot: number,
): void {
  for (let b = from; b <= row; b++) {
    let sum = matrix[row * size + b]!;
    for (let k = 0; k < b; k++) sum -= matrix[row * size + k]! * matrix[b * size + k]!;
    matrix[row * size + b] = row === b ? Math.sqrt(Math.max(sum, minPivot)) : sum / matrix[b * size + b]!;
  }
}

/** Solves for another right side with a matrix that `solveSymmetric` has overwritten. */
export function solveFactored(factor: Float64Array, right: Float64Array): Float64Array {
  return solveEach(factor, [right])[0]!;
}

/** The same for several right sides, with one pass over the factor. */
export function solveEach(factor: Float64Array, rights: readonly Float64Array[]): readonly Float64Array[] {
  const count = rights.length;
  const size = rights[0]?.length ?? 0;
  const solutions = new Float64Array(size * count); // one row for each unknown
  for (const [i, right] of rights.entries()) for (let a = 0; a < size; a++) solutions[a * count + i] = right[a]!;
  const subtract = (a: number, k: number, weight: number): void => {
    for (let i = 0; i < count; i++) solutions[a * count + i]! -= weight * solutions[k * count + i]!;
  };
  const divide = (a: number): void => {
    const pivot = factor[a * size + a]!;
    for (let i = 0; i < count; i++) solutions[a * count + i]! /= pivot;
  };
  for (let a = 0; a < size; a++) {
    for (let k = 0; k < a; k++) subtract(a, k, factor[a * size + k]!);
    divide(a);
  }
  for (let a = size - 1; a >= 0; a--) {
    for (let k = a + 1; k < size; k++) subtract(a, k, factor[k * size + a]!);
    divide(a);
  }
  return rights.map((_, i) => {
    const solution = new Float64Array(size);
    for (let a = 0; a < size; a++) solution[a] = solutions[a * count + i]!;
    return solution;
  });
}

/** Dot product of two rows of equal length. */
export function computeDot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
