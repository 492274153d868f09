import { bootstrapIntervals, type Intervals, type Measures } from '../evaluation/bootstrap';
import { cllrMin, llrCost, meanOfClasses, orderScores, weighGroups } from '../evaluation/scoreGroups';
import { clamp, type Judgement } from '../verification/calibration';
import type { OwnTrial } from '../verification/fitting/recalibration';

/** How a calibration does on the pairs of an index. */
export interface ValidationFigures {
  /** In bits; 1 is the cost of saying nothing. */
  readonly cllr: number | null;
  /** After the best rising map of the same ratios. */
  readonly cllrMin: number | null;
  /** Share of pairs whose ratio reaches the threshold: those with a statement. */
  readonly answeredShare: number | null;
  /** Share of wrong ones among the statements; null: there are none. */
  readonly errorRate: number | null;
  /** 95 %, over authors. */
  readonly interval: Intervals;
  /** Bounded log10 ratios of same-author and of different-author pairs. */
  readonly same: readonly number[];
  readonly different: readonly number[];
}

/**
 * Figures of ratios that stand in the order of the trials, before bounds. Null where a class or a statement is lacking.
 */
export function validationFigures(
  trials: readonly OwnTrial[],
  logOdds: ArrayLike<number>,
  { lower, upper, threshold }: Pick<Judgement, 'lower' | 'upper' | 'threshold'>,
): ValidationFigures {
  const llrs = trials.map((_, i) => clamp(logOdds[i]!, lower, upper));
  const order = orderScores(
    llrs,
    trials.map(({ same }) => same),
  );
  const costs = Float64Array.from(llrs, (llr, i) => llrCost(trials[i]!.same ? -llr : llr));
  const measure = (weights?: Float64Array): Figures => ({
    cllr: meanOfClasses(costs, order.same, weights),
    cllrMin: cllrMin(weighGroups(order, weights)),
    ...answerShares(trials, llrs, threshold, weights),
  });
  return {
    ...measure(),
    interval: bootstrapIntervals(
      trials.map(({ authors }) => authors),
      measure,
    ),
    same: llrs.filter((_, i) => trials[i]!.same),
    different: llrs.filter((_, i) => !trials[i]!.same),
  };
}

type Figures = Measures & Pick<ValidationFigures, 'cllr' | 'cllrMin' | 'answeredShare' | 'errorRate'>;

/** A ratio of exactly 0, or short of the threshold, is no statement. */
function answerShares(
  trials: readonly OwnTrial[],
  llrs: readonly number[],
  threshold: number,
  weights: Float64Array | undefined,
): Pick<ValidationFigures, 'answeredShare' | 'errorRate'> {
  let [total, answered, wrong] = [0, 0, 0];
  for (const [i, llr] of llrs.entries()) {
    const weight = weights?.[i] ?? 1;
    total += weight;
    if (llr === 0 || Math.abs(llr) < threshold) continue;
    answered += weight;
    if (llr > 0 !== trials[i]!.same) wrong += weight;
  }
  return {
    answeredShare: total === 0 ? null : answered / total,
    errorRate: answered === 0 ? null : wrong / answered,
  };
}
