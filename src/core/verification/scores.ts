import { dotRows } from '../classical/featureRow';
import { withNegatedDirections } from '../classical/ngrams';
import type { StopSignal } from '../ports';
import { neverStops, throwIfStopped } from '../stop';
import { type Cohort, dotDense, zScore } from './cohort';
import type { TrialKind } from './fitting/crossFit';
import type { TextFeatures } from './features/textFeatures';

/** The scores that verifiers weigh: those that gain something where the sources are new (docs/decisions/0023-out-of-source.md). */
export const scoreNames = ['ngrams', 'ngramsNorm', 'documentVector'] as const;
export type ScoreName = (typeof scoreNames)[number];

/** What n-grams are measured against: a collection, or nothing where there is none. */
export type Measured = 'collection' | 'alone';

/**
 * What is weighed for trials of a kind. Across the genres of one mode the document vector misleads where the sources are new, and
 * n-grams speak by themselves.
 */
export function fusionOf({ modes, genreRelation }: TrialKind, measured: Measured): readonly ScoreName[] {
  const ngrams = measured === 'collection' ? 'ngramsNorm' : 'ngrams';
  const acrossGenres = genreRelation === 'cross' && (modes === 'written-written' || modes === 'spoken-spoken');
  return acrossGenres ? [ngrams] : [ngrams, 'documentVector'];
}

/** What two texts are measured against. */
export interface Strangers {
  readonly cohort: Cohort;
  /** Authors who are no strangers to the two texts, as far as they are known. */
  readonly leftOut: ReadonlySet<string>;
}

/**
 * All scores of one comparison; each is higher for texts more alike and has a scale of its own. `documentVector` is a cosine, `ngrams` the
 * score of the learned metric; `ngramsNorm` is that under adaptive symmetric normalisation (Matějka and others 2017): standard
 * deviations above the nearest strangers of the other side's mode and genre, from either side, averaged. Swapping the two texts changes no
 * score. Throws Cancelled.
 */
export function verificationScores(
  questioned: TextFeatures,
  known: TextFeatures,
  { cohort, leftOut }: Strangers,
  stop: StopSignal = neverStops,
): Readonly<Record<ScoreName, number>> {
  const left = cohort.statistics(questioned.features, known, leftOut, stop);
  const right = cohort.statistics(known.features, questioned, leftOut, stop);
  throwIfStopped(stop);
  const ngrams = dotRows(withNegatedDirections(questioned.features), known.features);
  return {
    ngrams,
    ngramsNorm: (zScore(ngrams, left) + zScore(ngrams, right)) / 2,
    documentVector: dotDense(questioned.documentVector, known.documentVector),
  };
}
