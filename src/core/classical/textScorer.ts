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
