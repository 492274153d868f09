import type { TrialKind } from '../../../src/core/verification/fitting/trials';
import type { ScoreName } from '../../../src/core/verification/scores';

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
