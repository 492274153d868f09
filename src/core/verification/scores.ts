import { dotRows } from '../classical/featureRow';
import { withNegatedDirections } from '../classical/ngrams';
import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';
import { type Cohort, dotDense, zScore } from './cohort';
import type { TextFeatures } from './features/textFeatures';

/** The scores that a verifier weighs: those that gain something where the sources are new (docs/decisions/0023-out-of-source.md). */
export const scoreNames = ['ngramsNorm', 'documentVector'] as const;
export type ScoreName = (typeof scoreNames)[number];

/** What two texts are measured against. */
export interface Strangers {
  readonly cohort: Cohort;
  /** Authors who are no strangers to the two texts, as far as they are known. */
  readonly leftOut: ReadonlySet<string>;
}

/**
 * All scores of one comparison; each is higher for texts more alike and has a scale of its own. `documentVector` is a cosine.
 * `ngramsNorm` is the score of the learned metric under adaptive symmetric normalisation (Matějka and others 2017): standard
 * deviations above the nearest strangers of the other side's mode, from either side, averaged. Swapping the two texts changes no
 * score. Throws Cancelled.
 */
export function verificationScores(
  questioned: TextFeatures,
  known: TextFeatures,
  { cohort, leftOut }: Strangers,
  stop: StopSignal = neverStops,
): Readonly<Record<ScoreName, number>> {
  const left = cohort.statistics(questioned.features, known.mode, leftOut, stop);
  const right = cohort.statistics(known.features, questioned.mode, leftOut, stop);
  throwIfStopped(stop);
  const ngrams = ngramScore(questioned, known);
  return {
    ngramsNorm: (zScore(ngrams, left) + zScore(ngrams, right)) / 2,
    documentVector: dotDense(questioned.documentVector, known.documentVector),
  };
}

/** The score of two texts under the learned metric, as it is. */
export function ngramScore(questioned: TextFeatures, known: TextFeatures): number {
  return dotRows(withNegatedDirections(questioned.features), known.features);
}
