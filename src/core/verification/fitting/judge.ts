import {
  type Intervals,
  type Measures,
  averageClasses,
  bootstrapIntervals,
  computeCllr,
  computeCllrMin,
  computeLlrCost,
  groupScores,
  weighGroups,
} from '../../evaluation/scoreGroups';
import { clamp, type Judgement } from '../calibration';
import { computeDensities, computeSurvival } from '../distributions';
import { listAuthors, type RatedTrial, type Trial } from './trials';

/** The limits that a calibration's ratios are judged with. */
type Limits = Pick<Judgement, 'lower' | 'upper' | 'threshold'>;

/**
 * The results of trials for ratios that were fitted without the trials' authors: bounds, threshold, error rate, densities and survival.
 * @param trials  of both classes
 * @param within  the widest allowed bounds
 */
export function judgeTrials(trials: readonly RatedTrial[], within?: Bounds): Omit<Judgement, 'words' | 'knownWords'> {
  const { same, different } = splitByClass(trials);
  const supported = computeBounds(trials);
  const { lower, upper } = within === undefined ? supported : intersectBounds(supported, within);
  const threshold = findBestThreshold(trials);
  const bounded = boundTrials({ lower, upper }, trials);
  const ratios = splitByClass(bounded);
  const { answeredShare, errorRate } = answerShares(bounded, threshold);
  return {
    lower,
    upper,
    threshold,
    sameAuthors: listAuthors(trials, true).size,
    differentAuthors: listAuthors(trials, false).size,
    sameTrials: same.length,
    differentTrials: different.length,
    cllr: computeCllr(ratios.same, ratios.different)!,
    cllrUpper: computeUpperCllr(bounded),
    errorRate: errorRate ?? 0,
    answeredShare: answeredShare!,
    densities: computeDensities(same, different),
    survival: computeSurvival(trials.filter((trial) => !trial.same)),
  };
}

/** The performance of a calibration on the pairs of an index. */
export interface ValidationFigures {
  /** In bits; 1 is the cost of stating nothing. */
  readonly cllr: number | null;
  /** After the best rising map of the same ratios. */
  readonly cllrMin: number | null;
  /** Share of pairs with a ratio that reaches the threshold: those with a statement. */
  readonly answeredShare: number | null;
  /** Share of wrong statements. Null if there are none. */
  readonly errorRate: number | null;
  /** 95 %, over authors. */
  readonly interval: Intervals;
  /** Bounded log10 ratios of same-author and of different-author pairs. */
  readonly same: readonly number[];
  readonly different: readonly number[];
}

/** Figures of ratios before bounds. Null if a class or every statement is missing. */
export function computeFigures(trials: readonly RatedTrial[], limits: Limits): ValidationFigures {
  const bounded = boundTrials(limits, trials);
  const { costs, same } = computeCosts(bounded);
  const llrs = bounded.map(({ logOdds }) => logOdds);
  const order = groupScores(llrs, same);
  const measure = (weights?: Float64Array) => ({
    cllr: averageClasses(costs, same, weights),
    cllrMin: computeCllrMin(weighGroups(order, weights)),
    ...answerShares(bounded, limits.threshold, weights),
  });
  return { ...measure(), interval: computeIntervals(trials, measure), ...splitByClass(bounded) };
}

/** Upper end of the 95 % interval of Cllr over authors. 1, the cost of stating nothing, if no resample has both classes. */
export function computeUpperCllr(trials: readonly RatedTrial[]): number {
  const { costs, same } = computeCosts(trials);
  return computeIntervals(trials, (weights) => ({ cllr: averageClasses(costs, same, weights) }))['cllr']?.[1] ?? 1;
}

/** The threshold with the best c@1 (Peñas & Rodrigo 2011), from 0 to 1 in steps of .05; the lowest among equals. */
export function findBestThreshold(trials: readonly Omit<RatedTrial, 'authors'>[]): number {
  let best = 0;
  let bestValue = -1;
  for (let step = 0; step <= 20; step++) {
    const threshold = step / 20;
    const { total, answered, wrong } = countAnswers(trials, threshold);
    const right = answered - wrong;
    const value = (right + ((total - answered) * right) / total) / total;
    if (value > bestValue) {
      best = threshold;
      bestValue = value;
    }
  }
  return best;
}

function computeIntervals(trials: readonly Trial[], measure: (weights: Float64Array) => Measures): Intervals {
  return bootstrapIntervals(
    trials.map(({ authors }) => authors),
    measure,
  );
}

/** The cost of each ratio in bits, and 1 for same-author trials. */
function computeCosts(trials: readonly RatedTrial[]): { readonly costs: Float64Array; readonly same: Uint8Array } {
  return {
    costs: Float64Array.from(trials, ({ same, logOdds }) => computeLlrCost(same ? -logOdds : logOdds)),
    same: Uint8Array.from(trials, ({ same }) => Number(same)),
  };
}

function boundTrials({ lower, upper }: Bounds, trials: readonly RatedTrial[]): readonly RatedTrial[] {
  return trials.map((trial) => ({ ...trial, logOdds: clamp(trial.logOdds, lower, upper) }));
}

/** The ratios of same-author and of different-author trials. */
function splitByClass(trials: readonly RatedTrial[]): { readonly same: number[]; readonly different: number[] } {
  const selectRatios = (wanted: boolean): number[] =>
    trials.filter(({ same }) => same === wanted).map(({ logOdds }) => logOdds);
  return { same: selectRatios(true), different: selectRatios(false) };
}

function answerShares(trials: readonly RatedTrial[], threshold: number, weights?: Float64Array) {
  const { total, answered, wrong } = countAnswers(trials, threshold, weights);
  return {
    answeredShare: total === 0 ? null : answered / total,
    errorRate: answered === 0 ? null : wrong / answered,
  };
}

/** The number of trials, of answers, and of wrong answers. A ratio of exactly 0, or below the threshold, is no answer. */
function countAnswers(trials: readonly Omit<RatedTrial, 'authors'>[], threshold: number, weights?: Float64Array) {
  let [total, answered, wrong] = [0, 0, 0];
  for (const [i, { same, logOdds }] of trials.entries()) {
    const weight = weights?.[i] ?? 1;
    total += weight;
    if (logOdds === 0 || Math.abs(logOdds) < threshold) continue;
    answered += weight;
    if (logOdds > 0 !== same) wrong += weight;
  }
  return { total, answered, wrong };
}

/** The smallest and the largest llr that may be stated. */
export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** log10 of the thresholds tried. */
const step = 0.01;
const widest = 6;

/**
 * What this many authors can support: an error that was not seen among n authors may still occur with the next one, so upper =
 * log10(authors of different-author trials + 1) and lower = −log10(authors of same-author trials + 1).
 */
export function computeAuthorBounds(sameAuthors: number, differentAuthors: number): Bounds {
  return { lower: -Math.log10(sameAuthors + 1), upper: Math.log10(differentAuthors + 1) };
}

/**
 * Empirical lower and upper bounds (ELUB; Vergeer and others 2016): the range of thresholds around LR 1 at which deciding by these
 * LRs costs no more than deciding without them, after one misleading LR beyond every threshold is added on either side.
 *
 * @param same       log10 LRs of same-author trials, at least one; not bounded before
 * @param different  log10 LRs of different-author trials, at least one
 */
export function computeEmpiricalBounds(same: readonly number[], different: readonly number[]): Bounds {
  const computeCost = (threshold: number): number => {
    const misses = same.filter((llr) => llr <= threshold).length + 1;
    const alarms = different.filter((llr) => llr > threshold).length + 1;
    return misses / same.length + (10 ** threshold * alarms) / different.length;
  };
  const steps = Math.round(widest / step);
  let upper = 0;
  while (upper < steps && computeCost((upper + 1) * step) <= 1) upper += 1;
  let lower = 0;
  while (lower < steps && computeCost(-(lower + 1) * step) <= 10 ** (-(lower + 1) * step)) lower += 1;
  return { lower: -lower * step || 0, upper: upper * step };
}

/** Readers act on a ratio from this log10 value on. */
const strong = 1;
const misleadingShare = 0.03;
/** At least this many ratios are needed to judge the share of misleading ones. */
const minStrong = 50;

/**
 * Limits a side to less than log10 LR ±1 if more than 3 % of the ratios beyond would be misleading with equal numbers of trials of both
 * classes, or if fewer than fifty ratios reached it.
 */
export function computeStrongBounds(same: readonly number[], different: readonly number[]): Bounds {
  const isShort = (right: readonly number[], wrong: readonly number[], sign: 1 | -1): number => {
    const countBeyond = (llrs: readonly number[]): number => llrs.filter((llr) => llr * sign >= strong).length;
    const misleading = countBeyond(wrong) / wrong.length;
    const isRare = misleading <= misleadingShare * (misleading + countBeyond(right) / right.length);
    return isRare && countBeyond(right) + countBeyond(wrong) >= minStrong ? Infinity : strong - step;
  };
  return { lower: -isShort(different, same, -1), upper: isShort(same, different, 1) };
}

/** The range that all of these bounds allow. */
export function intersectBounds(...bounds: readonly Bounds[]): Bounds {
  return {
    lower: Math.max(...bounds.map(({ lower }) => lower)),
    upper: Math.min(...bounds.map(({ upper }) => upper)),
  };
}

/** The bounds that these trials support: the intersection of all of the above. */
export function computeBounds(trials: readonly RatedTrial[]): Bounds {
  const { same, different } = splitByClass(trials);
  return intersectBounds(
    computeAuthorBounds(listAuthors(trials, true).size, listAuthors(trials, false).size),
    computeEmpiricalBounds(same, different),
    computeStrongBounds(same, different),
  );
}
