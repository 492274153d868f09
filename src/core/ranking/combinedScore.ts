import { dotsWith } from '../classical/featureRow';
import { opposed } from '../classical/ngrams';
import type { TextProfile } from '../ports';
import { type CohortStatistics, dotDense, zScore } from '../verification/cohort';

/** A known text that a search reached. */
export interface ReachedText {
  /** Mean over the questioned spans of the score of this text's best span. */
  readonly maxSim: number;
  readonly profile: TextProfile;
}

/**
 * What each view is like between two texts drawn at random, so that the views can be added (docs/decisions/0009-combined-order.md).
 * They belong to the shipped encoder and statistics; only the proportions of the deviations matter to an order.
 */
const usual = {
  lateInteraction: { mean: 0.48, deviation: 0.15 },
  documentVector: { mean: 0.41, deviation: 0.24 },
  ngrams: { mean: -1.6, deviation: 2.5 },
} as const satisfies Readonly<Record<string, CohortStatistics>>;

/**
 * Orders known texts by three views of likeness, each in standard deviations above what is usual, with equal weights: late
 * interaction, the cosine of document vectors, and the learned n-gram score after symmetric score normalisation, which takes away
 * what texts of a mode share (Matějka and others 2017). It does not depend on what else was reached.
 */
export function combinedScorer(questioned: TextProfile): (reached: ReachedText) => number {
  const ngramScore = dotsWith(opposed(questioned.features));
  return ({ maxSim, profile }) => {
    const ngrams = normalised(ngramScore(profile.features), questioned, profile);
    return (
      zScore(maxSim, usual.lateInteraction) +
      zScore(dotDense(questioned.open, profile.open), usual.documentVector) +
      zScore(ngrams, usual.ngrams)
    );
  };
}

/** Standard deviations above the nearest strangers of the other text's mode, from either side, averaged. */
function normalised(score: number, a: TextProfile, b: TextProfile): number {
  return (zScore(score, a.strangers[b.mode]) + zScore(score, b.strangers[a.mode])) / 2;
}
