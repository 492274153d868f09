import { fitLogistic } from './logisticRegression';
import { authorsOf } from './trials';

/** A comparison of an index whose answer is known, by the shipped calibration. */
export interface OwnTrial {
  readonly authors: readonly [string, string];
  readonly same: boolean;
  /** log10 ratio before bounds; finite. */
  readonly logOdds: number;
}

/** llr′ = shift + slope · llr */
export interface Recalibration {
  readonly shift: number;
  readonly slope: number;
}

/** Ratios as they ship. */
export const unchanged: Recalibration = { shift: 0, slope: 1 };

/** Authors of whom an index needs as many for its own fit to weigh as much as the shipped one. */
const shippedWeight = 20;
/** Penalty on the slope's distance from 1, divided by the number of same-author authors: separable pairs have no finite fit without. */
const slopePenalty = 2;
/** The same where the trials are of other lengths; chosen among 2, 8 and no slope on folds. */
const slopePenaltyOfOtherLengths = 8;

/**
 * What the comparisons of an index make of the shipped ratio:
 *
 *   llr′ = (1 − w) · llr + w · (a + b · llr),   w = n ÷ (n + 20)
 *
 * with n the authors of same-author pairs, and a and b fitted by logistic regression with classes of equal weight (van Leeuwen &
 * Brümmer 2013), b ≥ 0 and drawn to 1. Pairs of one class change nothing.
 *
 * @param weigh  of each trial; 0 leaves it out
 */
export function recalibrated(
  trials: readonly OwnTrial[],
  weigh: (trial: OwnTrial) => number,
  penalty = slopePenalty,
): Recalibration {
  const weights = Float64Array.from(trials, weigh);
  const used = trials.filter((_, i) => weights[i]! > 0);
  const authors = authorsOf(used, true).size;
  if (authors === 0 || used.every(({ same }) => same)) return unchanged;
  const [offset, slope] = fitLogistic(
    {
      values: Float64Array.from(used, ({ logOdds }) => logOdds * Math.LN10),
      columns: 1,
      same: Uint8Array.from(used, ({ same }) => Number(same)),
      weights: weights.filter((weight) => weight > 0),
    },
    { strength: penalty / authors, centre: Float64Array.of(1), nonNegativeFrom: 0 },
  );
  const own = authors / (authors + shippedWeight);
  return { shift: (own * offset!) / Math.LN10, slope: 1 - own + own * slope! };
}

/** The same by comparisons of any lengths. */
export function recalibratedByOwn(trials: readonly OwnTrial[]): Recalibration {
  return recalibrated(trials, () => 1, slopePenaltyOfOtherLengths);
}
