import type { RatedTrial } from '../../../src/core/verification/fitting/trials';
import { computeFigures } from '../../../src/core/verification/fitting/judge';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import { applyCalibration, type Calibration } from '../../../src/core/verification/calibration';
import {
  recalibrate,
  crossRecalibrated,
  fitOwnCalibration,
} from '../../../src/core/verification/fitting/recalibration';
import { aCalibration, aJudgement } from '../verification/aCalibration';

const condition = { modes: 'written-written', genreRelation: 'same', words: 250, knownWords: 1000 } as const;
const once = (): number => 1;

/** Trials whose ratios are `factor` times what the data bear out. */
function trialsOf(authors: number, factor: number): readonly RatedTrial[] {
  const random = createRandom(7);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  // Scores of N(±m, 2m) in natural units are their own log ratios (variance twice the mean).
  const mean = 2;
  const ratio = (sign: number): number => (factor * (sign * mean + Math.sqrt(2 * mean) * normal())) / Math.LN10;
  return Array.from({ length: authors }, (_, a): readonly RatedTrial[] => {
    const author = `author ${a}`;
    const stranger = `author ${(a + 1) % authors}`;
    const same = [0, 1].map(() => ({ authors: [author, author] as const, same: true, logOdds: ratio(1) }));
    const different = [0, 1, 2].map(() => ({ authors: [author, stranger] as const, same: false, logOdds: ratio(-1) }));
    return [...same, ...different];
  }).flat();
}

describe('recalibration', () => {
  it('leaves calibrated ratios nearly as they are', () => {
    const { shift, slope } = recalibrate(trialsOf(400, 1), once);
    expect(shift).toBeCloseTo(0, 1);
    expect(slope).toBeGreaterThan(0.85);
    expect(slope).toBeLessThan(1.15);
  });

  it('takes back ratios that are too sure, the more so the more authors say it', () => {
    const [few, many] = [20, 400].map((authors) => recalibrate(trialsOf(authors, 2), once).slope);
    expect(many).toBeLessThan(0.65); // the whole text would be a half
    expect(few).toBeGreaterThan(many!);
    expect(few).toBeLessThan(1);
  });

  it('looks for the trials of two folds once, however many trials they have', () => {
    let looks = 0;
    const looksFor = (times: number): number => {
      looks = 0;
      const trials = Array.from({ length: times }, () => trialsOf(40, 1)).flat();
      const filter = (...keep: Parameters<typeof trials.filter>): RatedTrial[] => {
        looks += 1;
        return Array.from(trials).filter(...keep);
      };
      crossRecalibrated(Object.assign(trials, { filter }), 1);
      return looks;
    };
    expect(looksFor(4)).toBe(looksFor(1));
  });

  it('shrinks by n ÷ (n + 20)', () => {
    const slopeOf = (authors: number): number => {
      const wrong = trialsOf(authors, 1).map((trial) => ({ ...trial, logOdds: -trial.logOdds })); // their own slope: 0
      return recalibrate(wrong, once).slope;
    };
    expect([20, 60, 180].map(slopeOf)).toEqual([0.5, 0.25, 0.1].map((slope) => expect.closeTo(slope, 6) as number));
  });

  it.each([
    ['one class', trialsOf(20, 1).filter(({ same }) => same)],
    ['no trials', []],
  ])('changes nothing by %s', (_, trials) => {
    expect(recalibrate(trials, once)).toEqual({ shift: 0, slope: 1 });
  });

  it('stays finite where the classes are apart, and where they are the wrong way round', () => {
    const apart = trialsOf(30, 1).map((trial) => ({ ...trial, logOdds: trial.same ? 1 : -1 }));
    const wrong = apart.map((trial) => ({ ...trial, logOdds: -trial.logOdds }));
    for (const trials of [apart, wrong]) {
      const { shift, slope } = recalibrate(trials, once);
      expect(Number.isFinite(shift) && Number.isFinite(slope)).toBe(true);
      expect(slope).toBeGreaterThanOrEqual(0);
    }
    expect(recalibrate(wrong, once).slope).toBeLessThan(1);
  });

  it('judges no pair by a fit that knows one of its authors', () => {
    const trials = trialsOf(40, 1);
    const before = crossRecalibrated(trials, 1);
    const changed = trials.map((trial, i) => (i === 0 ? { ...trial, logOdds: trial.logOdds + 3 } : trial));
    const after = crossRecalibrated(changed, 1);
    const [author] = trials[0]!.authors;
    trials.forEach((trial, i) => {
      if (i === 0 || !trial.authors.includes(author)) return;
      expect(after[i]).toEqual(before[i]);
    });
    expect(after).not.toEqual(before);
  });
});

describe('the calibration of an index', () => {
  it('is bounded by its own authors', () => {
    const trials = trialsOf(24, 1);
    for (const refit of [false, true]) {
      const { calibration } = fitOwnCalibration(trials, {
        base: aCalibration,
        judgement: aJudgement,
        condition,
        seed: 1,
        refit,
      });
      const [judgement, ...others] = calibration.judgements;
      expect(others).toEqual([]);
      expect(judgement!.upper).toBeLessThanOrEqual(Math.log10(24 + 1));
      expect(judgement!.lower).toBeGreaterThanOrEqual(-Math.log10(24 + 1));
      expect(judgement).toMatchObject({ words: 250, knownWords: 1000, sameAuthors: 24 });
    }
  });

  it('keeps the shipped weights unless it is refitted, and then gives the ratios that it was judged by', () => {
    const trials = trialsOf(60, 2);
    const task = { base: aCalibration, judgement: aJudgement, condition, seed: 1 };
    expect(fitOwnCalibration(trials, { ...task, refit: false }).calibration).toMatchObject({
      weights: aCalibration.weights,
      offset: aCalibration.offset,
      resamples: aCalibration.resamples,
    });
    const { calibration } = fitOwnCalibration(trials, { ...task, refit: true });
    const { shift, slope } = recalibrate(trials, once);
    const applied = (to: Calibration) =>
      applyCalibration(to, aJudgement, { lengths: { questioned: 300, known: 1500 }, scores: { ngrams: 0.7 } });
    const shipped = applied(aCalibration).logOdds;
    const refitted = applied(calibration);
    expect(refitted.logOdds).toBeCloseTo(shift + slope * shipped, 10);
    expect(calibration.resamples).toHaveLength(aCalibration.resamples.length);
  });
});

describe('figures of a validation', () => {
  const limits = { lower: -2, upper: 2, threshold: 0.3 };

  it('counts statements, wrong ones among them, and the cost', () => {
    const trials = trialsOf(30, 1);
    const figures = computeFigures(trials, limits);
    expect(figures.cllr).toBeGreaterThan(figures.cllrMin!);
    expect(figures.cllr).toBeLessThan(1);
    expect(figures.interval['cllr']![0]).toBeLessThan(figures.cllr!);
    expect(figures.answeredShare).toBeGreaterThan(0.5);
    expect(figures.errorRate).toBeLessThan(0.2);
    expect([figures.same.length, figures.different.length]).toEqual([60, 90]);
  });

  it('has a least cost of 0 where the classes are apart', () => {
    const trials = trialsOf(10, 1).map((trial) => ({ ...trial, logOdds: trial.same ? 5 : -5 }));
    const figures = computeFigures(trials, limits);
    expect(figures).toMatchObject({ cllrMin: 0, errorRate: 0, answeredShare: 1 });
    expect(Math.max(...figures.same)).toBe(2); // bounded
  });

  it('has no cost for one class, and no error rate without statements', () => {
    const trials = trialsOf(10, 1).filter(({ same }) => same);
    expect(computeFigures(trials, limits)).toMatchObject({ cllr: null, cllrMin: null });
    expect(computeFigures(trials, { ...limits, threshold: Infinity })).toMatchObject({
      answeredShare: 0,
      errorRate: null,
    });
  });
});
