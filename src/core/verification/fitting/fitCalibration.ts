import type { Condition, VerifierKind } from '../../domain';
import { authorDraws } from './authorDraws';
import { boundsOf, narrowest, type Bounds } from './bounds';
import type { Calibration } from '../calibration';
import { densitiesOf } from './densities';
import { covers, type TrialKind, type TrialTable } from './crossFit';
import { answers, validate } from './validate';

/** What is fitted, and how it is named. */
export interface CalibrationTask {
  readonly verifier: VerifierKind;
  readonly condition: Condition;
  /** Hash of the trials. */
  readonly trainedOn: string;
  readonly seed: number;
  /** What fitted log10 ratios are multiplied by. */
  readonly slope: number;
}

const resampledFits = 200;

/** Fits one calibration on a table's trials of its kind; figures and bounds are cross-fitted, the fit is on all of them. */
export function fitCalibration(table: TrialTable, task: CalibrationTask): Calibration {
  const { condition, seed, slope } = task;
  const crossFitted = table.crossFitted(condition, seed).map((llr) => slope * llr);
  const common = table.common();
  const fit = table.departure(condition, common);
  const [offset, ...weights] = table.onRawScores(fit).map((value) => slope * value);
  return {
    id: calibrationId(task, table.names),
    verifier: task.verifier,
    condition,
    weights: Object.fromEntries(table.names.map((name, k) => [name, weights[k]!])),
    offset: offset!,
    resamples: resample(table, task, common, fit),
    trainedOn: task.trainedOn,
    ...judged(table, crossFitted, condition),
  };
}

/**
 * What ratios that know no author of their trial bear out in a kind: bounds, threshold, error rate, densities and survival.
 *
 * @param llrs  before bounds, in the order of the table's trials
 * @param within  bounds that are not passed
 */
export function judged(
  table: TrialTable,
  llrs: Float64Array,
  kind: TrialKind,
  within?: Bounds,
): Omit<Calibration, 'id' | 'verifier' | 'condition' | 'weights' | 'offset' | 'resamples' | 'trainedOn'> {
  const { same, different } = split(table, llrs, kind);
  const sameAuthors = table.sameAuthors(kind);
  const differentAuthors = table.differentAuthors(kind);
  const own = boundsOf({ same, different }, { sameAuthors, differentAuthors });
  const bounds = within === undefined ? own : narrowest(own, within);
  const threshold = bestThreshold(same, different);
  const validations = validate(table, llrs, kind, { ...bounds, threshold });
  return {
    ...bounds,
    threshold,
    sameAuthors,
    differentAuthors,
    sameTrials: same.length,
    differentTrials: different.length,
    errorRate: validations[0]?.errorRate ?? 1,
    densities: densitiesOf(same, different),
    validations,
  };
}

/** The threshold with the best c@1 (Peñas & Rodrigo 2011), from 0 to 1 in steps of .05; the lowest among equals. */
export function bestThreshold(same: readonly number[], different: readonly number[]): number {
  const trials = same.length + different.length;
  let best = 0;
  let bestValue = -1;
  for (let step = 0; step <= 20; step++) {
    const threshold = step / 20;
    const right = answers(same, threshold, 1) + answers(different, threshold, -1);
    const silent = trials - right - answers(same, threshold, -1) - answers(different, threshold, 1);
    const value = (right + (silent * right) / trials) / trials;
    if (value > bestValue) {
      best = threshold;
      bestValue = value;
    }
  }
  return best;
}

function calibrationId({ verifier, condition, trainedOn }: CalibrationTask, names: readonly string[]): string {
  const { modes, genreRelation, words } = condition;
  return `${verifier}/${modes}/${genreRelation}/${words}/${names[0]}@${trainedOn.slice(0, 12)}`;
}

/** The log-odds of same-author and of different-author trials of a kind. */
function split(
  table: TrialTable,
  llrs: ArrayLike<number>,
  kind: TrialKind,
): { readonly same: number[]; readonly different: number[] } {
  const parts: { same: number[]; different: number[] } = { same: [], different: [] };
  table.trials.forEach((trial, i) => {
    if (covers(kind, trial)) parts[trial.same ? 'same' : 'different'].push(llrs[i]!);
  });
  return parts;
}

/** Refits on authors drawn with replacement: a trial weighs as often as its authors were drawn together. */
function resample(table: TrialTable, task: CalibrationTask, common: Float64Array, fit: Float64Array): number[][] {
  const draw = authorDraws(table.trials, task.seed);
  return Array.from({ length: resampledFits }, () => {
    const refit = table.departure(task.condition, common, draw(), fit);
    return table.onRawScores(refit).map((value) => Number((task.slope * value).toPrecision(4)));
  });
}
