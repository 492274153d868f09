import { bootstrapIntervals } from '../../evaluation/bootstrap';
import { cllr, llrCost, meanOfClasses } from '../../evaluation/cllr';
import { clamp, type Judgement } from '../calibration';
import { densitiesOf, survivalOf } from '../distributions';
import { boundsOf, narrowest, type Bounds } from './bounds';
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
