import * as v from 'valibot';
import { computeQuantile } from '../evaluation/scoreGroups';
import { count, fieldsOnly, finite, list, oneOf, record, type Shape, checkShape, share, text } from '../basics/shape';
import { judgedLengths, measures } from './condition';
import { genreRelations, type Lengths, modePairs, verifierKinds } from '../domain/evidence';

/** The format of models/calibrations.json. */
export const calibrationsFormat = 'idiograph.calibrations/4';

const modes = oneOf(modePairs);
const genreRelation = oneOf(genreRelations);

/** The results of trials at two lengths, for ratios that were fitted without the trials' authors. */
const judgement = v.pipe(
  fieldsOnly({
    words: count,
    knownWords: count,
    /** The smallest and the largest llr that this many authors can support. */
    lower: finite,
    upper: finite,
    /** No answer if |llr| is below this. */
    threshold: finite,
    sameAuthors: count,
    differentAuthors: count,
    sameTrials: count,
    differentTrials: count,
    /** In bits; 1 is the cost of stating nothing. */
    cllr: finite,
    /** Upper end of its 95 % interval over authors. */
    cllrUpper: finite,
    /** The share of wrong answers at the threshold; 0 if there are no answers. */
    errorRate: share,
    /** The share of trials with |llr| at or above the threshold. */
    answeredShare: share,
    /** Scores of these trials. */
    densities: fieldsOnly({ from: finite, to: finite, same: list(share), different: list(share) }),
    /** How many different authors come as close. */
    survival: v.pipe(
      list(v.strictTuple([finite, share])),
      v.check((steps) => steps.every(([, reaching]) => reaching > 0), 'a list of shares above 0'),
      v.check(
        (steps) =>
          steps.every(([from, reaching], i) => i === 0 || (from >= steps[i - 1]![0] && reaching <= steps[i - 1]![1])),
        'a list of rising ratios and shares that do not rise',
      ),
    ),
  }),
  v.check(({ lower, upper }) => lower <= upper, 'one with a lower bound that is not above the upper'),
);

/** A number at each corner: few and many questioned words with few known ones, then with many. */
const corners = v.strictTuple([finite, finite, finite, finite]);

/** One calibration in a file. */
export const calibrationShape = v.pipe(
  fieldsOnly({
    id: text,
    verifier: oneOf(verifierKinds),
    /** "unknown" if it was fitted on trials of every kind (of `modes`, or of `genreRelation`). */
    modes,
    genreRelation,
    /** What its scores are measured against. */
    measure: oneOf(measures),
    /** llr = clamp(offset + Σ weight · score, lower, upper), with offset and weights between their corners by both lengths. */
    weights: record(corners),
    offset: corners,
    /** Refits on resampled authors, each with the corners of the offset and then of the weights. They give the interval. */
    resamples: list(list(finite)),
    /** Hash of the trials that it was fitted on. */
    trainedOn: text,
    judgements: list(judgement),
  }),
  v.check(
    ({ weights, resamples }) => resamples.every((refit) => refit.length === 4 * (1 + Object.keys(weights).length)),
    'one with the corners of the offset and of each weight in every resample',
  ),
);

const calibrationFile = fieldsOnly({
  format: v.literal(calibrationsFormat, `"${calibrationsFormat}"`),
  /** Id of the metric of n-grams. */
  ngrams: text,
  /** Id of the rates of markers in the population. */
  markers: text,
  /** `trainedOn` of the classical statistics. */
  statistics: text,
  seed: finite,
  /** What the fit did not know of the trials that judge it: their authors, or their sources and authors. */
  crossFitted: oneOf(['authors', 'sources']),
  calibrations: list(calibrationShape),
});

/** models/calibrations.json: all calibrations of one fit, and what they were fitted with. */
export type CalibrationFile = Shape<typeof calibrationFile>;

/** Reads models/calibrations.json. Throws RangeError, which names the first wrong field. */
export function parseCalibrations(json: unknown): CalibrationFile {
  return checkShape(calibrationFile, json, (problem) => new RangeError(problem));
}

/** The scores of one comparison, by name. */
export type Scores = Readonly<Record<string, number>>;

/** Converts the scores of comparisons of one kind into log10 likelihood ratios, for texts of any length. */
export type Calibration = Shape<typeof calibrationShape>;

/** The cross-fitted results of trials at two lengths for a calibration: no fit contained authors of the trials that it was judged by. */
export type Judgement = Calibration['judgements'][number];

/** A calibrated ratio. */
export interface CalibratedRatio {
  /** offset + Σ weight · score. */
  readonly shipped: number;
  /** The recalibrated log odds, without bounds. They are never shown. */
  readonly logOdds: number;
  /** log10 likelihood ratio within the bounds. */
  readonly llr: number;
  /** 2.5 % and 97.5 % quantile of the resampled fits, within the same bounds. */
  readonly interval: readonly [number, number];
}

/** llr′ = shift + slope · llr */
export interface Recalibration {
  readonly shift: number;
  readonly slope: number;
}

/** Ratios without recalibration. */
export const unchanged: Recalibration = { shift: 0, slope: 1 };

/** The scores and lengths that a calibration is applied to. */
export interface ScoredLengths {
  readonly lengths: Lengths;
  readonly scores: Scores;
}

/** The log10 ratio of a calibration without recalibration and bounds. Throws RangeError if a score with a weight is missing. */
export function computeOdds(calibration: Calibration, scored: ScoredLengths): number {
  return multiply([calibration.offset, ...Object.values(calibration.weights)].flat(), buildRow(calibration, scored));
}

/** The weight of a score at two lengths; 0 if the calibration has none. */
export function readWeight({ weights }: Calibration, name: string, lengths: Lengths): number {
  return weights[name] ? multiply(weights[name], spreadOnCorners([1], lengths)) : 0;
}

/** Applies a calibration at two lengths, within the bounds that were judged. Throws RangeError if a score with a weight is missing. */
export function applyCalibration(
  calibration: Calibration,
  { lower, upper }: Pick<Judgement, 'lower' | 'upper'>,
  scored: ScoredLengths,
  { shift, slope }: Recalibration = unchanged,
): CalibratedRatio {
  const row = buildRow(calibration, scored);
  const recalibrate = (llr: number): number => shift + slope * llr;
  const bound = (llr: number): number => clamp(llr, lower, upper);
  const shipped = computeOdds(calibration, scored);
  const logOdds = recalibrate(shipped);
  const refits = calibration.resamples.map((coefficients) => bound(recalibrate(multiply(coefficients, row))));
  refits.sort((a, b) => a - b);
  const llr = bound(logOdds);
  if (refits.length === 0) return { shipped, logOdds, llr, interval: [llr, llr] };
  return { shipped, logOdds, llr, interval: [computeQuantile(refits, 0.025), computeQuantile(refits, 0.975)] };
}

/**
 * Each value at each corner, weighted by the closeness of these lengths to the corner. Coefficients that are fitted to such rows change
 * smoothly with the logarithms of both lengths, and a coefficient that is not negative at the corners is nowhere negative.
 */
export function spreadOnCorners(values: readonly number[], { questioned, known }: Lengths): readonly number[] {
  const q = locateLength(questioned, judgedLengths.questioned);
  const k = locateLength(known, judgedLengths.known);
  const shares = [(1 - q) * (1 - k), q * (1 - k), (1 - q) * k, q * k];
  return values.flatMap((value) => shares.map((share) => share * value));
}

/** The place of a length between the shortest judged length, 0, and the longest, 1, on a logarithmic scale. */
function locateLength(words: number, judged: readonly number[]): number {
  const [first, last] = [Math.log(judged[0]!), Math.log(judged.at(-1)!)];
  return clamp((Math.log(Math.max(1, words)) - first) / (last - first), 0, 1);
}

/** Limits `value` to the range from `lower` to `upper`. */
export function clamp(value: number, lower: number, upper: number): number {
  return Math.min(upper, Math.max(lower, value));
}

function buildRow({ weights }: Calibration, { lengths, scores }: ScoredLengths): readonly number[] {
  const named = Object.keys(weights).map((name) => {
    const score = scores[name];
    if (score === undefined) throw new RangeError(`the calibration weighs a score that was not computed: ${name}`);
    return score;
  });
  return spreadOnCorners([1, ...named], lengths);
}

function multiply(coefficients: readonly number[], values: readonly number[]): number {
  return values.reduce((sum, value, i) => sum + coefficients[i]! * value, 0);
}
