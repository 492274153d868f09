import { computeRowKey } from '../classical/featureRow';
import { multiplyTexts } from '../classical/ngrams';
import { type CohortDocument, formatGenreKey } from '../cohort/cohort';
import type { Mode } from '../domain/evidence';
import { rankAuthors, rankBy, type RankedAuthor, type SpanScores } from '../../lateInteraction/scoring/authors';
import { neverStops, type StopSignal, throwIfStopped } from '../basics/work';
import { computeStatistics } from '../verification/scores';
import { computeWeight } from '../verification/sides';
import {
  type AuthorsDocument,
  type AuthorsOrder,
  type CombinedOrder,
  computeCombinedScore,
  computeNgramAdvantage,
} from './combinedScore';
import { computeMean, groupBy } from '../basics/numbers';

/**
 * This many documents, the best before this correction, are corrected by their own neighbourhoods. All others are corrected by the mean of
 * these.
 */
const closest = 64;

/** This many authors, the first by the documents that were reached, are compared by all of their documents. */
export const leadingAuthors = 64;

/** The weight of the mean of all documents, compared with those that were reached (docs/results/constants.md). */
const weightOfAll = 2;

/**
 * The weight of the mean of an author's documents. The rest is the weight of the best one
 * (docs/results/constants.md).
 */
const shareOfMean = 0.5;

/** Ids of the documents that a search reached. */
export function listReachedDocuments(spans: readonly SpanScores[]): readonly string[] {
  const reached = new Set<string>();
  for (const { scored } of spans) for (const { document } of scored) reached.add(document);
  return [...reached];
}

/**
 * Ranks the authors that a search reached by the combined scores of their documents that were reached: half the best one, half the mean,
 * with each text counted once. Of authors with equal scores, the one that late interaction ranks higher comes first. Throws Cancelled.
 */
export function rankCombined(
  spans: readonly SpanScores[],
  { questioned, profiles, cohort, copies }: Pick<CombinedOrder, 'questioned' | 'copies' | 'profiles' | 'cohort'>,
  stop: StopSignal = neverStops,
): RankedAuthor[] {
  const isCopy = ({ id }: CohortDocument): boolean => copies.has(id);
  const ofMode = new Map<Mode, number>();
  for (const { mode } of profiles.values())
    if (!ofMode.has(mode)) ofMode.set(mode, cohort.computeNeighbourhoodMean(questioned.features, mode, isCopy, stop));
  const authors = new Map<string, string>();
  for (const { scored } of spans) for (const { document, author } of scored) authors.set(document, author);
  const documents = rankBy(spans, ({ document }) => document, stop)
    .map(({ key: id, score: maxSim }) => {
      throwIfStopped(stop);
      const profile = profiles.get(id)!;
      const score = computeCombinedScore(questioned, { maxSim, profile }, ofMode.get(profile.mode)!);
      return { id, author: authors.get(id)!, profile, score };
    })
    .sort((a, b) => b.score - a.score);
  // The scores are corrected by the documents' own neighbourhoods.
  const penalties = documents.slice(0, closest).map(({ id, author, profile }) => {
    throwIfStopped(stop);
    const isOwn = (other: CohortDocument): boolean =>
      other.id === id || other.author === author || copies.has(other.id);
    const hubness = cohort.computeNeighbourhoodMean(profile.features, questioned.mode, isOwn, stop);
    return computeNgramAdvantage(hubness, 0) / 2;
  });
  const mean = computeMean(penalties);
  const scores = new Map<string, Map<number, number>>();
  for (const [i, { author, profile, ...document }] of documents.entries()) {
    const score = document.score - (penalties[i] ?? mean);
    const own = scores.get(author) ?? new Map<number, number>();
    const text = computeRowKey(profile.features);
    scores.set(author, own.set(text, Math.max(score, own.get(text) ?? -Infinity)));
  }
  return rankAuthors(spans, stop)
    .map(({ author }) => {
      const own = [...scores.get(author)!.values()];
      const best = own.reduce((most, score) => Math.max(most, score));
      return { author, score: (1 - shareOfMean) * best + shareOfMean * computeMean(own) };
    })
    .sort((a, b) => b.score - a.score);
}

/**
 * Ranks the first 64 authors also by all of their documents: by how much more similar these are to the questioned text than documents of
 * the same kind by others. This finds authors who wrote nothing of the questioned text's kind, while the documents that were reached are of
 * that kind. Authors without given documents keep their places behind. Throws Cancelled.
 * @param documents  at least one of each leading author
 */
export function rankByAll(
  ranked: readonly RankedAuthor[],
  documents: readonly AuthorsDocument[],
  order: AuthorsOrder,
  stop: StopSignal = neverStops,
): readonly RankedAuthor[] {
  const byAuthor = groupBy(documents, ({ author }) => author);
  const leading = ranked.flatMap(({ author, score }) => {
    throwIfStopped(stop);
    const own = byAuthor.get(author);
    return own ? [{ author, score: score + weightOfAll * computeMeanAdvantage(author, own, order, stop) }] : [];
  });
  const lowest = leading.reduce((least, { score }) => Math.min(least, score), Infinity);
  const others = ranked.filter(({ author }) => !byAuthor.has(author));
  return [
    ...leading.sort((a, b) => b.score - a.score),
    ...others.map(({ author, score }) => ({ author, score: Math.min(lowest, score) })),
  ];
}

/**
 * How far the questioned text's n-gram scores with an author's documents are above those with documents of the same kind by others. 0 if
 * there are too few others. Throws Cancelled.
 */
export function computeMeanAdvantage(
  author: string,
  documents: readonly AuthorsDocument[],
  { questioned, kind, cohort, leftOut }: AuthorsOrder,
  stop: StopSignal,
): number {
  const others = new Set([...leftOut, author]);
  let [sum, weights] = [0, 0];
  for (const alike of groupBy(documents, formatGenreKey).values()) {
    const comparable = cohort.selectComparable(alike[0]!, others) ?? cohort.selectComparable(unknownKind, others);
    if (!comparable) continue;
    const { mean } = computeStatistics(comparable)(questioned.features, stop);
    for (const document of alike) {
      const weight = computeWeight(kind, document);
      sum += weight * computeNgramAdvantage(multiplyTexts(questioned.features, document.profile.features), mean);
      weights += weight;
    }
  }
  return weights > 0 ? sum / weights : 0;
}

/** The kind of all documents, used if too few have a mode. */
const unknownKind = { mode: 'unknown', genre: '' } as const;
