import type { Calibration, Judgement } from '../../../src/core/verification/calibration';

/** What is said of ratios at the shortest lengths, with the least that a test needs; 21 same-author authors carry it. */
export const aJudgement: Judgement = {
  words: 100,
  knownWords: 250,
  lower: -2,
  upper: 2,
  threshold: 0.2,
  sameAuthors: 21,
  differentAuthors: 60,
  sameTrials: 100,
  differentTrials: 100,
  cllr: 0.7,
  cllrUpper: 0.8,
  errorRate: 0.2,
  answeredShare: 0.8,
  densities: { from: -1, to: 1, same: [0, 1], different: [1, 0] },
  survival: [
    [-1, 0.9],
    [0.5, 0.2],
    [1.4, 0.05],
    [3, 0.02],
  ],
};

/** The same number at all corners: lengths change nothing. */
export function everywhere(value: number): Calibration['offset'] {
  return [value, value, value, value];
}

/** Of texts that are compared without other authors to measure against. */
export const aCalibration: Calibration = {
  id: 'a',
  verifier: 'written',
  modes: 'written-written',
  genreRelation: 'same',
  measure: 'alone',
  weights: { ngrams: everywhere(3) },
  offset: everywhere(-1.5),
  resamples: [
    [...everywhere(-1.6), ...everywhere(3)],
    [...everywhere(-1.4), ...everywhere(3)],
  ],
  trainedOn: 'f'.repeat(64),
  judgements: [aJudgement],
};

/** It judged at other lengths, or otherwise. */
export function judgedSo(change: Partial<Judgement>, calibration = aCalibration): Calibration {
  return { ...calibration, judgements: [{ ...aJudgement, ...change }] };
}
