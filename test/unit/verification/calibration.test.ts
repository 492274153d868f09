import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyCalibration,
  spreadOnCorners,
  type Calibration,
  type Scores,
} from '../../../src/core/verification/calibration';
import {
  computeAuthorBounds,
  computeBounds,
  computeEmpiricalBounds,
  computeStrongBounds,
} from '../../../src/core/verification/fitting/judge';
import { fitLogistic } from '../../../src/core/verification/fitting/recalibration';
import { computeCohortStatistics, computeZScore } from '../../../src/core/cohort/cohort';
import golden from '../../fixtures/golden/verification.json';
import { aCalibration, everywhere } from './aCalibration';

const calibration: Calibration = {
  ...aCalibration,
  weights: { tfidf: everywhere(2), documentVector: everywhere(1) },
  offset: everywhere(0.25),
  resamples: [],
};
const bounds = { lower: -1.5, upper: 1.2 };
const lengths = { questioned: 300, known: 3000 };
const applied = (scores: Scores, to = calibration) => applyCalibration(to, bounds, { lengths, scores });

describe('applyCalibration', () => {
  it('adds the weighted scores to the offset', () => {
    const ratio = applied({ tfidf: 0.1, documentVector: -0.5, unused: 9 });
    expect(ratio.llr).toBeCloseTo(0.25 + 0.2 - 0.5, 12);
  });

  it('states no more than its bound and keeps the log-odds', () => {
    const ratio = applied({ tfidf: 3, documentVector: 0 });
    const unbounded = expect.closeTo(6.25, 12) as number;
    expect(ratio).toEqual({ shipped: unbounded, logOdds: unbounded, llr: 1.2, interval: [1.2, 1.2] });
  });

  it('takes the interval from the resampled fits within the bounds, as numpy.percentile does', () => {
    const { resamples, scores, interval } = golden.interval;
    const inCorners = resamples.map((refit) => refit.flatMap(everywhere));
    const ratio = applied({ tfidf: scores[0]!, documentVector: scores[1]! }, { ...calibration, resamples: inCorners });
    expect(ratio.interval[0]).toBeCloseTo(interval[0]!, 12);
    expect(ratio.interval[1]).toBeCloseTo(interval[1]!, 12);
  });

  it('refuses to go on without a score that it weighs', () => {
    expect(() => applied({ tfidf: 1 })).toThrow('documentVector');
  });

  it('never leaves its bounds', () => {
    const score = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(score, score, (tfidf, documentVector) => {
        const { llr } = applied({ tfidf, documentVector });
        return llr >= -1.5 && llr <= 1.2;
      }),
    );
  });
});

describe('atCorners', () => {
  it('is one corner where both lengths are the shortest or the longest, or past them', () => {
    expect(spreadOnCorners([3], { questioned: 50, known: 250 })).toEqual([3, 0, 0, 0]);
    expect(spreadOnCorners([3], { questioned: 20, known: 16_000 })).toEqual([0, 0, 3, 0]);
    expect(spreadOnCorners([3], { questioned: 9999, known: 99_999 })).toEqual([0, 0, 0, 3]);
  });

  it('lies between the corners by the logarithms of the lengths', () => {
    const middle = { questioned: Math.sqrt(50 * 4000), known: Math.sqrt(250 * 16_000) };
    for (const share of spreadOnCorners([1], middle)) expect(share).toBeCloseTo(0.25, 12);
  });

  it('leaves a coefficient current that is the same at all corners', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 50_000 }), (questioned, known) => {
        const sum = spreadOnCorners([1], { questioned, known }).reduce((a, b) => a + b, 0);
        expect(sum).toBeCloseTo(1, 12);
      }),
    );
  });
});

describe('fitLogistic', () => {
  it('holds a weight at 0 that would have to be negative, and fits the others as if it were not there', () => {
    const rows = [2, 0, 1, 1, 3, 0, 0, 2, 1, 3, 0, 1, 2, 2, -1, 1];
    const same = Uint8Array.of(1, 1, 1, 0, 0, 0, 1, 0);
    const weights = new Float64Array(8).fill(1);
    const both = { values: Float64Array.from(rows), columns: 2, same, weights };
    const first = { values: Float64Array.from(rows.filter((_, i) => i % 2 === 0)), columns: 1, same, weights };
    const free = fitLogistic(both, { strength: 0.1, centre: new Float64Array(2) });
    const held = fitLogistic(both, { strength: 0.1, centre: new Float64Array(2), nonNegativeFrom: 0 });
    const alone = fitLogistic(first, { strength: 0.1, centre: new Float64Array(1) });
    expect(free[2]).toBeLessThan(-0.1);
    expect(held[2]).toBe(0);
    expect(held[0]).toBeCloseTo(alone[0]!, 6);
    expect(held[1]).toBeCloseTo(alone[1]!, 6);
  });

  it('finds the optimum that scipy finds', () => {
    const { values, columns, same, weights, strength, centre, coefficients } = golden.logistic;
    const trials = {
      values: Float64Array.from(values),
      columns,
      same: Uint8Array.from(same),
      weights: Float64Array.from(weights),
    };
    const fit = fitLogistic(trials, { strength, centre: Float64Array.from(centre) });
    [...fit].forEach((coefficient, k) => expect(coefficient).toBeCloseTo(coefficients[k]!, 6));
  });

  it('stays finite when one score separates the classes', () => {
    const trials = {
      values: Float64Array.of(-2, -1, 1, 2),
      columns: 1,
      same: Uint8Array.of(0, 0, 1, 1),
      weights: Float64Array.of(1, 1, 1, 1),
    };
    const [offset, weight] = fitLogistic(trials, { strength: 0.1, centre: Float64Array.of(0) });
    expect(offset).toBeCloseTo(0, 9);
    expect(weight).toBeGreaterThan(0.5);
    expect(weight).toBeLessThan(5);
  });
});

describe('zScore', () => {
  it('normalises a score from both sides as numpy does', () => {
    const { score, left, right, value } = golden.s_norm;
    const sides = [left, right].map((scores) => computeCohortStatistics(Float64Array.from(scores)));
    expect((computeZScore(score, sides[0]!) + computeZScore(score, sides[1]!)) / 2).toBeCloseTo(value, 12);
  });

  it('counts the nearest members only', () => {
    expect(computeCohortStatistics(Float64Array.of(-9, 0.2, 0.4, -8), 2)).toEqual({
      mean: expect.closeTo(0.3, 12) as number,
      deviation: expect.closeTo(0.1, 12) as number,
    });
  });

  it('divides by one where all cohort scores are equal', () => {
    expect(computeCohortStatistics(Float64Array.of(0.5, 0.5))).toEqual({ mean: 0.5, deviation: 1 });
  });
});

describe('bounds', () => {
  it('follow the numbers of authors', () => {
    expect(computeAuthorBounds(99, 9)).toEqual({ lower: -2, upper: 1 });
  });

  it('agree with the ELUB definition worked out in numpy', () => {
    const { same, different, lower, upper } = golden.elub;
    const bounds = computeEmpiricalBounds(same, different);
    expect(bounds.upper).toBeCloseTo(upper, 9);
    expect(bounds.lower).toBeCloseTo(lower, 9);
  });

  it('collapse when the ratios say nothing', () => {
    const llrs = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? 1 : -1));
    expect(computeEmpiricalBounds(llrs, llrs)).toEqual({ lower: 0, upper: 0 });
  });

  it('end short of 1 where more than 3 % of the ratios beyond pointed the wrong way, among as many of either class', () => {
    const right = new Array<number>(60).fill(1.2);
    const harmless = (count: number): number[] => new Array<number>(count).fill(-0.4);
    expect(computeStrongBounds(right, [1.2, ...harmless(33)])).toEqual({ lower: -0.99, upper: Infinity });
    expect(computeStrongBounds(right, [1.2, 1, ...harmless(33)])).toEqual({ lower: -0.99, upper: 0.99 });
    expect(computeStrongBounds(right, [1.2, 1, ...harmless(66)])).toEqual({ lower: -0.99, upper: Infinity });
  });

  it('end short of 1 where fewer than fifty ratios came so far', () => {
    expect(computeStrongBounds(new Array<number>(49).fill(1.2), [0.9])).toEqual({ lower: -0.99, upper: 0.99 });
  });

  it('take the narrowest on either side', () => {
    const ratedBy = (a: string, b: string, logOdds: number) => ({ authors: [a, b] as const, same: a === b, logOdds });
    const same = Array.from({ length: 1000 }, (_, i) => ratedBy(`a${i % 19}`, `a${i % 19}`, 1.5));
    const different = Array.from({ length: 1000 }, (_, i) => ratedBy(`a${i % 9}`, `a${(i + 1) % 9}`, -1.5));
    expect(computeBounds([...same, ...different])).toEqual({ lower: expect.closeTo(-1.3, 1) as number, upper: 1 });
  });
});
