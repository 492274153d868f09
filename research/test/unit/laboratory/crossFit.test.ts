import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/evaluation/random';
import { everyKind, TrialTable, type ScoredTrial } from '../../../laboratory/fitting/trialTable';
import { foldOf } from '../../../../src/core/verification/fitting/trials';
import { bestThreshold } from '../../../../src/core/verification/fitting/judge';
import { fitCalibration } from '../../../laboratory/fitting/fitCalibration';

const sameGenre = { modes: 'written-written', genreRelation: 'same' } as const;
const random = seededRandom(11);

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
  };
});
const table = new TrialTable(trials, ['signal', 'noise']);
const task = {
  verifier: 'written',
  condition: { ...sameGenre, words: 500 },
  trainedOn: 'ab'.repeat(32),
  slope: 1,
  seed: 1,
} as const;

describe('TrialTable', () => {
  it('cross-fits every trial of a kind and no other', () => {
    const llrs = table.crossFitted(sameGenre, 1);
    expect(trials.every((trial, i) => Number.isFinite(llrs[i]) === (trial.genreRelation === 'same'))).toBe(true);
  });

  it('leaves out trials that lack a score', () => {
    const lacking = trials.map((trial, i) =>
      i < 10 ? { ...trial, scores: { noise: trial.scores['noise']! } } : trial,
    );
    expect(new TrialTable(lacking, ['signal', 'noise']).trials).toEqual(trials.slice(10));
    expect(new TrialTable(lacking, ['noise']).trials).toHaveLength(trials.length);
  });

  it('scores a trial by a fit that its authors have no part in', () => {
    const target = trials.findIndex(({ same, genreRelation }) => !same && genreRelation === 'same');
    const folds = trials[target]!.authors.map((author) => foldOf(author, 1));
    const changed = trials.map((trial, i) =>
      i !== target && trial.authors.some((author) => folds.includes(foldOf(author, 1)))
        ? { ...trial, same: !trial.same }
        : trial,
    );
    const llr = new TrialTable(changed, table.names).crossFitted(everyKind, 1)[target];
    expect(llr).toBeCloseTo(table.crossFitted(everyKind, 1)[target]!, 9);
  });

  it('scores a trial by a fit that its fold of sources has no part in', () => {
    const bySource = trials.map((trial, i) => ({ ...trial, fold: i % 5 }));
    const changed = bySource.map((trial, i) => (i > 0 && trial.fold === 0 ? { ...trial, same: !trial.same } : trial));
    const llrs = [bySource, changed].map((list) => new TrialTable(list, table.names).crossFitted(everyKind, 1));
    expect(llrs[0]![0]).toBeCloseTo(llrs[1]![0]!, 9);
    expect(llrs[0]![1]).not.toBeCloseTo(llrs[1]![1]!, 3);
  });

  it('gives the same ratio from raw scores as from standardised ones', () => {
    const fit = table.fit(sameGenre);
    const [offset, signal, noise] = table.onRawScores(fit);
    const { scores } = trials[5]!;
    const raw = offset! + signal! * scores['signal']! + noise! * scores['noise']!;
    expect(raw).toBeCloseTo(table.logOdds(fit, 5), 9);
  });
});

describe('fitCalibration', () => {
  const calibration = fitCalibration(table, task);

  it('weighs what tells authors apart', () => {
    expect(calibration.weights['signal']).toBeGreaterThan(5 * Math.abs(calibration.weights['noise']!));
  });

  it('does not claim more than its authors support', () => {
    expect(calibration.upper).toBeLessThanOrEqual(Math.log10(calibration.differentAuthors + 1));
    expect(calibration.lower).toBeGreaterThanOrEqual(-Math.log10(calibration.sameAuthors + 1));
  });

  it('multiplies the ratio and each refit by its slope', () => {
    const gentler = fitCalibration(table, { ...task, slope: 0.5 });
    expect(gentler.offset).toBeCloseTo(0.5 * calibration.offset, 9);
    expect(gentler.weights['signal']).toBeCloseTo(0.5 * calibration.weights['signal']!, 9);
    expect(gentler.resamples[0]![1]).toBeCloseTo(0.5 * calibration.resamples[0]![1]!, 3);
  });

  it('counts its trials and authors', () => {
    const own = trials.filter(({ genreRelation }) => genreRelation === 'same');
    expect(calibration.sameTrials + calibration.differentTrials).toBe(own.length);
    expect(calibration.sameAuthors).toBe(new Set(own.filter(({ same }) => same).map(({ authors }) => authors[0])).size);
  });

  it('keeps 200 refits of the offset and each weight', () => {
    expect(calibration.resamples.map((row) => row.length)).toEqual(new Array(200).fill(3));
  });

  it('is the same when it is fitted again', () => {
    expect(fitCalibration(table, task)).toEqual(calibration);
  });

  it('says nothing of scores that say nothing', () => {
    const blind = trials.map((trial) => ({ ...trial, scores: { signal: trial.scores['noise']!, noise: 0 } }));
    const { upper, validations } = fitCalibration(new TrialTable(blind, table.names), task);
    expect(upper).toBeLessThan(0.5);
    expect(validations[0]!.cllrUpper).toBeGreaterThan(1);
  });

  it('tries a wide calibration on every kind of trial in it', () => {
    const wide = fitCalibration(table, { ...task, verifier: 'general', condition: { ...everyKind, words: 500 } });
    expect(wide.validations.map(({ modes, genreRelation }) => `${modes} ${genreRelation}`)).toEqual([
      'unknown unknown',
      'written-written same',
      'written-written cross',
      'written-written unknown',
      'unknown same',
      'unknown cross',
    ]);
  });
});

describe('bestThreshold', () => {
  it('stays at 0 when every answer is right', () => {
    expect(bestThreshold([0.5, 1], [-0.5, -1])).toBe(0);
  });

  it('keeps silent about the range where answers are wrong', () => {
    // c@1 at 0: 4/8; from .15 on: (4 + 4 · 4/8) / 8 = 6/8
    expect(bestThreshold([1, 1, -0.1, -0.1], [-1, -1, 0.1, 0.1])).toBe(0.15);
  });
});
