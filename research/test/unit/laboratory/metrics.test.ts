import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auc } from '../../../laboratory/measures/verification/auc';
import { brier } from '../../../laboratory/measures/verification/brier';
import { cAt1 } from '../../../laboratory/measures/verification/cAt1';
import { countDecisions } from '../../../laboratory/measures/verification/decisions';
import { eer } from '../../../laboratory/measures/verification/eer';
import { f05u } from '../../../laboratory/measures/verification/f05u';
import { f1 } from '../../../laboratory/measures/verification/f1';
import { withOverall } from '../../../laboratory/measures/verification/overall';
import {
  computeCllr,
  computeCllrMin,
  groupScores,
  type ScoreGroups,
  weighGroups,
} from '../../../../src/core/evaluation/scoreGroups';
import { cllrCal, measureRatios, measureValues } from '../../../laboratory/measures/verification/verificationMeasures';

interface GoldenTrials {
  readonly llr: number[];
  readonly same: boolean[];
  readonly values: number[];
  readonly auc: number;
  readonly eer: number;
  readonly cllr: number;
  readonly cllrMin: number;
  readonly pan: Readonly<Record<string, number>>;
}

// scikit-learn, scipy and numpy; versions stand in the file, the program in make_metrics.py beside it.
const scoreGroups = (same: readonly number[], different: readonly number[]): ScoreGroups =>
  weighGroups(groupScores([...same, ...different], [...same.map(() => 1), ...different.map(() => 0)]));
const golden = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/golden/metrics.json', import.meta.url), 'utf8'),
) as {
  readonly trials: GoldenTrials[];
};

function split(trials: GoldenTrials): { same: number[]; different: number[] } {
  return {
    same: trials.llr.filter((_, trial) => trials.same[trial]),
    different: trials.llr.filter((_, trial) => !trials.same[trial]),
  };
}

const llrs = fc.array(fc.double({ min: -6, max: 6, noNaN: true }), { minLength: 1, maxLength: 50 });
const tied = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 50 });

describe('against scikit-learn', () => {
  it.each(golden.trials.map((trials, at) => [at, trials] as const))('trials %i give the same figures', (_, trials) => {
    const { same, different } = split(trials);
    const groups = scoreGroups(same, different);
    expect(auc(groups)).toBeCloseTo(trials.auc, 12);
    expect(eer(groups)).toBeCloseTo(trials.eer, 12);
    expect(computeCllr(same, different)).toBeCloseTo(trials.cllr, 12);
    expect(computeCllrMin(groups)).toBeCloseTo(trials.cllrMin, 12);
    const pan = measureValues(trials.values, trials.same)();
    for (const [name, value] of Object.entries(trials.pan))
      expect(pan[name as keyof typeof pan]).toBeCloseTo(value, 12);
  });
});

describe('cllr', () => {
  it('is one bit when no ratio says anything', () => {
    expect(computeCllr([0, 0], [0])).toBe(1);
  });
  it('agrees with a worked example', () => {
    expect(computeCllr([1, 2], [-1, -2])).toBeCloseTo(0.0759294, 7); // (log2 1.1 + log2 1.01) / 2 on either side
  });
  it('costs nothing for a right infinity and everything for a wrong one', () => {
    expect(computeCllr([Infinity], [-Infinity])).toBe(0);
    expect(computeCllr([-Infinity], [-1])).toBe(Infinity);
    expect(computeCllr([1], [Infinity])).toBe(Infinity);
  });
  it('stays finite for ratios beyond the range of a double', () => {
    expect(computeCllr([-400], [-400])).toBeCloseTo((400 * Math.log2(10)) / 2, 9);
  });
  it('is undefined for one class', () => {
    expect(computeCllr([], [1])).toBeNull();
    expect(computeCllr([1], [])).toBeNull();
  });
  it('is never below its minimum', () => {
    fc.assert(
      fc.property(llrs, llrs, (same, different) => {
        expect(computeCllr(same, different)!).toBeGreaterThanOrEqual(
          computeCllrMin(scoreGroups(same, different))! - 1e-9,
        );
      }),
    );
  });
});

describe('cllrMin', () => {
  it('is zero when the classes are separable and one when they are reversed', () => {
    expect(computeCllrMin(scoreGroups([2, 3], [0, 1]))).toBe(0);
    expect(computeCllrMin(scoreGroups([0, 1], [2, 3]))).toBe(1);
  });
  it('pools equal scores', () => {
    expect(computeCllrMin(scoreGroups([1, 1], [1]))).toBe(1);
  });
  it('agrees with a worked example', () => {
    // ascending: different, same, different, same. The middle two pool to LR 1, the ends are free: ½ (½ · 1 + ½ · 1).
    expect(computeCllrMin(scoreGroups([1, 3], [0, 2]))).toBeCloseTo(0.5, 12);
  });
  it('leaves calibration infinite when the cost is', () => {
    expect(cllrCal(Infinity, 0.5)).toBe(Infinity);
    expect(cllrCal(null, 0.5)).toBeNull();
  });
  it('is undefined for one class', () => {
    expect(computeCllrMin(scoreGroups([], [1]))).toBeNull();
  });
});

describe('eer', () => {
  it('runs over the hull, without pseudo-trials', () => {
    expect(eer(scoreGroups([2, 3], [0, 1]))).toBe(0);
    expect(eer(scoreGroups([0, 1], [2, 3]))).toBe(0.5);
    // hull corners (false alarm, miss): (1, 0), (1/3, 0), (0, 1/3), (0, 1); the edge between the middle two is met at 1/6.
    expect(eer(scoreGroups([2, 4, 5], [0, 1, 3]))).toBeCloseTo(1 / 6, 12);
  });
  it('is undefined for one class', () => {
    expect(eer(scoreGroups([1], []))).toBeNull();
  });
});

describe('auc', () => {
  it('counts ties half', () => {
    expect(auc(scoreGroups([1, 2], [1, 0]))).toBe(0.875);
  });
  it('is undefined for one class', () => {
    expect(auc(scoreGroups([1], []))).toBeNull();
  });
  it('does not change under a rising map of the scores', () => {
    fc.assert(
      fc.property(tied, tied, (same, different) => {
        const rising = (score: number): number => score ** 3 * 7 - 2;
        expect(auc(scoreGroups(same.map(rising), different.map(rising)))).toBe(auc(scoreGroups(same, different)));
      }),
    );
  });
  it('turns into its complement when the scores are negated', () => {
    fc.assert(
      fc.property(tied, tied, (same, different) => {
        const negated = scoreGroups(
          same.map((score) => -score),
          different.map((score) => -score),
        );
        expect(auc(negated)).toBeCloseTo(1 - auc(scoreGroups(same, different))!, 12);
      }),
    );
  });
});

describe('order of trials', () => {
  it('changes no figure', () => {
    const trial = fc.record({ llr: fc.integer({ min: -3, max: 3 }), same: fc.boolean() });
    fc.assert(
      fc.property(fc.array(trial, { minLength: 1, maxLength: 40 }), (trials) => {
        const figures = (list: typeof trials): unknown => {
          const labels = list.map(({ same }) => same);
          const ratios = list.map(({ llr }) => llr);
          const { cllr: cost, ...rest } = measureRatios(ratios, labels)();
          return {
            least: rest.cllrMin?.toFixed(9),
            cost: cost?.toFixed(9),
            auc: auc(weighGroups(groupScores(ratios, labels))),
          };
        };
        expect(figures([...trials].reverse())).toEqual(figures(trials));
      }),
    );
  });
});

describe('weights', () => {
  it('count a trial as often current repeated', () => {
    const scores = [3, 1, 2, 2, 0];
    const same = [true, true, false, true, false];
    const weighted = weighGroups(groupScores(scores, same), Float64Array.of(2, 1, 3, 0, 1));
    const repeated = scoreGroups([3, 3, 1], [2, 2, 2, 0]);
    expect(auc(weighted)).toBe(auc(repeated));
    expect(computeCllrMin(weighted)).toBeCloseTo(computeCllrMin(repeated)!, 12);
    expect(eer(weighted)).toBeCloseTo(eer(repeated)!, 12);
  });
});

describe('figures of decisions', () => {
  const counts = { truePositives: 3, falsePositives: 1, trueNegatives: 2, falseNegatives: 2, unanswered: 2 };
  it('follow their formulas', () => {
    expect(cAt1(counts)).toBeCloseTo(0.6, 12); // (5 + 2 · 5 / 10) / 10
    expect(f05u(counts)).toBeCloseTo(3.75 / 5.75, 12); // 3.75 / (3.75 + 0.25 · 4 + 1)
    expect(f1(counts)).toBeCloseTo(6 / 9, 12);
  });
  it('leave exactly one half unanswered', () => {
    expect(countDecisions([0.5, 0.500001, 0.499999, 0.5], [true, true, true, false])).toEqual({
      truePositives: 1,
      falsePositives: 0,
      trueNegatives: 0,
      falseNegatives: 1,
      unanswered: 2,
    });
  });
  it('hold at their edges', () => {
    const none = countDecisions([0.5, 0.5], [true, false]);
    expect(cAt1(none)).toBe(0);
    expect(f05u(none)).toBe(0);
    expect(f1(none)).toBe(0);
    const right = countDecisions([0.1, 0.2], [false, false]);
    expect(f05u(right)).toBeNull();
    expect(f1(right)).toBe(0);
    expect(cAt1(countDecisions([], []))).toBeNull();
    expect(brier([], [])).toBeNull();
  });
  it('are undefined together when one is', () => {
    expect(withOverall({ auc: null, cAt1: 1, f05u: 1, f1: 1, brier: 1 }).overall).toBeNull();
  });
  it('agree with the shared task: the mean of five published figures', () => {
    // PAN 2023, authorship verification, run 1: .525 .516 .55 .624 .743 → .591
    expect(withOverall({ auc: 0.525, cAt1: 0.516, f05u: 0.55, f1: 0.624, brier: 0.743 }).overall).toBeCloseTo(
      0.5916,
      4,
    );
  });
});
