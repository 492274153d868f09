import { prepareProducts } from '../classical/featureRow';
import { negateDirections } from '../classical/ngrams';
import type { Mode, TextKind } from '../domain';
import { type Cohort, type CohortStatistics, computeZScore } from '../cohort/cohort';
import type { TextProfile } from '../ports';
import { multiplyDense } from '../scoring/patches';

/** A known text that a search reached. */
export interface ReachedText {
  /** Mean over the questioned spans of the score of this text's best span. */
  readonly maxSim: number;
  readonly profile: TextProfile;
}

/**
 * What each view is like between two texts drawn at random, so that the views can be added (docs/decisions/0009-combined-order.md).
 * They belong to the shipped encoder and statistics; only the proportions of the deviations matter to an order.
 */
const backgroundStatistics = {
  lateInteraction: { mean: 0.48, deviation: 0.15 },
  documentVector: { mean: 0.41, deviation: 0.24 },
  ngrams: { mean: -0.1, deviation: 0.05 },
} as const satisfies Readonly<Record<string, CohortStatistics>>;

/**
 * The combined order's score of known texts but for their own neighbourhoods: late interaction, the cosine of document vectors, and
 * the learned n-gram score less half of what the questioned text's nearest members of the known text's mode have. Each view counts
 * in standard deviations above the background, with equal weights. It does not depend on what else was reached.
 */
export function createCombinedScorer({
  profile: questioned,
  hubness,
}: {
  readonly profile: TextProfile;
  readonly hubness: Readonly<Record<Mode, number>>;
}): (reached: ReachedText) => number {
  const ngramScore = prepareProducts(negateDirections(questioned.features));
  return ({ maxSim, profile }) =>
    computeZScore(maxSim, backgroundStatistics.lateInteraction) +
    computeZScore(
      multiplyDense(questioned.documentVector, profile.documentVector),
      backgroundStatistics.documentVector,
    ) +
    computeZScore(ngramScore(profile.features) - hubness[profile.mode] / 2, backgroundStatistics.ngrams);
}

/**
 * The two views of whole texts together, with equal weights, in standard deviations above the background: n-grams and document vectors,
 * or n-grams alone where the texts have no vectors. Which of the two texts comes first changes nothing.
 *
 * @param background  of the n-grams of another language, which alone count there
 */
export function createWholeTextScorer(one: TextProfile, background?: CohortStatistics): (other: TextProfile) => number {
  const { documentVector } = one;
  const ngramScore = prepareProducts(negateDirections(one.features));
  return (other) => {
    const ngrams = computeZScore(ngramScore(other.features), background ?? backgroundStatistics.ngrams);
    if (background || documentVector.length === 0) return ngrams;
    return (
      ngrams + computeZScore(multiplyDense(documentVector, other.documentVector), backgroundStatistics.documentVector)
    );
  };
}

/** How far an n-gram score lies above another, in the unit of the combined order. */
export function computeNgramAdvantage(score: number, other: number): number {
  return (score - other) / backgroundStatistics.ngrams.deviation;
}

/** What a known text's own neighbourhood, of the questioned text's mode, takes from its score. */
export function computeHubnessPenalty(hubness: number): number {
  return computeNgramAdvantage(hubness, 0) / 2;
}

/** Among fewer authors nobody stands out: it was not tried. */
const minAuthors = 4;

/** How far the first of the order must be ahead of the second to stand out, in the order's own unit. */
const minAdvantage = 1.5;
/** The same among four authors, who were not measured with what tells authors from each other. */
const minAdvantageOfFour = 2;

/**
 * The first author stands out who is 1.5 or more ahead of the second, among four authors 2. Where none of the authors wrote the text, about one
 * search in twenty ends so (docs/decisions/0025-standing-out.md). It says nothing about strength of evidence.
 *
 * @param scores  of all authors of a combined order, best first
 * @returns whether the first does, and the score from which on it would; undefined for fewer than four authors
 */
export function judgeStanding(scores: readonly number[]) {
  const [first, second] = scores;
  if (first === undefined || second === undefined || scores.length < minAuthors) return undefined;
  const limit = second + (scores.length > minAuthors ? minAdvantage : minAdvantageOfFour);
  return { standsOut: first >= limit, limit };
}

/** How far the first must be ahead of the second for lines to lead that are common among authors who come first without having written the text. */
const minLead = 0.75;

/** The author whose lines may lead, by scores of a combined order, best first: the first, if it is ahead. Undefined: there are too few authors to tell. */
export function findAhead(
  authors: readonly { readonly author: string; readonly score: number }[],
): { readonly author: string | undefined } | undefined {
  const [first, second] = authors;
  if (!first || !second || authors.length < minAuthors) return undefined;
  return { author: first.score - second.score >= minLead ? first.author : undefined };
}

/** A document by an author who may come first, reached or not. */
export interface AuthorsDocument extends TextKind {
  readonly author: string;
  readonly words: number;
  readonly profile: TextProfile;
}

/** What candidates are ordered by, as far as each is compared for itself. */
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

/** What the n-grams of authors' documents are measured by, of the whole text or a part of it. */
export type AuthorsOrder = Pick<CombinedOrder, 'kind' | 'cohort' | 'leftOut'> & {
  readonly questioned: Pick<TextProfile, 'features'>;
};
