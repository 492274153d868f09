import type { Condition, GenreRelation, ModePair } from '../domain';
import type { Calibration } from '../verification/calibration';
import { TrialTable, type ScoredTrial } from '../verification/fitting/crossFit';
import { judged } from '../verification/fitting/fitCalibration';
import { crossRecalibrated, underRecalibration, type OwnTrial } from './recalibration';

/** How the shipped calibration is judged by an index. */
export interface OwnFit {
  readonly calibration: Calibration;
  /** Cross-fitted ratios before bounds, in the order of the trials. */
  readonly logOdds: Float64Array;
}

interface OwnTask {
  /** The shipped calibration that gave the trials their ratios. */
  readonly base: Calibration;
  /** Of the comparisons. */
  readonly condition: Condition;
  readonly seed: number;
  /** Whether its ratios are fitted to the index; else they stay, within the bounds of the index's authors. */
  readonly refit: boolean;
}

/**
 * The shipped calibration with the bounds, threshold, error rate, densities and survival of an index's own authors, all of ratios
 * that do not know the authors of the pair; refitted to the index, or as it was.
 *
 * @param trials  of both classes, all of one condition
 */
export function ownCalibration(trials: readonly OwnTrial[], { base, condition, seed, refit }: OwnTask): OwnFit {
  const logOdds = refit ? crossRecalibrated(trials, seed) : Float64Array.from(trials, (trial) => trial.logOdds);
  const { modes, genreRelation } = condition;
  const kind: { modes: ModePair; genreRelation: GenreRelation } = { modes, genreRelation };
  const table = new TrialTable(
    trials.map(({ authors, same, logOdds }): ScoredTrial => ({ ...kind, authors, same, scores: { logOdds } })),
    ['logOdds'],
  );
  return {
    logOdds,
    calibration: {
      ...base,
      ...(refit && underRecalibration(base, trials, seed)),
      id: `index/${refit ? 'recalibrated' : 'judged'}/${base.id}`,
      ...judged(table, logOdds, kind, refit ? undefined : base),
    },
  };
}
