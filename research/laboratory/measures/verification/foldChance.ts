import { covers, type TrialKind } from '../../../../src/core/verification/fitting/trials';
import { foldsOf, type TrialTable } from '../../fitting/trialTable';
import { shareReaching, survivalOf } from '../../../../src/core/verification/distributions';

/** Shares of different-author trials: those that reach a ratio, and those that were to be expected at most. */
export interface FoldChance {
  readonly observed: number;
  readonly expected: number;
}

/**
 * What a search would print against what happens: the different-author trials of a kind, fold by fold, each held against the
 * survival of trials that are in none of its folds.
 *
 * @param crossFitted  log10 ratios before bounds of the table's trials
 */
export function foldChance(
  table: TrialTable,
  crossFitted: Float64Array,
  kind: TrialKind,
  { llr, seed }: { readonly llr: number; readonly seed: number },
): FoldChance {
  const strangers = table.trials.flatMap((trial, i) =>
    !trial.same && covers(kind, trial)
      ? [{ authors: trial.authors, logOdds: crossFitted[i]!, folds: [...foldsOf(trial, seed)].sort() }]
      : [],
  );
  let expected = 0;
  for (const key of new Set(strangers.map(({ folds }) => folds.join()))) {
    const own = strangers.filter(({ folds }) => folds.join() === key);
    const others = strangers.filter(({ folds }) => !folds.some((fold) => own[0]!.folds.includes(fold)));
    expected += own.length * shareReaching(survivalOf(others), llr);
  }
  const observed = strangers.filter(({ logOdds }) => logOdds >= llr).length;
  return { observed: observed / strangers.length, expected: expected / strangers.length };
}
