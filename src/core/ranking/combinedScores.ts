import { dotRows } from '../classical/featureRow';
import type { TextProfile } from '../ports';
import { cohortStatistics, dotDense, zScore } from '../verification/cohort';

/** A known text that a search reached. */
export interface ReachedText {
  /** Mean over the questioned spans of the score of this text's best span. */
  readonly maxSim: number;
  readonly profile: TextProfile;
}

/**
 * Orders known texts by three views of likeness, each in standard deviations over the texts given, with equal weights: late
 * interaction, the cosine of document vectors, and n-gram similarity after symmetric score normalisation, which takes away
 * what texts of a mode share (Matějka and others 2017). One score a text; it says nothing beyond this list.
 */
export function combinedScores(questioned: TextProfile, reached: readonly ReachedText[]): Float64Array {
  const views = [
    reached.map(({ maxSim }) => maxSim),
    reached.map(({ profile }) => dotDense(questioned.open, profile.open)),
    reached.map(({ profile }) => normalisedNgrams(questioned, profile)),
  ].map((scores) => standardised(scores));
  return Float64Array.from(reached, (_, place) => views.reduce((sum, view) => sum + view[place]!, 0));
}

/** Standard deviations above the nearest strangers of the other text's mode, from either side, averaged. */
function normalisedNgrams(a: TextProfile, b: TextProfile): number {
  const cosine = dotRows(a.features, b.features);
  return (zScore(cosine, a.strangers[b.mode]) + zScore(cosine, b.strangers[a.mode])) / 2;
}

/** Of equal scores all are 0: their deviation is only what rounding left. */
function standardised(scores: readonly number[]): readonly number[] {
  if (scores.every((score) => score === scores[0])) return scores.map(() => 0);
  const all = cohortStatistics(Float64Array.from(scores), scores.length);
  return scores.map((score) => zScore(score, all));
}
