import { multiplyTexts } from '../classical/ngrams';
import type { TextKind } from '../domain/evidence';
import { type Cohort, type CohortStatistics, computeZScore } from '../cohort/cohort';
import type { TextProfile } from '../ports';
import { multiplyDense } from '../../lateInteraction/scoring/patches';

/**
 * The mean and deviation of each view between two random texts, so that the views can be added (docs/results/constants.md).
 * They belong to the bundled encoder and statistics. Only the ratios of the deviations affect an order.
 */
const backgroundStatistics = {
  lateInteraction: { mean: 0.48, deviation: 0.15 },
  documentVector: { mean: 0.41, deviation: 0.24 },
  ngrams: { mean: -0.1, deviation: 0.05 },
} as const satisfies Readonly<Record<string, CohortStatistics>>;

/**
 * The score of known texts in the combined order, without the correction by their own neighbourhoods: late interaction, the cosine of
 * document vectors, and the learned n-gram score minus half the score of the questioned text's nearest members in the known text's mode.
 * Each view counts in standard deviations above the background, with equal weights. The score does not depend on other results of the
 * search.
 * @param reached  a known text: the mean over the questioned spans of the score with its best span, and its profile
 * @param hubness  the mean of the questioned text's nearest members in the known text's mode
 */
export function computeCombinedScore(
  questioned: TextProfile,
  { maxSim, profile }: { readonly maxSim: number; readonly profile: TextProfile },
  hubness: number,
): number {
  const ngrams = multiplyTexts(questioned.features, profile.features);
  return (
    computeZScore(maxSim, backgroundStatistics.lateInteraction) +
    computeZScore(
      multiplyDense(questioned.documentVector, profile.documentVector),
      backgroundStatistics.documentVector,
    ) +
    computeZScore(ngrams - hubness / 2, backgroundStatistics.ngrams)
  );
}

/**
 * The two views of whole texts together, with equal weights, in standard deviations above the background: n-grams and document vectors, or
 * only n-grams if the texts have no vectors. The order of the two texts has no effect.
 * @param background  of the n-grams of another language, which are then used alone
 */
export function scoreWholeTexts(one: TextProfile, other: TextProfile, background?: CohortStatistics): number {
  const { ngrams, documentVector } = backgroundStatistics;
  const score = computeZScore(multiplyTexts(one.features, other.features), background ?? ngrams);
  if (background || one.documentVector.length === 0) return score;
  return score + computeZScore(multiplyDense(one.documentVector, other.documentVector), documentVector);
}

/** The distance between two n-gram scores, in the unit of the combined order. */
export function computeNgramAdvantage(score: number, other: number): number {
  return (score - other) / backgroundStatistics.ngrams.deviation;
}

/** A document by an author who may come first, whether or not the search reached it. */
export interface AuthorsDocument extends TextKind {
  readonly author: string;
  readonly words: number;
  readonly profile: TextProfile;
}

/** What the scores of single candidates are computed from. */
export interface CombinedOrder {
  readonly questioned: TextProfile;
  /** The mode and genre of the questioned text. */
  readonly kind: TextKind;
  readonly cohort: Cohort;
  /** The profile of every document that was reached. */
  readonly profiles: ReadonlyMap<string, TextProfile>;
  /** Ids of documents that take no part, such as copies of the questioned text. */
  readonly copies: ReadonlySet<string>;
  /** Their authors. */
  readonly leftOut: Iterable<string>;
}

/** What the n-grams of authors' documents are measured against, for the whole text or a part of it. */
export type AuthorsOrder = Pick<CombinedOrder, 'kind' | 'cohort' | 'leftOut'> & {
  readonly questioned: Pick<TextProfile, 'features'>;
};
