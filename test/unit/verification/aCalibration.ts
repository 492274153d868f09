import type { Calibration } from '../../../src/core/verification/calibration';

/** A calibration with the least that a test needs; 21 same-author authors carry it. */
export const aCalibration: Calibration = {
  id: 'a',
  verifier: 'written',
  condition: { modes: 'written-written', genreRelation: 'same', words: 100 },
  weights: { documentVector: 3 },
  offset: -1.5,
  resamples: [
    [-1.6, 3],
    [-1.4, 3],
  ],
  lower: -2,
  upper: 2,
  threshold: 0.2,
  sameAuthors: 21,
  differentAuthors: 60,
  sameTrials: 100,
  differentTrials: 100,
  errorRate: 0.2,
  densities: { from: -1, to: 1, same: [0, 1], different: [1, 0] },
  trainedOn: 'f'.repeat(64),
  validations: [
    {
      modes: 'written-written',
      genreRelation: 'same',
      sameAuthors: 21,
      differentAuthors: 60,
      trials: 200,
      cllr: 0.7,
      cllrUpper: 0.8,
      errorRate: 0.2,
      answeredShare: 0.8,
      survival: [
        [-1, 0.9],
        [0.5, 0.2],
        [1.4, 0.05],
        [3, 0.02],
      ],
    },
  ],
};
