import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import { findShareReaching, computeSurvival, computeUpperLimit } from '../../../src/core/verification/distributions';
import type { RatedTrial } from '../../../src/core/verification/fitting/trials';

/** Trials of two authors each, none of whom is in another. */
const apart = (ratios: readonly number[]): readonly RatedTrial[] =>
  ratios.map((logOdds, i) => ({ authors: [`a${i}`, `b${i}`], same: false, logOdds }));
const random = createRandom(3);
const ratios = Array.from({ length: 400 }, () => random() * 4 - 3);

describe('survivalOf', () => {
  it('is the upper limit of the share of trials at or above a ratio', () => {
    const survival = computeSurvival(apart(ratios));
    for (const [logOdds, share] of survival.slice(0, -1)) {
      const reaching = ratios.filter((ratio) => ratio >= logOdds).length;
      expect(share).toBeCloseTo(computeUpperLimit(reaching, ratios.length), 9);
    }
  });

  it('is bounded, never 0, above every ratio that was seen', () => {
    expect(findShareReaching(computeSurvival(apart(ratios)), 1e6)).toBeCloseTo(1 - 0.05 ** (1 / 400), 9);
  });

  it('never rises', () => {
    const survival = computeSurvival(apart(ratios));
    const at = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(at, at, (a, b) => {
        expect(findShareReaching(survival, Math.max(a, b))).toBeLessThanOrEqual(
          findShareReaching(survival, Math.min(a, b)),
        );
      }),
    );
  });

  it('allows for authors who are in many trials: one whom everybody resembles says less than as many strangers', () => {
    const everybodys = ratios.map((logOdds, i) => ({
      authors: [`a${i % 8}`, `b${i}`] as const,
      same: false,
      logOdds: logOdds + (i % 8 === 0 ? 3 : 0),
    }));
    const independent = apart(everybodys.map(({ logOdds }) => logOdds));
    expect(findShareReaching(computeSurvival(everybodys), 1)).toBeGreaterThan(
      1.2 * findShareReaching(computeSurvival(independent), 1),
    );
  });

  it('takes equal ratios together', () => {
    const survival = computeSurvival(apart([...Array.from({ length: 50 }, () => 0), 1]));
    expect(survival.map(([logOdds]) => logOdds)).toEqual([0, 1, expect.closeTo(1.001, 6)]);
    expect(findShareReaching(survival, 0)).toBe(1);
  });
});

describe('shareReaching', () => {
  it('is that of all authors where nothing is known', () => {
    expect(findShareReaching([], 3)).toBe(1);
    expect(findShareReaching([[0, 0.4]], -1)).toBe(1);
  });
});
