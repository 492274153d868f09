import type { Condition, Densities, Verification } from '../domain';
import { quantile } from '../evaluation/metrics/bootstrap';
import type { Survival } from './distributions';

/** The scores of one comparison, by name. */
export type Scores = Readonly<Record<string, number>>;

/** How a calibration did on the trials of one condition that it may serve, cross-fitted: no trial's folds were in its fit. */
export interface Validation {
  readonly modes: Condition['modes'];
  readonly genreRelation: Condition['genreRelation'];
  readonly sameAuthors: number;
  readonly differentAuthors: number;
  readonly trials: number;
  /** In bits; 1 is the cost of saying nothing. */
  readonly cllr: number;
  /** Upper end of its 95 % interval over authors. */
  readonly cllrUpper: number;
  /** Share of wrong ones among the answers given at the calibration's threshold; 0 answers: 0. */
  readonly errorRate: number;
  /** Share of trials with |llr| at or above the threshold. */
  readonly answeredShare: number;
  /** How many different authors come as close. */
  readonly survival: Survival;
}

/** Turns the scores of one comparison into a log10 likelihood ratio, for the condition it was fitted on and no other. */
export interface Calibration {
  readonly id: string;
  readonly verifier: Verification['verifier'];
  /** "unknown" in `modes` or `genreRelation`: fitted on trials of every kind (of `modes`, or of `genreRelation`). */
  readonly condition: Condition;
  /** llr = clamp(offset + Σ weight · score, lower, upper). */
  readonly weights: Readonly<Record<string, number>>;
  readonly offset: number;
  /** 200 refits on resampled authors, each the offset and then the weights in key order: the interval comes from them. */
  readonly resamples: readonly (readonly number[])[];
  /** The least and the largest llr that this many authors can support. */
  readonly lower: number;
  readonly upper: number;
  /** No answer while |llr| is below this. */
  readonly threshold: number;
  readonly sameAuthors: number;
  readonly differentAuthors: number;
  readonly sameTrials: number;
  readonly differentTrials: number;
  /** Cross-fitted share of wrong answers in this condition. */
  readonly errorRate: number;
  /** Cross-fitted scores of its own trials. */
  readonly densities: Densities;
  /** Hash of the trials it was fitted on. */
  readonly trainedOn: string;
  /** One entry per condition that it was tried on: its own, and those without a calibration of their own. */
  readonly validations: readonly Validation[];
}

/** A calibrated ratio. */
export interface CalibratedRatio {
  /** offset + Σ weight · score: neither bounded nor ever shown. */
  readonly logOdds: number;
  /** log10 likelihood ratio within the calibration's bounds. */
  readonly llr: number;
  /** 2.5 % and 97.5 % quantile of the resampled fits, within the same bounds. */
  readonly interval: readonly [number, number];
}

/** Applies a calibration. Throws RangeError when a score that it weighs is missing. */
export function applyCalibration(calibration: Calibration, scores: Scores): CalibratedRatio {
  const values = Object.keys(calibration.weights).map((name) => scoreNamed(scores, name));
  const bounded = (llr: number): number => clamp(llr, calibration.lower, calibration.upper);
  const logOdds = linear([calibration.offset, ...Object.values(calibration.weights)], values);
  const refits = calibration.resamples.map((coefficients) => bounded(linear(coefficients, values)));
  refits.sort((a, b) => a - b);
  const llr = bounded(logOdds);
  if (refits.length === 0) return { logOdds, llr, interval: [llr, llr] };
  return { logOdds, llr, interval: [quantile(refits, 0.025), quantile(refits, 0.975)] };
}

/** `value`, but not below `lower` nor above `upper`. */
export function clamp(value: number, lower: number, upper: number): number {
  return Math.min(upper, Math.max(lower, value));
}

function scoreNamed(scores: Scores, name: string): number {
  const score = scores[name];
  if (score === undefined) throw new RangeError(`the calibration weighs a score that was not computed: ${name}`);
  return score;
}

/** @param coefficients  the offset, then one weight per value */
function linear(coefficients: readonly number[], values: readonly number[]): number {
  return values.reduce((sum, value, i) => sum + coefficients[i + 1]! * value, coefficients[0]!);
}
