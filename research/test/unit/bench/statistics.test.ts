import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, meanInterval, meanOfBests, quantile, ratioOf, summary } from '../../../bench/statistics';

const times = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 });

describe('quantile', () => {
  it('agrees with R on a worked example', () => {
    expect(quantile([7, 1, 3, 10], 0.95)).toBeCloseTo(9.55, 12); // R 4.2: quantile(c(7, 1, 3, 10), .95, type = 7)
    expect(quantile([7, 1, 3, 10], 0.5)).toBe(5);
  });
  it('leaves the order of its numbers alone', () => {
    const numbers = [3, 1, 2];
    quantile(numbers, 0.5);
    expect(numbers).toEqual([3, 1, 2]);
  });
  it('refuses to make one of nothing', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});

describe('summary', () => {
  it('puts the best before the median and the median before the slow end', () => {
    fc.assert(
      fc.property(times, (taken) => {
        const { best, median, p95 } = summary(taken);
        expect(best).toBeLessThanOrEqual(median);
        expect(median).toBeLessThanOrEqual(p95);
        expect(p95).toBeLessThanOrEqual(Math.max(...taken));
      }),
    );
  });
});

describe('meanOfBests', () => {
  it('takes the best round of each query before it takes the mean', () => {
    expect(meanOfBests([10, 1, 12, 3, 8, 2], 2)).toBe(4.5); // bests 8 and 1
  });
  it('is the mean of the times where each query was asked once', () => {
    expect(meanOfBests([4, 6, 8], 3)).toBe(6);
  });
});

describe('meanInterval', () => {
  it('is the mean itself where all values are equal', () => {
    expect(meanInterval([0.9, 0.9, 0.9])).toEqual([0.9, 0.9]);
  });
  it('holds the mean, and narrows with more values', () => {
    const few = [0, 1, 1, 1];
    const many = Array.from({ length: 100 }, () => few).flat();
    const [low, high] = meanInterval(few);
    const [lowOfMany, highOfMany] = meanInterval(many);
    expect(low).toBeLessThan(lowOfMany);
    expect(lowOfMany).toBeLessThan(mean(many));
    expect(mean(many)).toBeLessThan(highOfMany);
    expect(highOfMany).toBeLessThan(high);
  });
  it('has the width that the normal approximation gives', () => {
    const values = Array.from({ length: 400 }, (_, at) => at % 2);
    const [low, high] = meanInterval(values);
    expect((high - low) / 2).toBeCloseTo((1.96 * 0.5) / Math.sqrt(400), 2);
  });
});

describe('ratioOf', () => {
  it('is above one where a time is shorter or a rate higher than its reference', () => {
    expect(ratioOf(2, 10, 'time')).toBe(5);
    expect(ratioOf(10, 2, 'rate')).toBe(5);
  });
});
