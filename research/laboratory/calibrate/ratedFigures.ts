import {
  bootstrapIntervals,
  type Intervals,
  type Measures,
  publishedBootstrap,
} from '../../../src/core/evaluation/scoreGroups';
import type { RatedTrial } from '../../../src/core/verification/fitting/trials';
import { type Measure, measureRatios, measureScores } from '../measures/verification/verificationMeasures';

/** A trial with its log10 ratio before bounds, and as it is stated. */
export type StatedTrial = RatedTrial & { readonly llr: number };

/** Figures of trials, and their 95 % intervals over authors. */
export interface Measured {
  readonly values: Measures;
  readonly intervals: Intervals;
}

/** `auc` of ratios before bounds, and `cllr` of those that are stated. */
export function measureStated(trials: readonly StatedTrial[]): Measure<Measures> {
  const same = trials.map((trial) => trial.same);
  const scores = measureScores(
    trials.map(({ logOdds }) => logOdds),
    same,
  );
  const ratios = measureRatios(
    trials.map(({ llr }) => llr),
    same,
  );
  return (weights) => ({ auc: scores(weights).auc, cllr: ratios(weights).cllr });
}

export function withIntervals(trials: readonly StatedTrial[], measure: Measure<Measures>, seed: number): Measured {
  const authorsOf = trials.map(({ authors }) => authors);
  return { values: measure(), intervals: bootstrapIntervals(authorsOf, measure, { ...publishedBootstrap, seed }) };
}

/** How many authors the same-author trials are by. */
export function countAuthors(trials: readonly StatedTrial[]): number {
  return new Set(trials.filter(({ same }) => same).map(({ authors }) => authors[0])).size;
}
