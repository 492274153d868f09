import { ngramScore } from '../classical/ngrams';
import { type Cohort, zScore } from '../cohort/cohort';
import type { StopSignal } from '../ports';
import { dotDense } from '../scoring/patches';
import { neverStops, throwIfStopped } from '../stop';
import type { TextFeatures } from './textFeatures';

/** The scores that verifiers weigh: those that gain something where the sources are new (docs/decisions/0023-out-of-source.md). */
export const scoreNames = ['ngrams', 'ngramsNorm', 'documentVector'] as const;
export type ScoreName = (typeof scoreNames)[number];

/**
 * All scores of one comparison; each is higher for texts more alike and has a scale of its own. `documentVector` is a cosine, `ngrams` the
 * score of the learned metric; `ngramsNorm` is that under adaptive symmetric normalisation (Matějka and others 2017): standard
 * deviations above the nearest members of a cohort, of the other side's mode and genre, from either side, averaged. Swapping the two texts changes no
 * score. Throws Cancelled.
 *
 * @param leftOut  authors of the cohort who may have written either text
 */
export function verificationScores(
  questioned: TextFeatures,
  known: TextFeatures,
  { cohort, leftOut }: { readonly cohort: Cohort; readonly leftOut: ReadonlySet<string> },
  stop: StopSignal = neverStops,
): Readonly<Record<ScoreName, number>> {
  const left = cohort.statistics(questioned.features, known, leftOut, stop);
  const right = cohort.statistics(known.features, questioned, leftOut, stop);
  throwIfStopped(stop);
  const ngrams = ngramScore(questioned.features, known.features);
  return {
    ngrams,
    ngramsNorm: (zScore(ngrams, left) + zScore(ngrams, right)) / 2,
    documentVector: dotDense(questioned.documentVector, known.documentVector),
  };
}
