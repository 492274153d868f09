import type { PartScores } from './twoParts';

/** What the scores of two parts of a text count, and from where on they are taken to be by two hands. */
export interface AuthorChangeWeights {
  readonly offset: number;
  /** One weight for each feature that `computeFeatures` gives. */
  readonly weights: readonly number[];
  /** The distance from which on a change of hand is announced. */
  readonly threshold: number;
}

/** The weights that ship, by `evaluate splices --data DATA --fit --count 200` on authors whom the metric of n-grams was not learned from. */
export const authorChangeWeights: {
  readonly alone: AuthorChangeWeights;
  readonly besideCandidates: AuthorChangeWeights;
} = {
  alone: {
    offset: 9.73,
    weights: [-22.238, -6.355, -14.689, 5.237, -2.708, 0.615, 2.986, 2.866],
    threshold: 1.975,
  },
  besideCandidates: {
    offset: 8.573,
    weights: [-17.926, -4.853, -16.685, 4.062, -2.226, 1.51, 2.616, 2.058, 3.274, 23.026],
    threshold: 1.777,
  },
};

/** Share of texts by one author in which a change is announced all the same: `docs/results/constants.md`. */
export const authorChangeAlarms = { ofTwoWorks: 0.13, ofOneWork: 0.01 } as const;

/** The middle of what is fitted: ln of half the harmonic mean of both lengths in words. */
const middle = 6;

/** What is weighed of two parts: how alike they are in three ways, how long they are, how likeness goes with length, and what candidates say. */
export function computeFeatures({
  words,
  otherWords,
  ngrams,
  grammar,
  tfidf,
  candidates,
}: PartScores): readonly number[] {
  const length = Math.log((words * otherWords) / (words + otherWords)) - middle;
  const own = [ngrams, grammar, tfidf, length, length ** 2, ngrams * length, grammar * length, tfidf * length];
  return candidates === undefined ? own : [...own, candidates, candidates * length];
}

/** How far two parts are apart beyond what their lengths and subjects lead one to expect, as log-odds of the fit; they are no odds of a case. */
export function computeDistance(scores: PartScores, { offset, weights }: AuthorChangeWeights): number {
  return computeFeatures(scores).reduce((sum, value, i) => sum + weights[i]! * value, offset);
}
