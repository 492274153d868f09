import { isSameKind, type TrialKind } from '../../../../src/core/verification/condition';
import { clamp } from '../../../../src/core/verification/calibration';
import { listCoveringKinds, minAuthors, isValidating } from '../../../../src/core/verification/chooseCalibration';
import { covers, TrialTable, type ScoredTrial } from '../../fitting/trialTable';
import {
  findBestThreshold,
  type Bounds,
  computeBounds,
  computeUpperCllr,
} from '../../../../src/core/verification/fitting/judge';
import type { TrialOutcome } from './trialOutcomes';

/** How the trials of one kind are scored by fits on others. */
interface KindFit {
  /** Log10 ratio of each trial before bounds; NaN for trials of other kinds. */
  readonly llrs: Float64Array;
  readonly bounds: Bounds;
  readonly threshold: number;
}

export interface CrossFitOptions {
  /** The method's own score of a trial; without it, the log-odds of the fit. */
  readonly scoreOf?: (trial: ScoredTrial) => number;
}

/**
 * Calibrates trials of one pair of lengths on themselves: five folds by author, each trial by a fit on trials that have no author of its
 * two folds, with the bounds, threshold and back-off of a shipped calibration (methods §5.1). No answer in a condition
 * where this costs as much as silence.
 */
export function crossFittedOutcomes(
  trials: readonly ScoredTrial[],
  names: readonly string[],
  { scoreOf }: CrossFitOptions = {},
): readonly TrialOutcome[] {
  const table = new TrialTable(trials, names);
  const fits = new Map<string, KindFit | undefined>();
  const outcomes = trials.map((trial, at): TrialOutcome => {
    for (const step of listCoveringKinds(trial)) {
      const name = `${step.modes}/${step.genreRelation}`;
      if (!fits.has(name)) fits.set(name, fitKind(table, step));
      const fit = fits.get(name);
      if (fit !== undefined) return outcomeOf(fit, at, { id: `cross-fitted/${name}`, score: scoreOf?.(trial) });
    }
    return { score: scoreOf?.(trial) ?? 0, llr: 0, answer: null, verifier: null, calibrationId: null };
  });
  return silenced(table, outcomes);
}

/** Undefined when the trials of this kind are by too few authors, or of one class. */
function fitKind(table: TrialTable, kind: TrialKind): KindFit | undefined {
  const sameAuthors = table.sameAuthors(kind);
  const own = table.trials.filter((trial) => covers(kind, trial));
  if (sameAuthors < minAuthors || own.every(({ same }) => same)) return undefined;
  const llrs = table.crossFitted(kind);
  const rated = table.trials
    .map((trial, at) => ({ ...trial, logOdds: llrs[at]! }))
    .filter((trial) => covers(kind, trial));
  return { llrs, bounds: computeBounds(rated), threshold: findBestThreshold(rated) };
}

function outcomeOf(
  { llrs, bounds, threshold }: KindFit,
  at: number,
  { id, score }: { readonly id: string; readonly score: number | undefined },
): TrialOutcome {
  const llr = clamp(llrs[at]!, bounds.lower, bounds.upper);
  const answer = llr !== 0 && Math.abs(llr) >= threshold ? llr > 0 : null;
  return { score: score ?? llrs[at]!, llr, answer, verifier: null, calibrationId: id };
}

/** Takes the answers away from conditions whose ratios cost as much as saying nothing, as a review abstains there. */
function silenced(table: TrialTable, outcomes: readonly TrialOutcome[]): readonly TrialOutcome[] {
  const silent = new Map<string, boolean>();
  return outcomes.map((outcome, at) => {
    const { modes, genreRelation } = table.trials[at]!;
    const key = `${modes}/${genreRelation}`;
    if (!silent.has(key)) silent.set(key, costsTooMuch(table, outcomes, { modes, genreRelation }));
    return silent.get(key) === true ? { ...outcome, answer: null } : outcome;
  });
}

function costsTooMuch(table: TrialTable, outcomes: readonly TrialOutcome[], kind: TrialKind): boolean {
  const rated = table.trials.map((trial, at) => ({ ...trial, logOdds: outcomes[at]!.llr }));
  const cllrUpper = computeUpperCllr(rated.filter((trial) => isSameKind(trial, kind)));
  return !isValidating({ sameAuthors: table.sameAuthors(kind), cllrUpper });
}
