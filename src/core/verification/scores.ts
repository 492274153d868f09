import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';
import { cosineOf } from '../classical/delta';
import { dotRows } from '../classical/featureRow';
import { type Cohort, dotDense, zScore } from './cohort';
import type { TextFeatures } from './features/textFeatures';
import { symmetricMaxSim } from './features/lateInteraction';

/** The scores that a verifier may weigh, in the order in which they are computed. */
export const scoreNames = [
  'lateInteraction',
  'documentVector',
  'documentVectorNorm',
  'tfidf',
  'tfidfNorm',
  'cosineDelta',
] as const;
export type ScoreName = (typeof scoreNames)[number];

/**
 * All scores of one comparison; each is higher for texts more alike and has a scale of its own. Cosines lie in [-1, 1]. "Norm" is
 * adaptive symmetric score normalisation (Matějka and others 2017): standard deviations above the nearest members of the other
 * side's mode, from either side, averaged. Swapping the two texts changes no score.
 * Throws Cancelled.
 */
export function verificationScores(
  questioned: TextFeatures,
  known: TextFeatures,
  cohort: Cohort,
  stop: StopSignal = neverStops,
): Readonly<Record<ScoreName, number>> {
  const left = cohort.scores(questioned, known.mode, stop);
  const right = cohort.scores(known, questioned.mode, stop);
  throwIfStopped(stop);
  const vector = dotDense(questioned.documentVector, known.documentVector);
  return {
    lateInteraction: symmetricMaxSim(questioned.patches, known.patches),
    documentVector: vector,
    documentVectorNorm: (zScore(vector, left.documentVector) + zScore(vector, right.documentVector)) / 2,
    tfidf: dotRows(questioned.features, known.features),
    tfidfNorm:
      (zScore(dotRows(questioned.features, known.strongest), left.tfidf) +
        zScore(dotRows(known.features, questioned.strongest), right.tfidf)) /
      2,
    cosineDelta: cosineOf(questioned.wordProfile, known.wordProfile),
  };
}
