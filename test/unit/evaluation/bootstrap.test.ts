import { describe, expect, it } from 'vitest';
import { bootstrapIntervals } from '../../../src/core/evaluation/scoreGroups';

const mean =
  (values: readonly number[]) =>
  (weights: Float64Array): { readonly mean: number | null } => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { mean: total === 0 ? null : values.reduce((sum, value, at) => sum + value * weights[at]!, 0) / total };
  };

describe('bootstrap over authors', () => {
  it('has the width that theory gives for the mean of independent items', () => {
    const values = Array.from({ length: 400 }, (_, item) => item % 2);
    const { mean: interval } = bootstrapIntervals(
      values.map((_, item) => [`author ${item}`]),
      mean(values),
    );
    // standard error √(0.25 / 400) = 0.025, ± 1.96 of them
    expect(interval![0]).toBeCloseTo(0.451, 1.9);
    expect(interval![1]).toBeCloseTo(0.549, 1.9);
  });
  it('is wider when the items of an author agree', () => {
    const values = Array.from({ length: 400 }, (_, item) => (item < 200 ? 0 : 1));
    const width = (authors: (item: number) => string): number => {
      const { mean: interval } = bootstrapIntervals(
        values.map((_, item) => [authors(item)]),
        mean(values),
      );
      return interval![1] - interval![0];
    };
    const together = width((item) => `author ${Math.floor(item / 20)}`);
    // 20 authors of 20 equal items each: √20 times as wide
    expect(together / width((item) => `author ${item}`)).toBeCloseTo(Math.sqrt(20), 0);
  });
  it('weighs a trial by both its authors, and a trial of one author once', () => {
    const seen: number[][] = [];
    bootstrapIntervals(
      [
        ['a', 'b'],
        ['a', 'a'],
        ['b', 'b'],
      ],
      (weights) => {
        seen.push([...weights]);
        return {};
      },
    );
    expect(seen.every(([both, a, b]) => both === a! * b! && a! + b! === 2)).toBe(true);
  });
  it('gives the same interval for the same seed, and another for another', () => {
    const values = Array.from({ length: 50 }, (_, item) => Math.sin(item));
    const interval = (seed: number): unknown =>
      bootstrapIntervals(
        values.map((_, item) => [`${item}`]),
        mean(values),
        { seed, resamples: 200 },
      );
    expect(interval(1)).toEqual(interval(1));
    expect(interval(2)).not.toEqual(interval(1));
  });
  it('leaves out resamples and metrics that are undefined', () => {
    const authors = [['a'], ['b']];
    const intervals = bootstrapIntervals(authors, (weights) => ({
      never: null,
      sometimes: weights[0] === 0 ? null : 1,
    }));
    expect(intervals).toEqual({ sometimes: [1, 1] });
  });
  it('keeps infinite ends', () => {
    const intervals = bootstrapIntervals([['a'], ['b'], ['c']], (weights) => ({
      cost: weights[0]! > 0 ? Infinity : 2,
    }));
    expect(intervals['cost']).toEqual([2, Infinity]);
  });
});
