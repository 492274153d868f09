import { describe, expect, it } from 'vitest';
import { solveFactored, solveSymmetric } from '../../../src/core/evaluation/solveSymmetric';

describe('a positive definite system', () => {
  it('is solved, and again for another right side', () => {
    const matrix = Float64Array.of(4, 1, 1, 3);
    const first = solveSymmetric(matrix, Float64Array.of(9, 5));
    expect([...first]).toEqual([expect.closeTo(2, 12), expect.closeTo(1, 12)]);
    const second = solveFactored(matrix, Float64Array.of(5, 4));
    expect([...second]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
  });
});

describe('a system that is not quite one', () => {
  it('has a solution that no pivot makes boundless', () => {
    const solution = solveSymmetric(Float64Array.of(1, 1.05, 1.05, 1), Float64Array.of(1, -1), 0.01);
    expect(Math.max(...solution.map(Math.abs))).toBeLessThan(1000);
  });
});
