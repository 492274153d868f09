import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeUpperLimit } from '../../../src/core/verification/distributions';

describe('upperLimit', () => {
  // scipy.stats.beta.ppf(.95, hits + 1, trials - hits), scipy 1.16
  it.each([
    [0, 20, 0.13910834066826516],
    [0, 150, 0.01977343816450844],
    [3, 150, 0.050877067978523934],
    [8.75, 175, 0.08627083219043213],
    [20, 1000, 0.028930122851398708],
    [0.5, 30.5, 0.12119117704004144],
    [149, 150, 0.9996581031641314],
    [500, 2500, 0.21361656822443253],
  ])('of %s in %s is as scipy has it', (hits, trials, limit) => {
    expect(computeUpperLimit(hits, trials)).toBeCloseTo(limit, 10);
  });

  it('is 1 where every trial is a hit, and where there is none', () => {
    expect([computeUpperLimit(7, 7), computeUpperLimit(0, 0)]).toEqual([1, 1]);
  });

  it('lies above the share and below that of one hit more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, part) => {
        const hits = Math.floor(part * (trials - 1));
        expect(computeUpperLimit(hits, trials)).toBeGreaterThan(hits / trials);
        expect(computeUpperLimit(hits, trials)).toBeLessThan(computeUpperLimit(hits + 1, trials));
      }),
    );
  });
});
