import { quantile } from '../evaluation/bootstrap';
import type { Shape } from '../shape';
import type { calibrationShape } from './calibrationFile';

/** The scores of one comparison, by name. */
export type Scores = Readonly<Record<string, number>>;

/** Turns the scores of one comparison into a log10 likelihood ratio, for the condition it was fitted on and no other. */
export type Calibration = Shape<typeof calibrationShape>;

/** How a calibration did on the trials of one condition that it may serve, cross-fitted: no trial's folds were in its fit. */
export type Validation = Calibration['validations'][number];

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
