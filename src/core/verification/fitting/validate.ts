import { bootstrapIntervals } from '../../evaluation/metrics/bootstrap';
import { cllr, llrCost, meanOfClasses } from '../../evaluation/metrics/cllr';
import { clamp, type Calibration, type Validation } from '../calibration';
import { covers, type ScoredTrial, type TrialKind, type TrialTable } from './crossFit';
import { survivalOf } from '../survival';

/** The conditions that a calibration is tried on: everything a comparison's two modes and genres can say. */
export const everyCondition: readonly TrialKind[] = (
  ['written-written', 'spoken-spoken', 'written-spoken', 'unknown'] as const
).flatMap((modes) => (['same', 'cross', 'unknown'] as const).map((genreRelation) => ({ modes, genreRelation })));

/** What a calibration's ratios are held to. */
type Limits = Pick<Calibration, 'lower' | 'upper' | 'threshold'>;

/** Figures on every condition whose trials are among the calibration's own; its own condition comes first. */
export function validate(
  table: TrialTable,
  crossFitted: Float64Array,
  condition: TrialKind,
  limits: Limits,
): readonly Validation[] {
  const { modes, genreRelation } = condition;
  const inner = everyCondition.filter((kind) => covers(condition, kind) && !sameKind(condition, kind));
  return [{ modes, genreRelation }, ...inner].flatMap((kind): Validation[] => {
    const places = table.trials.flatMap((trial, i) => (covers(kind, trial) ? [i] : []));
    const judged = places.map((i) => ({ trial: table.trials[i]!, logOdds: crossFitted[i]! }));
    const authors = { sameAuthors: table.sameAuthors(kind), differentAuthors: table.differentAuthors(kind) };
    if (authors.sameAuthors === 0 || authors.differentAuthors === 0) return [];
    return [{ ...kind, ...authors, ...figuresOf(judged, limits) }];
  });
}

interface JudgedTrial {
  readonly trial: ScoredTrial;
  readonly logOdds: number;
}

/** @param judged  trials of both classes */
function figuresOf(
  judged: readonly JudgedTrial[],
  { lower, upper, threshold }: Limits,
): Omit<Validation, keyof TrialKind | 'sameAuthors' | 'differentAuthors'> {
  const llrs = judged.map(({ logOdds }) => clamp(logOdds, lower, upper));
  const same = llrs.filter((_, i) => judged[i]!.trial.same);
  const different = llrs.filter((_, i) => !judged[i]!.trial.same);
  const right = answers(same, threshold, 1) + answers(different, threshold, -1);
  const wrong = answers(same, threshold, -1) + answers(different, threshold, 1);
  const strangers = judged.filter(({ trial }) => !trial.same);
  return {
    trials: judged.length,
    cllr: cllr(same, different)!,
    cllrUpper: upperCllr(
      judged.map(({ trial }) => trial),
      llrs,
    ),
    errorRate: wrong / Math.max(1, right + wrong),
    answeredShare: (right + wrong) / judged.length,
    survival: survivalOf(strangers.map(({ trial, logOdds }) => ({ authors: trial.authors, logOdds }))),
  };
}

/** Upper end of the 95 % interval of Cllr over authors; 1, the cost of silence, where no resample has both classes. */
export function upperCllr(trials: readonly Pick<ScoredTrial, 'same' | 'authors'>[], llrs: ArrayLike<number>): number {
  const same = Uint8Array.from(trials, (trial) => Number(trial.same));
  const costs = Float64Array.from(llrs, (llr, i) => llrCost(same[i] === 1 ? -llr : llr));
  const authors = trials.map((trial) => trial.authors);
  const interval = bootstrapIntervals(authors, (weights) => ({ cllr: meanOfClasses(costs, same, weights) }));
  return interval['cllr']?.[1] ?? 1;
}

/** How many llrs of one sign reach the threshold. */
export function answers(llrs: readonly number[], threshold: number, sign: 1 | -1): number {
  return llrs.filter((llr) => llr * sign > 0 && llr * sign >= threshold).length;
}

function sameKind(a: TrialKind, b: TrialKind): boolean {
  return a.modes === b.modes && a.genreRelation === b.genreRelation;
}
