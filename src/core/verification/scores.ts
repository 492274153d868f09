import { dotRows } from '../classical/featureRow';
import { type Cohort, dotDense, symmetricNorm } from './cohort';
import type { DescribedText } from './describe';
import { symmetricMaxSim } from './lateInteraction';

/** The scores that a verifier may weigh, in the order in which they are computed. */
export const scoreNames = ['lateInteraction', 'documentVector', 'documentVectorNorm', 'tfidf', 'tfidfNorm'] as const;
export type ScoreName = (typeof scoreNames)[number];

/**
 * All scores of one comparison; each is higher for texts more alike and has a scale of its own. Cosines lie in [-1, 1]; "Norm"
 * scores are in standard deviations above strangers of the other side's mode. Swapping the two texts changes none of them.
 */
export function compareTexts(
  questioned: DescribedText,
  known: DescribedText,
  cohort: Cohort,
): Readonly<Record<ScoreName, number>> {
  const left = cohort.scores(questioned, known.mode);
  const right = cohort.scores(known, questioned.mode);
  const vector = dotDense(questioned.open, known.open);
  const ngrams = dotRows(questioned.features, known.features);
  return {
    lateInteraction: symmetricMaxSim(questioned.patches, known.patches),
    documentVector: vector,
    documentVectorNorm: symmetricNorm(vector, left.documentVector, right.documentVector),
    tfidf: ngrams,
    tfidfNorm: symmetricNorm(ngrams, left.tfidf, right.tfidf),
  };
}
