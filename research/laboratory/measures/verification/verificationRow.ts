import {
  bootstrapIntervals,
  publishedBootstrap,
  type Intervals,
  type Measures,
} from '../../../../src/core/evaluation/scoreGroups';
import type { PanMetrics } from './overall';
import { answeredValue, type JudgedTrial } from './trialOutcomes';
import { measureRatios, measureScores, measureShare, measureValues, prefixed } from './verificationMeasures';

/** Figures of one method on the trials of one condition. */
export interface VerificationFigures {
  readonly trials: number;
  /** Trials that no calibration applies to. */
  readonly uncalibrated: number;
  /** Share of trials with an answer. */
  readonly answeredShare: number | null;
  /** Share of wrong ones among the answers. */
  readonly errorsAnswered: number | null;
  /** Share of misleading ones among the trials with |llr| ≥ 1. */
  readonly errorsAt1: number | null;
  /** Of scores. */
  readonly auc: number | null;
  readonly eer: number | null;
  /** Of the ratios of all trials, answered or not. */
  readonly cllr: number | null;
  readonly cllrMin: number | null;
  readonly cllrCal: number | null;
  /** Of values. */
  readonly pan: PanMetrics;
  /** By name; those of `pan` as "pan.auc" and so on. */
  readonly interval: Intervals;
}

/** Null: trials of every kind. */
export interface RowCondition {
  readonly modes: string | null;
  readonly genre_relation: string | null;
  readonly words: number | null;
  /** Of unequal sides; null where both are as long, too. */
  readonly knownWords: number | null;
  /** `one`: trials whose sides are from one source. */
  readonly sources: 'all' | 'one';
}

/** The figures of one method in one condition. */
export type Row = RowCondition & VerificationFigures;

/** All figures of a method on some trials, with 95 % intervals over authors. */
export function verificationFigures(trials: readonly JudgedTrial[], seed: number): VerificationFigures {
  const same = trials.map((trial) => trial.same);
  const scores = measureScores(
    trials.map(({ score }) => score),
    same,
  );
  const ratios = measureRatios(
    trials.map(({ llr }) => llr),
    same,
  );
  const values = measureValues(trials.map(answeredValue), same);
  const shares = measureShares(trials);
  const flat = (weights?: Float64Array): Measures => ({
    ...shares(weights),
    ...scores(weights),
    ...ratios(weights),
    ...prefixed('pan', { ...values(weights) }),
  });
  return {
    trials: trials.length,
    uncalibrated: trials.filter(({ calibrationId }) => calibrationId === null).length,
    ...shares(),
    ...scores(),
    ...ratios(),
    pan: values(),
    interval: bootstrapIntervals(
      trials.map(({ authors }) => authors),
      flat,
      { ...publishedBootstrap, seed },
    ),
  };
}

type Shares = Pick<VerificationFigures, 'answeredShare' | 'errorsAnswered' | 'errorsAt1'>;

function measureShares(trials: readonly JudgedTrial[]): (weights?: Float64Array) => Shares {
  const answered = measureShare(trials.map(({ answer }) => Number(answer !== null)));
  const errors = measureShare(trials.map(({ answer, same }) => (answer === null ? NaN : Number(answer !== same))));
  const errorsAt1 = measureShare(trials.map(({ llr, same }) => (Math.abs(llr) >= 1 ? Number(llr > 0 !== same) : NaN)));
  return (weights) => ({
    answeredShare: answered(weights),
    errorsAnswered: errors(weights),
    errorsAt1: errorsAt1(weights),
  });
}
