import { bootstrapIntervals } from '../../evaluation/bootstrap';
import { cllr, llrCost, meanOfClasses } from '../../evaluation/scoreGroups';
import { clamp, type Judgement } from '../calibration';
import { densitiesOf, survivalOf } from '../distributions';
import { authorsOf, covers, type Trial, type TrialKind } from './trials';

/** A trial with its log10 ratio before bounds. */
interface JudgedTrial extends Trial {
  readonly logOdds: number;
}

/** What trials say of ratios that know none of their authors. */
type Judged = Omit<Judgement, 'words' | 'knownWords'>;

/**
 * What trials of a kind say of ratios: bounds, threshold, error rate, densities and survival.
 *
 * @param llrs    before bounds, in the order of the trials
 * @param within  bounds that are not passed
 */
export function judged(trials: readonly Trial[], llrs: ArrayLike<number>, kind: TrialKind, within?: Bounds): Judged {
  const own = trials.flatMap((trial, i) => (covers(kind, trial) ? [{ ...trial, logOdds: llrs[i]! }] : []));
  const { same, different } = byClass(own);
  const authors = { sameAuthors: authorsOf(own, true).size, differentAuthors: authorsOf(own, false).size };
  const supported = boundsOf({ same, different }, authors);
  const bounds = within === undefined ? supported : narrowest(supported, within);
  const threshold = bestThreshold(same, different);
  return {
    ...bounds,
    threshold,
    ...authors,
    sameTrials: same.length,
    differentTrials: different.length,
    ...figuresOf(own, { ...bounds, threshold }),
    densities: densitiesOf(same, different),
    survival: survivalOf(own.filter((trial) => !trial.same)),
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

/** Upper end of the 95 % interval of Cllr over authors; 1, the cost of silence, where no resample has both classes. */
export function upperCllr(trials: readonly Pick<Trial, 'same' | 'authors'>[], llrs: ArrayLike<number>): number {
  const same = Uint8Array.from(trials, (trial) => Number(trial.same));
  const costs = Float64Array.from(llrs, (llr, i) => llrCost(same[i] === 1 ? -llr : llr));
  const authors = trials.map((trial) => trial.authors);
  const interval = bootstrapIntervals(authors, (weights) => ({ cllr: meanOfClasses(costs, same, weights) }));
  return interval['cllr']?.[1] ?? 1;
}

/** What a calibration's ratios are held to. */
type Limits = Pick<Judgement, 'lower' | 'upper' | 'threshold'>;

/** @param judged  trials of both classes */
function figuresOf(
  judged: readonly JudgedTrial[],
  { lower, upper, threshold }: Limits,
): Pick<Judgement, 'cllr' | 'cllrUpper' | 'errorRate' | 'answeredShare'> {
  const bounded = judged.map((trial) => ({ ...trial, logOdds: clamp(trial.logOdds, lower, upper) }));
  const { same, different } = byClass(bounded);
  const right = answers(same, threshold, 1) + answers(different, threshold, -1);
  const wrong = answers(same, threshold, -1) + answers(different, threshold, 1);
  return {
    cllr: cllr(same, different)!,
    cllrUpper: upperCllr(
      judged,
      bounded.map(({ logOdds }) => logOdds),
    ),
    errorRate: wrong / Math.max(1, right + wrong),
    answeredShare: (right + wrong) / judged.length,
  };
}

/** The ratios of same-author and of different-author trials. */
function byClass(trials: readonly JudgedTrial[]): { readonly same: number[]; readonly different: number[] } {
  const ratios = (wanted: boolean): number[] =>
    trials.filter(({ same }) => same === wanted).map(({ logOdds }) => logOdds);
  return { same: ratios(true), different: ratios(false) };
}

/** How many llrs of one sign reach the threshold. */
function answers(llrs: readonly number[], threshold: number, sign: 1 | -1): number {
  return llrs.filter((llr) => llr * sign > 0 && llr * sign >= threshold).length;
}

/** The least and the largest llr that may be stated. */
export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** log10 of the thresholds tried. */
const step = 0.01;
const widest = 6;

/**
 * What so many authors can support: an error that was not seen among n authors may still come with the next one, so
 * upper = log10(authors of different-author trials + 1) and lower = −log10(authors of same-author trials + 1).
 */
export function authorBounds(sameAuthors: number, differentAuthors: number): Bounds {
  return { lower: -Math.log10(sameAuthors + 1), upper: Math.log10(differentAuthors + 1) };
}

/**
 * Empirical lower and upper bounds (ELUB; Vergeer and others 2016): the range of thresholds around LR 1 at which deciding by these
 * LRs costs no more than deciding without them, after one misleading LR beyond every threshold is added on either side.
 *
 * @param same       log10 LRs of same-author trials, at least one; not bounded before
 * @param different  log10 LRs of different-author trials, at least one
 */
export function empiricalBounds(same: readonly number[], different: readonly number[]): Bounds {
  const cost = (threshold: number): number => {
    const misses = same.filter((llr) => llr <= threshold).length + 1;
    const alarms = different.filter((llr) => llr > threshold).length + 1;
    return misses / same.length + (10 ** threshold * alarms) / different.length;
  };
  const steps = Math.round(widest / step);
  let upper = 0;
  while (upper < steps && cost((upper + 1) * step) <= 1) upper += 1;
  let lower = 0;
  while (lower < steps && cost(-(lower + 1) * step) <= 10 ** (-(lower + 1) * step)) lower += 1;
  return { lower: -lower * step || 0, upper: upper * step };
}

/** From here on readers act on a ratio; of those that came so far, a share as large may have pointed the wrong way. */
const strong = 1;
const misleadingShare = 0.03;
/** Of fewer ratios nobody knows. */
const minStrong = 50;

/**
 * Ends a side short of log10 LR ±1 where more than 3 % of the ratios beyond would be misleading among as many trials of either
 * class, or fewer than fifty came so far.
 */
export function strongBounds(same: readonly number[], different: readonly number[]): Bounds {
  const short = (right: readonly number[], wrong: readonly number[], sign: 1 | -1): number => {
    const beyond = (llrs: readonly number[]): number => llrs.filter((llr) => llr * sign >= strong).length;
    const misleading = beyond(wrong) / wrong.length;
    const isRare = misleading <= misleadingShare * (misleading + beyond(right) / right.length);
    return isRare && beyond(right) + beyond(wrong) >= minStrong ? Infinity : strong - step;
  };
  return { lower: -short(different, same, -1), upper: short(same, different, 1) };
}

/** The range that all bounds allow. */
export function narrowest(...bounds: readonly Bounds[]): Bounds {
  return {
    lower: Math.max(...bounds.map(({ lower }) => lower)),
    upper: Math.min(...bounds.map(({ upper }) => upper)),
  };
}

/** What ratios of these trials by so many authors can support: all of the above. */
export function boundsOf(
  { same, different }: { readonly same: readonly number[]; readonly different: readonly number[] },
  { sameAuthors, differentAuthors }: { readonly sameAuthors: number; readonly differentAuthors: number },
): Bounds {
  return narrowest(
    authorBounds(sameAuthors, differentAuthors),
    empiricalBounds(same, different),
    strongBounds(same, different),
  );
}
