import { quantile } from '../evaluation/bootstrap';
import type { Shape } from '../shape';
import type { calibrationShape } from './calibrationFile';
import { judgedLengths, type Lengths } from './condition';

/** The scores of one comparison, by name. */
export type Scores = Readonly<Record<string, number>>;

/** Turns the scores of comparisons of one kind into log10 likelihood ratios, whatever the lengths of their texts. */
export type Calibration = Shape<typeof calibrationShape>;

/** What trials of two lengths say of a calibration's ratios, cross-fitted: no trial's folds were in its fit. */
export type Judgement = Calibration['judgements'][number];

/** A calibrated ratio. */
export interface CalibratedRatio {
  /** offset + Σ weight · score: neither bounded nor ever shown. */
  readonly logOdds: number;
  /** log10 likelihood ratio within the bounds. */
  readonly llr: number;
  /** 2.5 % and 97.5 % quantile of the resampled fits, within the same bounds. */
  readonly interval: readonly [number, number];
}

/**
 * Applies a calibration at two lengths, within what was judged. Throws RangeError when a score that it weighs is missing.
 */
export function applyCalibration(
  calibration: Calibration,
  { lower, upper }: Pick<Judgement, 'lower' | 'upper'>,
  lengths: Lengths,
  scores: Scores,
): CalibratedRatio {
  const values = Object.keys(calibration.weights).map((name) => scoreNamed(scores, name));
  const row = atCorners([1, ...values], lengths);
  const bounded = (llr: number): number => clamp(llr, lower, upper);
  const logOdds = dot([calibration.offset, ...Object.values(calibration.weights)].flat(), row);
  const refits = calibration.resamples.map((coefficients) => bounded(dot(coefficients, row)));
  refits.sort((a, b) => a - b);
  const llr = bounded(logOdds);
  if (refits.length === 0) return { logOdds, llr, interval: [llr, llr] };
  return { logOdds, llr, interval: [quantile(refits, 0.025), quantile(refits, 0.975)] };
}

/**
 * Each value once a corner, as far as these lengths lie towards it: coefficients that are fitted to such rows change smoothly with
 * the logarithms of both lengths, and none that is not negative at the corners is so between them.
 */
export function atCorners(values: readonly number[], { questioned, known }: Lengths): readonly number[] {
  const q = place(questioned, judgedLengths.questioned);
  const k = place(known, judgedLengths.known);
  const shares = [(1 - q) * (1 - k), q * (1 - k), (1 - q) * k, q * k];
  return values.flatMap((value) => shares.map((share) => share * value));
}

/** Where a length lies between the shortest, 0, and the longest, 1, of the judged ones, by logarithms. */
function place(words: number, judged: readonly number[]): number {
  const [first, last] = [Math.log(judged[0]!), Math.log(judged.at(-1)!)];
  return clamp((Math.log(Math.max(1, words)) - first) / (last - first), 0, 1);
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

function dot(coefficients: readonly number[], values: readonly number[]): number {
  return values.reduce((sum, value, i) => sum + coefficients[i]! * value, 0);
}
