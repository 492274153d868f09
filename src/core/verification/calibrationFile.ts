import * as v from 'valibot';
import { genreRelations, modePairs, verifierKinds } from '../domain';
import { count, fieldsOnly, finite, list, oneOf, record, shaped, share, text } from '../shape';
import type { Calibration } from './calibration';

/** The format of models/calibrations.json. */
export const calibrationsFormat = 'idiograph.calibrations/2';

const modes = oneOf(modePairs);
const genreRelation = oneOf(genreRelations);

const validation = fieldsOnly({
  modes,
  genreRelation,
  sameAuthors: count,
  differentAuthors: count,
  trials: count,
  cllr: finite,
  cllrUpper: finite,
  errorRate: share,
  answeredShare: share,
  survival: v.pipe(
    list(v.strictTuple([finite, share])),
    v.check((steps) => steps.every(([, reaching]) => reaching > 0), 'a list whose shares are above 0'),
    v.check(
      (steps) =>
        steps.every(([from, reaching], i) => i === 0 || (from >= steps[i - 1]![0] && reaching <= steps[i - 1]![1])),
      'a list of rising ratios and shares that do not rise',
    ),
  ),
});

/** One calibration, as files have it. */
export const calibrationShape = v.pipe(
  fieldsOnly({
    id: text,
    verifier: oneOf(verifierKinds),
    condition: fieldsOnly({ modes, genreRelation, words: count }),
    weights: record(finite),
    offset: finite,
    resamples: list(list(finite)),
    lower: finite,
    upper: finite,
    threshold: finite,
    sameAuthors: count,
    differentAuthors: count,
    sameTrials: count,
    differentTrials: count,
    errorRate: share,
    densities: fieldsOnly({ from: finite, to: finite, same: list(share), different: list(share) }),
    trainedOn: text,
    validations: list(validation),
  }),
  v.check(
    ({ weights, resamples }) => resamples.every((refit) => refit.length === 1 + Object.keys(weights).length),
    'one whose every resample has the offset and each weight',
  ),
  v.check(({ lower, upper }) => lower <= upper, 'one whose lower bound is not above the upper'),
) satisfies v.GenericSchema<unknown, Calibration>;

const calibrationFile = fieldsOnly({
  format: v.literal(calibrationsFormat, `"${calibrationsFormat}"`),
  encoder: text,
  ngrams: text,
  population: text,
  statistics: text,
  seed: finite,
  crossFitted: oneOf(['authors', 'sources']),
  calibrations: list(calibrationShape),
});

/** models/calibrations.json: everything fitted together, and what it was fitted with. */
export interface CalibrationFile {
  readonly format: typeof calibrationsFormat;
  /** Id of the encoder whose vectors were scored. */
  readonly encoder: string;
  /** Id of the metric of n-grams. */
  readonly ngrams: string;
  /** Id of the population that scores were normalised against. */
  readonly population: string;
  /** `trainedOn` of the classical statistics. */
  readonly statistics: string;
  readonly seed: number;
  /** What no fit knew of the trials by which it is judged: their authors, or their sources and authors. */
  readonly crossFitted: 'authors' | 'sources';
  readonly calibrations: readonly Calibration[];
}

/** Reads models/calibrations.json. Throws RangeError naming the first field that is not what it has to be. */
export function parseCalibrations(json: unknown): CalibrationFile {
  return shaped(calibrationFile, json, (problem) => new RangeError(problem));
}
