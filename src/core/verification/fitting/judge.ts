import { genreRelations, modePairs } from '../../domain';
import { bootstrapIntervals } from '../../evaluation/bootstrap';
import { cllr, llrCost, meanOfClasses } from '../../evaluation/cllr';
import { clamp, type Calibration, type Validation } from '../calibration';
import { densitiesOf, survivalOf } from '../distributions';
import { boundsOf, narrowest, type Bounds } from './bounds';
import { authorsOf, covers, type Trial, type TrialKind } from './trials';

/** A trial with its log10 ratio before bounds. */
interface JudgedTrial extends Trial {
  readonly logOdds: number;
}

/** The conditions that a calibration is tried on: everything a comparison's two modes and genres can say. */
const everyCondition: readonly TrialKind[] = modePairs.flatMap((modes) =>
  genreRelations.map((genreRelation) => ({ modes, genreRelation })),
);

/** What trials say of ratios that know none of their authors. */
type Judgement = Omit<Calibration, 'id' | 'verifier' | 'condition' | 'weights' | 'offset' | 'resamples' | 'trainedOn'>;

/**
 * What trials of a kind say of ratios: bounds, threshold, error rate, densities and survival.
 *
 * @param llrs    before bounds, in the order of the trials
 * @param within  bounds that are not passed
 */
export function judged(trials: readonly Trial[], llrs: ArrayLike<number>, kind: TrialKind, within?: Bounds): Judgement {
  const own = trials.flatMap((trial, i) => (covers(kind, trial) ? [{ ...trial, logOdds: llrs[i]! }] : []));
  const { same, different } = byClass(own);
  const authors = { sameAuthors: authorsOf(own, true).size, differentAuthors: authorsOf(own, false).size };
  const supported = boundsOf({ same, different }, authors);
  const bounds = within === undefined ? supported : narrowest(supported, within);
  const threshold = bestThreshold(same, different);
  const validations = validate(own, kind, { ...bounds, threshold });
  return {
    ...bounds,
    threshold,
    ...authors,
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

/** Upper end of the 95 % interval of Cllr over authors; 1, the cost of silence, where no resample has both classes. */
export function upperCllr(trials: readonly Pick<Trial, 'same' | 'authors'>[], llrs: ArrayLike<number>): number {
  const same = Uint8Array.from(trials, (trial) => Number(trial.same));
  const costs = Float64Array.from(llrs, (llr, i) => llrCost(same[i] === 1 ? -llr : llr));
  const authors = trials.map((trial) => trial.authors);
  const interval = bootstrapIntervals(authors, (weights) => ({ cllr: meanOfClasses(costs, same, weights) }));
  return interval['cllr']?.[1] ?? 1;
}

/** Figures on every condition whose trials are among these; that of the kind itself comes first. */
function validate(trials: readonly JudgedTrial[], kind: TrialKind, limits: Limits): readonly Validation[] {
  const { modes, genreRelation } = kind;
  const inner = everyCondition.filter((each) => covers(kind, each) && !covers(each, kind));
  return [{ modes, genreRelation }, ...inner].flatMap((each): Validation[] => {
    const own = trials.filter((trial) => covers(each, trial));
    const sameAuthors = authorsOf(own, true).size;
    const differentAuthors = authorsOf(own, false).size;
    if (sameAuthors === 0 || differentAuthors === 0) return [];
    return [{ ...each, sameAuthors, differentAuthors, ...figuresOf(own, limits) }];
  });
}

/** What a calibration's ratios are held to. */
type Limits = Pick<Calibration, 'lower' | 'upper' | 'threshold'>;

/** @param judged  trials of both classes */
function figuresOf(
  judged: readonly JudgedTrial[],
  { lower, upper, threshold }: Limits,
): Omit<Validation, keyof TrialKind | 'sameAuthors' | 'differentAuthors'> {
  const bounded = judged.map((trial) => ({ ...trial, logOdds: clamp(trial.logOdds, lower, upper) }));
  const { same, different } = byClass(bounded);
  const right = answers(same, threshold, 1) + answers(different, threshold, -1);
  const wrong = answers(same, threshold, -1) + answers(different, threshold, 1);
  return {
    trials: judged.length,
    cllr: cllr(same, different)!,
    cllrUpper: upperCllr(
      judged,
      bounded.map(({ logOdds }) => logOdds),
    ),
    errorRate: wrong / Math.max(1, right + wrong),
    answeredShare: (right + wrong) / judged.length,
    survival: survivalOf(judged.filter((trial) => !trial.same)),
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
