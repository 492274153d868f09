import { rowKey } from '../classical/featureRow';
import type { Cohort } from '../cohort/cohort';
import type { CohortDocument } from '../cohort/memberScores';
import type { Mode } from '../domain';
import type { StopSignal, TextProfile } from '../ports';
import { rankAuthors, rankBy, type RankedAuthor, type SpanScores } from '../scoring/authors';
import { neverStops, throwIfStopped } from '../stop';
import { combinedScorer, hubnessPenalty } from './combinedScore';

/** Documents, first by all else, whose own neighbourhoods are looked at; the others are taken to have the mean of these. */
const closest = 64;

/** What the mean of an author's documents counts; the rest is the best of them (docs/decisions/0028-authors-by-all-documents.md). */
const shareOfMean = 0.5;

/** What candidates are ordered by. */
export interface CombinedOrder {
  readonly questioned: TextProfile;
  /** Ids of documents that take no part, such as copies of the questioned text. */
  readonly leftOut: ReadonlySet<string>;
  /** Of every document that was reached. */
  readonly profiles: ReadonlyMap<string, TextProfile>;
  readonly cohort: Cohort;
}

/** A document that was reached. */
interface Reached {
  readonly id: string;
  readonly author: string;
  readonly profile: TextProfile;
  readonly score: number;
}

/** Ids of the documents that a search reached. */
export function reachedDocuments(spans: readonly SpanScores[]): readonly string[] {
  const reached = new Set<string>();
  for (const { scored } of spans) for (const { document } of scored) reached.add(document);
  return [...reached];
}

/**
 * Ranks the authors that a search reached by the combined scores of their documents that were reached: half the best of them,
 * half their mean, each text once; of equal scores the author first whom late interaction ranks first. Throws Cancelled.
 */
export function rankCombined(
  spans: readonly SpanScores[],
  order: CombinedOrder,
  stop: StopSignal = neverStops,
): RankedAuthor[] {
  const scores = new Map<string, Map<number, number>>();
  for (const { author, score, profile } of lessHubness(reached(spans, order, stop), order, stop)) {
    const own = scores.get(author) ?? new Map<number, number>();
    const text = rowKey(profile.features);
    scores.set(author, own.set(text, Math.max(score, own.get(text) ?? -Infinity)));
  }
  return rankAuthors(spans, stop)
    .map(({ author }) => ({ author, score: ofDocuments([...scores.get(author)!.values()]) }))
    .sort((a, b) => b.score - a.score);
}

/** An author's score from those of the documents, at least one. */
function ofDocuments(scores: readonly number[]): number {
  const best = scores.reduce((most, score) => Math.max(most, score));
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return (1 - shareOfMean) * best + shareOfMean * mean;
}

/** The documents that were reached, best first, scored by all but their own neighbourhoods. */
function reached(spans: readonly SpanScores[], order: CombinedOrder, stop: StopSignal): readonly Reached[] {
  const { questioned, profiles, cohort, leftOut } = order;
  const isCopy = ({ id }: CohortDocument): boolean => leftOut.has(id);
  const of = (mode: Mode): number => cohort.neighbourhoodMean(questioned.features, mode, isCopy, stop);
  const hubness = { written: of('written'), spoken: of('spoken'), unknown: of('unknown') };
  const scoreOf = combinedScorer({ profile: questioned, hubness });
  const authors = new Map<string, string>();
  for (const { scored } of spans) for (const { document, author } of scored) authors.set(document, author);
  return rankBy(spans, ({ document }) => document, stop)
    .map(({ key: id, score: maxSim }) => {
      throwIfStopped(stop);
      const profile = profiles.get(id)!;
      return { id, author: authors.get(id)!, profile, score: scoreOf({ maxSim, profile }) };
    })
    .sort((a, b) => b.score - a.score);
}

/** The same documents, their scores less what their own neighbourhoods take. */
function lessHubness(documents: readonly Reached[], order: CombinedOrder, stop: StopSignal): readonly Reached[] {
  const { questioned, cohort, leftOut } = order;
  const penalties = documents.slice(0, closest).map(({ id, author, profile }) => {
    throwIfStopped(stop);
    const isOwn = (other: CohortDocument): boolean =>
      other.id === id || other.author === author || leftOut.has(other.id);
    return hubnessPenalty(cohort.neighbourhoodMean(profile.features, questioned.mode, isOwn, stop));
  });
  const mean = penalties.reduce((sum, penalty) => sum + penalty, 0) / penalties.length;
  return documents.map((document, i) => ({ ...document, score: document.score - (penalties[i] ?? mean) }));
}
