import { dotRows, dotsWith, type FeatureRow } from '../../../src/core/classical/featureRow';
import { type Ngrams, ngramScore, tfidf, withNegatedDirections } from '../../../src/core/classical/ngrams';
import type { ClassicalStatistics } from '../../../src/core/classical/statistics';

/** The classical methods by the names that `evaluate` prints. */
export type ClassicalMethod = 'char4' | 'bm25' | 'delta' | 'cosdelta' | 'tfidf' | 'ngrams';

/** Scores how alike two texts are without a model. Higher is more alike; each method has a scale of its own. */
export interface TextScorer<F> {
  readonly method: ClassicalMethod;
  /** What the method keeps of a text, so that a text in many comparisons is read once. */
  featuresOf(text: string): F;
  score(questioned: F, known: F): number;
  /** `score` of one text with many, where that is quicker than one by one. */
  scoresWith?(questioned: F): (known: F) => number;
}

/** Cosines of tf-idf rows. */
export function tfidfScorer(statistics: ClassicalStatistics): TextScorer<FeatureRow> {
  return { ...tfidf(statistics), method: 'tfidf', score: dotRows, scoresWith: dotsWith };
}

/** The score of the learned metric. */
export function ngramScorer(ngrams: Ngrams): TextScorer<FeatureRow> {
  return {
    method: 'ngrams',
    featuresOf: (text) => ngrams.featuresOf(text),
    score: ngramScore,
    scoresWith: (questioned) => dotsWith(withNegatedDirections(questioned)),
  };
}
