import type { VerifierKind } from '../../../src/core/domain/evidence';
import type { Calibration, Judgement } from '../../../src/core/verification/calibration';
import { judgedLengths, type Measure, type TrialKind } from '../../../src/core/verification/condition';
import { judgeTrials } from '../../../src/core/verification/fitting/judge';
import { createAuthorDraws } from '../../../src/core/verification/fitting/trials';
import { hasAuthors, judgeByFamilies } from './judgeFamilies';
import { covers, type TrialTable } from './trialTable';

/** What is fitted, and how it is named. */
export interface CalibrationTask {
  readonly verifier: VerifierKind;
  readonly kind: TrialKind;
  readonly measure: Measure;
  /** The fit on trials of every kind. */
  readonly common: Float64Array;
  /** Hash of the trials. */
  readonly trainedOn: string;
  readonly seed: number;
  /** What fitted log10 ratios are multiplied by. */
  readonly slope: number;
}

const resampledFits = 60;
/** With fewer authors of either class two lengths are not judged, nor is the rest without the largest family. */
const minJudgedAuthors = 10;

/** Fits one calibration on a table's trials of its kind; what is said of it is cross-fitted, the fit is on all of them. */
export function fitCalibration(table: TrialTable, task: CalibrationTask): Calibration {
  const { kind, slope, trainedOn, common } = task;
  const crossFitted = table.crossFitted(kind, slope);
  const fit = table.departure(kind, common);
  const [offset, ...weights] = inCorners(scaled(table.onRawScores(fit), slope, 6));
  return {
    id: `${task.verifier}/${kind.modes}/${kind.genreRelation}/${task.measure}@${trainedOn.slice(0, 12)}`,
    verifier: task.verifier,
    modes: kind.modes,
    genreRelation: kind.genreRelation,
    measure: task.measure,
    weights: Object.fromEntries(table.names.map((name, k) => [name, weights[k]!])),
    offset: offset!,
    resamples: resample(table, task, fit),
    trainedOn,
    judgements: judgements(table, crossFitted, kind),
  };
}

/** What cross-fitted ratios say of the calibration at each two lengths that enough authors fill; across kinds, also without the largest family. */
function judgements(table: TrialTable, llrs: Float64Array, kind: TrialKind): readonly Judgement[] {
  return judgedLengths.questioned.flatMap((words) =>
    judgedLengths.known.flatMap((knownWords) => {
      const own = table.trials.flatMap((trial, i) => {
        const { questioned, known } = trial.lengths;
        const isOf = questioned === words && known === knownWords && covers(kind, trial);
        return isOf ? [{ ...trial, logOdds: llrs[i]! }] : [];
      });
      if (!hasAuthors(own, minJudgedAuthors)) return [];
      const judged = kind.genreRelation === 'same' ? judgeTrials(own) : judgeByFamilies(own, minJudgedAuthors);
      return [{ words, knownWords, ...judged }];
    }),
  );
}

/** Refits on authors drawn with replacement: a trial weighs as often as its authors were drawn together. */
function resample(table: TrialTable, task: CalibrationTask, fit: Float64Array): number[][] {
  const draw = createAuthorDraws(table.trials, task.seed);
  return Array.from({ length: resampledFits }, () => {
    return [...scaled(table.onRawScores(table.departure(task.kind, task.common, draw(), fit)), task.slope, 4)];
  });
}

function scaled(coefficients: readonly number[], slope: number, digits: number): readonly number[] {
  return coefficients.map((value) => Number((slope * value).toPrecision(digits)));
}

function inCorners(coefficients: readonly number[]): readonly Calibration['offset'][] {
  return Array.from({ length: coefficients.length / 4 }, (_, i) => {
    const [a, b, c, d] = coefficients.slice(4 * i, 4 * i + 4);
    return [a!, b!, c!, d!] as const;
  });
}
