import * as v from 'valibot';
import { genreRelations, modePairs, verifierKinds } from '../domain';
import { measures } from './condition';
import { count, fieldsOnly, finite, list, oneOf, record, type Shape, shaped, share, text } from '../shape';

/** The format of models/calibrations.json. */
export const calibrationsFormat = 'idiograph.calibrations/3';

const modes = oneOf(modePairs);
const genreRelation = oneOf(genreRelations);

/** What trials of two lengths say of ratios that knew none of their authors. */
const judgement = v.pipe(
  fieldsOnly({
    words: count,
    knownWords: count,
    /** The least and the largest llr that this many authors can support. */
    lower: finite,
    upper: finite,
    /** No answer while |llr| is below this. */
    threshold: finite,
    sameAuthors: count,
    differentAuthors: count,
    sameTrials: count,
    differentTrials: count,
    /** In bits; 1 is the cost of saying nothing. */
    cllr: finite,
    /** Upper end of its 95 % interval over authors. */
    cllrUpper: finite,
    /** Share of wrong ones among the answers given at the threshold; 0 answers: 0. */
    errorRate: share,
    /** Share of trials with |llr| at or above the threshold. */
    answeredShare: share,
    /** Scores of these trials. */
    densities: fieldsOnly({ from: finite, to: finite, same: list(share), different: list(share) }),
    /** How many different authors come as close. */
    survival: v.pipe(
      list(v.strictTuple([finite, share])),
      v.check((steps) => steps.every(([, reaching]) => reaching > 0), 'a list whose shares are above 0'),
      v.check(
        (steps) =>
          steps.every(([from, reaching], i) => i === 0 || (from >= steps[i - 1]![0] && reaching <= steps[i - 1]![1])),
        'a list of rising ratios and shares that do not rise',
      ),
    ),
  }),
  v.check(({ lower, upper }) => lower <= upper, 'one whose lower bound is not above the upper'),
);

/** A number at each corner: few and many questioned words with few known ones, then with many. */
const corners = v.strictTuple([finite, finite, finite, finite]);

/** One calibration, as files have it. */
export const calibrationShape = v.pipe(
  fieldsOnly({
    id: text,
    verifier: oneOf(verifierKinds),
    /** "unknown": fitted on trials of every kind (of `modes`, or of `genreRelation`). */
    modes,
    genreRelation,
    /** What its scores are measured against. */
    measure: oneOf(measures),
    /** llr = clamp(offset + Σ weight · score, lower, upper), with offset and weights between their corners by both lengths. */
    weights: record(corners),
    offset: corners,
    /** Refits on resampled authors, each the corners of the offset and then of the weights: the interval comes from them. */
    resamples: list(list(finite)),
    /** Hash of the trials it was fitted on. */
    trainedOn: text,
    judgements: list(judgement),
  }),
  v.check(
    ({ weights, resamples }) => resamples.every((refit) => refit.length === 4 * (1 + Object.keys(weights).length)),
    'one whose every resample has the corners of the offset and of each weight',
  ),
);

const calibrationFile = fieldsOnly({
  format: v.literal(calibrationsFormat, `"${calibrationsFormat}"`),
  /** Id of the metric of n-grams. */
  ngrams: text,
  /** `trainedOn` of the classical statistics. */
  statistics: text,
  seed: finite,
  /** What no fit knew of the trials by which it is judged: their authors, or their sources and authors. */
  crossFitted: oneOf(['authors', 'sources']),
  calibrations: list(calibrationShape),
});

/** models/calibrations.json: everything fitted together, and what it was fitted with. */
export type CalibrationFile = Shape<typeof calibrationFile>;

/** Reads models/calibrations.json. Throws RangeError naming the first field that is not what it has to be. */
export function parseCalibrations(json: unknown): CalibrationFile {
  return shaped(calibrationFile, json, (problem) => new RangeError(problem));
}
