import type { Condition, VerifierKind } from '../../../src/core/domain';
import type { Calibration } from '../../../src/core/verification/calibration';
import { judged } from '../../../src/core/verification/fitting/judge';
import { authorDraws } from '../../../src/core/verification/fitting/trials';
import type { TrialTable } from './trialTable';

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
    ...judged(table.trials, crossFitted, condition),
  };
}

function calibrationId({ verifier, condition, trainedOn }: CalibrationTask, names: readonly string[]): string {
  const { modes, genreRelation, words } = condition;
  return `${verifier}/${modes}/${genreRelation}/${words}/${names[0]}@${trainedOn.slice(0, 12)}`;
}

/** Refits on authors drawn with replacement: a trial weighs as often as its authors were drawn together. */
function resample(table: TrialTable, task: CalibrationTask, common: Float64Array, fit: Float64Array): number[][] {
  const draw = authorDraws(table.trials, task.seed);
  return Array.from({ length: resampledFits }, () => {
    const refit = table.departure(task.condition, common, draw(), fit);
    return table.onRawScores(refit).map((value) => Number((task.slope * value).toPrecision(4)));
  });
}
