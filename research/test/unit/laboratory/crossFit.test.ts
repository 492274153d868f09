import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../src/core/evaluation/scoreGroups';
import { spreadOnCorners } from '../../../../src/core/verification/calibration';
import { everyKind, TrialTable, type ScoredTrial } from '../../../laboratory/fitting/trialTable';
import { foldOf } from '../../../../src/core/verification/fitting/trials';
import { findBestThreshold } from '../../../../src/core/verification/fitting/judge';
import { fitCalibration } from '../../../laboratory/fitting/fitCalibration';

const sameGenre = { modes: 'written-written', genreRelation: 'same' } as const;
const random = createRandom(11);

const short = { questioned: 100, known: 500 };
const long = { questioned: 1000, known: 4000 };

/** Forty authors; `signal` is higher for same-author trials, `noise` is not. */
const trials: readonly ScoredTrial[] = Array.from({ length: 400 }, (_, i) => {
  const same = i % 2 === 0;
  const author = `author ${i % 40}`;
  const other = same ? author : `author ${(i + 1 + 2 * (i % 9)) % 40}`;
  return {
    modes: 'written-written',
    genreRelation: i % 4 < 2 ? 'same' : 'cross',
    authors: [author, other],
    same,
    scores: { signal: random() + (same ? 0.5 : 0), noise: random() },
    lengths: i % 80 < 40 ? short : long,
    folds: [foldOf(author, 1), foldOf(other, 1)],
  };
});
const table = new TrialTable(trials, ['signal', 'noise']);
const task = {
  verifier: 'written',
  kind: sameGenre,
  measure: 'few',
  common: table.common(),
  trainedOn: 'ab'.repeat(32),
  slope: 1,
  seed: 1,
} as const;

describe('TrialTable', () => {
  it('cross-fits every trial of a kind and no other', () => {
    const llrs = table.crossFitted(sameGenre);
    expect(trials.every((trial, i) => Number.isFinite(llrs[i]) === (trial.genreRelation === 'same'))).toBe(true);
  });

  it('scores a trial by a fit that its folds have no part in', () => {
    const target = trials.findIndex(({ same, genreRelation }) => !same && genreRelation === 'same');
    const { folds } = trials[target]!;
    const changed = trials.map((trial, i) =>
      i !== target && trial.folds.some((fold) => folds.includes(fold)) ? { ...trial, same: !trial.same } : trial,
    );
    const other = trials.findIndex(({ folds: own, same }) => same && !own.some((fold) => folds.includes(fold)));
    const before = table.crossFitted(everyKind);
    const after = new TrialTable(changed, table.names).crossFitted(everyKind);
    expect(after[target]).toBeCloseTo(before[target]!, 9);
    expect(after[other]).not.toBeCloseTo(before[other]!, 3);
  });

  it('recalibrates trials of one genre by comparisons of their collection, but for those of their authors', () => {
    const own = trials.slice(0, 200);
    const among = (comparisons: typeof own) =>
      new TrialTable(
        trials.map((trial) => ({ ...trial, own: comparisons })),
        table.names,
      ).crossFitted(sameGenre, 0.9);
    const [plain, told] = [table.crossFitted(sameGenre, 0.9), among(own)];
    expect(told[0]).not.toBeCloseTo(plain[0]!, 2);
    const theirs = own.filter(({ authors }) => authors.includes(trials[0]!.authors[0]));
    expect(among(theirs)[0]).toBeCloseTo(plain[0]!, 12);
    const turned = own.map((each) => (theirs.includes(each) ? { ...each, same: !each.same } : each));
    expect(among(turned)[0]).toBeCloseTo(told[0]!, 12);
  });

  it('gives the same ratio from raw scores as from standardised ones', () => {
    const fit = table.departure(sameGenre, task.common);
    const { scores, lengths } = trials[5]!;
    const raw = spreadOnCorners([1, scores['signal']!, scores['noise']!], lengths);
    const ratio = table.onRawScores(fit).reduce((sum, value, k) => sum + value * raw[k]!, 0);
    expect(ratio).toBeCloseTo(table.logOdds(fit, 5), 9);
  });

  it('gives no score a negative weight', () => {
    const turned = trials.map((trial) => ({ ...trial, same: !trial.same }));
    const weights = new TrialTable(turned, table.names).common().slice(4);
    expect(weights.every((weight) => weight >= 0)).toBe(true);
  });
});

describe('fitCalibration', () => {
  const calibration = fitCalibration(table, task);
  const own = trials.filter(({ genreRelation }) => genreRelation === 'same');

  it('weighs what tells authors apart', () => {
    const sum = (weights: readonly number[] | undefined): number =>
      weights!.reduce((total, weight) => total + weight, 0);
    expect(sum(calibration.weights['signal'])).toBeGreaterThan(5 * sum(calibration.weights['noise']));
  });

  it('judges itself at all lengths that its authors fill, and claims no more than they support', () => {
    expect(calibration.judgements.map(({ words, knownWords }) => [words, knownWords])).toEqual([
      [100, 500],
      [1000, 4000],
    ]);
    for (const judgement of calibration.judgements) {
      const at = own.filter(({ lengths }) => lengths.questioned === judgement.words);
      expect(judgement.sameTrials + judgement.differentTrials).toBe(at.length);
      expect(judgement.sameAuthors).toBe(new Set(at.filter(({ same }) => same).map(({ authors }) => authors[0])).size);
      expect(judgement.upper).toBeLessThanOrEqual(Math.log10(judgement.differentAuthors + 1));
      expect(judgement.lower).toBeGreaterThanOrEqual(-Math.log10(judgement.sameAuthors + 1));
    }
  });

  it('multiplies the ratio and each refit by its slope', () => {
    const gentler = fitCalibration(table, { ...task, slope: 0.5 });
    expect(gentler.offset[3]).toBeCloseTo(0.5 * calibration.offset[3], 5);
    expect(gentler.weights['signal']![0]).toBeCloseTo(0.5 * calibration.weights['signal']![0], 5);
    expect(gentler.resamples[0]![1]).toBeCloseTo(0.5 * calibration.resamples[0]![1]!, 3);
  });

  it('keeps 60 refits of the corners of the offset and each weight', () => {
    expect(calibration.resamples.map((row) => row.length)).toEqual(new Array(60).fill(4 * 3));
  });

  it('is the same when it is fitted again', () => {
    expect(fitCalibration(table, task)).toEqual(calibration);
  });

  it('says nothing of scores that say nothing', () => {
    const blind = new TrialTable(
      trials.map((trial) => ({ ...trial, scores: { signal: trial.scores['noise']!, noise: 0 } })),
      table.names,
    );
    for (const { upper, cllrUpper } of fitCalibration(blind, { ...task, common: blind.common() }).judgements) {
      expect(upper).toBeLessThan(0.5);
      expect(cllrUpper).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('bestThreshold', () => {
  const rated = (same: readonly number[], different: readonly number[]) => [
    ...same.map((logOdds) => ({ same: true, logOdds })),
    ...different.map((logOdds) => ({ same: false, logOdds })),
  ];

  it('stays at 0 when every answer is right', () => {
    expect(findBestThreshold(rated([0.5, 1], [-0.5, -1]))).toBe(0);
  });

  it('keeps silent about the range where answers are wrong', () => {
    // c@1 at 0: 4/8; from .15 on: (4 + 4 · 4/8) / 8 = 6/8
    expect(findBestThreshold(rated([1, 1, -0.1, -0.1], [-1, -1, 0.1, 0.1]))).toBe(0.15);
  });
});
