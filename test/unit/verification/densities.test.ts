import { describe, expect, it } from 'vitest';
import { computeDensities } from '../../../src/core/verification/distributions';

const sum = (shares: readonly number[]): number => shares.reduce((total, share) => total + share, 0);

describe('densities', () => {
  it('count each trial once, those beyond the range in the outer parts', () => {
    const many = Array.from({ length: 1000 }, (_, i) => i / 1000);
    const { from, to, same, different } = computeDensities([...many, 50], [...many.map((value) => value - 1), -50]);
    expect([from, to]).toEqual([-1, 1]);
    expect([same.length, different.length]).toEqual([16, 16]);
    expect(sum(same)).toBeCloseTo(1, 2);
    expect(sum(different)).toBeCloseTo(1, 2);
    expect(sum(same.slice(0, 8))).toBe(0);
    expect(sum(different.slice(9))).toBe(0);
  });
  it('have a width where all scores are one', () => {
    const { from, to, same } = computeDensities([0], [0]);
    expect(to).toBeGreaterThan(from);
    expect(sum(same)).toBe(1);
  });
});
