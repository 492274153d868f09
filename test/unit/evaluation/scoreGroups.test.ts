import { describe, expect, it } from 'vitest';
import {
  averageClasses,
  computeCllr,
  computeCllrMin,
  groupScores,
  weighGroups,
} from '../../../src/core/evaluation/scoreGroups';

const minimalCost = (scores: readonly number[], same: readonly boolean[]): number | null =>
  computeCllrMin(weighGroups(groupScores(scores, same)));

describe('trials by their scores', () => {
  it('are in groups of equal scores, the lowest first', () => {
    const { groupOf, groups, same } = groupScores([3, -1, 2, -1, Infinity], [true, false, false, true, true]);
    expect([...groupOf]).toEqual([2, 0, 1, 0, 3]);
    expect(groups).toBe(4);
    expect([...same]).toEqual([1, 0, 0, 1, 1]);
  });

  it('count once by group and class, or by their weights', () => {
    const order = groupScores([1, 2, 2], [false, true, false]);
    expect(weighGroups(order)).toEqual({ same: Float64Array.of(0, 1), different: Float64Array.of(1, 1) });
    const weights = Float64Array.of(0.5, 2, 0);
    expect(weighGroups(order, weights)).toEqual({ same: Float64Array.of(0, 2), different: Float64Array.of(0.5, 0) });
  });
});

describe('the cost after the best rising map of the scores', () => {
  it.each([
    ['0 where the scores separate the classes', [1, 2, 3, 4], [false, false, true, true], 0],
    ['1 where they are reversed', [1, 2, 3, 4], [true, true, false, false], 1],
    ['1 where all are equal', [5, 5, 5, 5], [true, false, true, false], 1],
    // Blocks {d}, {s, d}, {s}: the middle one costs ½ · (½ · log2 2 + ½ · log2 2).
    ['that of the trials that cannot be told apart', [1, 2, 2, 3], [false, true, false, true], 0.5],
  ])('is %s', (_, scores, same, cost) => {
    expect(minimalCost(scores, same)).toBeCloseTo(cost, 12);
  });

  it('is none for one class', () => {
    expect(minimalCost([1, 2], [true, true])).toBeNull();
  });
});

describe('the cost of ratios', () => {
  it('is 1 for ratios of 1, and 0 for infinite ones that are right', () => {
    expect(computeCllr([0], [0])).toBeCloseTo(1, 12);
    expect(computeCllr([Infinity], [-Infinity])).toBe(0);
    expect(computeCllr([-Infinity], [0])).toBe(Infinity);
    expect(computeCllr([], [0])).toBeNull();
  });

  it('is the mean of the classes, each by its own weights', () => {
    expect(averageClasses([1, 3, 8], [1, 1, 0])).toBe(5);
    expect(averageClasses([1, 3, 8], [1, 1, 0], Float64Array.of(3, 1, 1))).toBe(4.75);
    expect(averageClasses([1, Infinity, 8], [1, 1, 0], Float64Array.of(1, 0, 1))).toBe(4.5);
    expect(averageClasses([1, 3], [1, 1])).toBeNull();
  });
});
