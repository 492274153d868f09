import { describe, expect, it } from 'vitest';
import { factorise, solveEach, solveFactored, solveSymmetric } from '../../../src/core/evaluation/solveSymmetric';

describe('a positive definite system', () => {
  it('is solved, and again for another right side', () => {
    const matrix = Float64Array.of(4, 1, 1, 3);
    const first = solveSymmetric(matrix, Float64Array.of(9, 5));
    expect([...first]).toEqual([expect.closeTo(2, 12), expect.closeTo(1, 12)]);
    const second = solveFactored(matrix, Float64Array.of(5, 4));
    expect([...second]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
  });

  it.each([1, 4, 7, 9])('of %i unknowns has the solutions that its right sides were made from', (size) => {
    const matrix = Float64Array.from({ length: size * size }, (_, i) => {
      const [a, b] = [Math.floor(i / size), i % size];
      return a === b ? 2 * size : Math.cos(a + b);
    });
    const wanted = [0, 1, 2].map((k) => Float64Array.from({ length: size }, (_, i) => Math.sin(i + k)));
    const rights = wanted.map((each) =>
      each.map((_, a) => each.reduce((sum, value, b) => sum + matrix[a * size + b]! * value, 0)),
    );
    factorise(matrix, size);
    const solved = solveEach(matrix, rights);
    wanted.forEach((each, k) => each.forEach((value, i) => expect(solved[k]![i]).toBeCloseTo(value, 12)));
  });
});

describe('a system that is not quite one', () => {
  it('has a solution that no pivot makes boundless', () => {
    const solution = solveSymmetric(Float64Array.of(1, 1.05, 1.05, 1), Float64Array.of(1, -1), 0.01);
    expect(Math.max(...solution.map(Math.abs))).toBeLessThan(1000);
  });
});
