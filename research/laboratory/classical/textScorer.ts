import { multiplyRows, normaliseRow, type FeatureRow } from '../../../src/core/classical/featureRow';
import { FeatureWeigher, type Ngrams, computeIdf, multiplyTexts } from '../../../src/core/classical/ngrams';
import type { ClassicalStatistics } from '../../../src/core/classical/features';

/** The classical methods by the names that `evaluate` prints. */
export type ClassicalMethod = 'char4' | 'bm25' | 'delta' | 'cosdelta' | 'tfidf' | 'ngrams';

/** Scores how alike two texts are without a model. Higher is more alike; each method has a scale of its own. */
export interface TextScorer<F> {
  readonly method: ClassicalMethod;
  /** What the method keeps of a text, so that a text in many comparisons is read once. */
  computeFeatures(text: string): F;
  score(questioned: F, known: F): number;
}

/** Cosines of tf-idf rows. */
export function tfidfScorer(statistics: ClassicalStatistics): TextScorer<FeatureRow> {
  return { ...createTfidf(statistics), method: 'tfidf', score: (one, other) => multiplyRows(one, other) };
}

/** The score of the learned metric. */
export function ngramScorer(ngrams: Ngrams): TextScorer<FeatureRow> {
  return {
    method: 'ngrams',
    computeFeatures: (text) => ngrams.computeFeatures(text),
    score: multiplyTexts,
  };
}

/**
 * Tf-idf rows over characters 2–4 (with case, white space folded) and words 1–2 (lower case, signs are words), which are compared by
 * cosine: weight = (1 + ln count) · (ln((1 + N) / (1 + df)) + 1), unit length. Features outside the vocabulary are left out.
 */
export function createTfidf(statistics: ClassicalStatistics): { computeFeatures(text: string): FeatureRow } {
  const weigher = new FeatureWeigher(statistics.features, computeIdf(statistics));
  return { computeFeatures: (text: string) => normaliseRow(weigher.weigh(text)) };
}
