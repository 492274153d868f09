import { auc } from './auc';
import { brier } from './brier';
import { cAt1 } from './cAt1';
import { countDecisions } from './decisions';
import { eer } from './eer';
import { f05u } from './f05u';
import { f1 } from './f1';
import { withOverall, type PanMetrics } from './overall';
import {
  type Measures,
  averageClasses,
  computeCllrMin,
  computeLlrCost,
  groupScores,
  weighGroups,
} from '../../../../src/core/evaluation/scoreGroups';

/** A measure that can be taken again with other trial weights; without weights every trial counts once. */
export type Measure<Result> = (weights?: Float64Array) => Result;

/** AUC and EER of scores on any scale. */
export function measureScores(
  scores: readonly number[],
  same: readonly boolean[],
): Measure<{ readonly auc: number | null; readonly eer: number | null }> {
  const order = groupScores(scores, same);
  return (weights) => {
    const groups = weighGroups(order, weights);
    return { auc: auc(groups), eer: eer(groups) };
  };
}

/** The cost of log10 likelihood ratios and its parts, in bits. */
export function measureRatios(
  llrs: readonly number[],
  same: readonly boolean[],
): Measure<{ readonly cllr: number | null; readonly cllrMin: number | null; readonly cllrCal: number | null }> {
  const order = groupScores(llrs, same);
  const costs = Float64Array.from(llrs, (llr, trial) => computeLlrCost(same[trial] === true ? -llr : llr));
  return (weights) => {
    const cost = averageClasses(costs, order.same, weights);
    const least = computeCllrMin(weighGroups(order, weights));
    return { cllr: cost, cllrMin: least, cllrCal: cllrCal(cost, least) };
  };
}

/** PAN's five figures of values in [0, 1] and their mean; exactly ½ is no answer. */
export function measureValues(
  values: readonly number[],
  same: readonly boolean[],
  scores: readonly number[] = values,
): Measure<PanMetrics> {
  const order = groupScores(scores, same);
  return (weights) => {
    const counts = countDecisions(values, same, weights);
    return withOverall({
      auc: auc(weighGroups(order, weights)),
      cAt1: cAt1(counts),
      f05u: f05u(counts),
      f1: f1(counts),
      brier: brier(values, same, weights),
    });
  };
}

/** Mean of `outcomes` (0, 1; NaN takes no part); null when none takes part. */
export function measureShare(outcomes: readonly number[]): Measure<number | null> {
  return (weights) => {
    let sum = 0;
    let total = 0;
    for (let trial = 0; trial < outcomes.length; trial += 1) {
      if (Number.isNaN(outcomes[trial])) continue;
      const weight = weights?.[trial] ?? 1;
      sum += weight * outcomes[trial]!;
      total += weight;
    }
    return total === 0 ? null : sum / total;
  };
}

/** Joins results under names such as "pan.auc" for the bootstrap, which knows flat names only. */
export function prefixed(prefix: string, measures: Measures): Measures {
  return Object.fromEntries(Object.entries(measures).map(([name, value]) => [`${prefix}.${name}`, value]));
}

/** What calibration costs, in bits: Cllr − Cllr_min; infinite when Cllr is, null when either is. */
export function cllrCal(cost: number | null, least: number | null): number | null {
  return cost === null || least === null ? null : cost - least;
}
