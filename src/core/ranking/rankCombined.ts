import type { Mode } from '../domain';
import type { TextProfile } from '../ports';
import { rankAuthors, rankBy, type RankedAuthor, type SpanScores } from '../scoring/authors';
import { combinedScorer, crowdPenalty } from './combinedScore';
import type { DocumentAuthor, Strangers } from './strangers';

/** Documents, first by all else, whose own crowds are looked at; the others are taken to have the mean of these. */
const closest = 64;

/** What candidates are ordered by. */
export interface CombinedOrder {
  readonly questioned: TextProfile;
  /** Ids of documents that take no part, such as copies of the questioned text. */
  readonly leftOut: ReadonlySet<string>;
  /** Of every document that was reached. */
  readonly profiles: ReadonlyMap<string, TextProfile>;
  readonly strangers: Strangers;
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
  return [...new Set(spans.flatMap(({ scored }) => scored.map(({ document }) => document)))];
}

/**
 * Ranks the authors that a search reached by the combined scores of their documents: an author stands where the best of them
 * does; of equal scores the author first whom late interaction ranks first.
 */
export function rankCombined(spans: readonly SpanScores[], order: CombinedOrder): RankedAuthor[] {
  const best = new Map<string, number>();
  for (const { author, score } of lessCrowds(reached(spans, order), order)) {
    best.set(author, Math.max(best.get(author) ?? -Infinity, score));
  }
  return rankAuthors(spans)
    .map((ranked) => ({ ...ranked, score: best.get(ranked.author)! }))
    .sort((a, b) => b.score - a.score);
}

/** The documents that were reached, best first, scored by all but their own crowds. */
function reached(spans: readonly SpanScores[], order: CombinedOrder): readonly Reached[] {
  const { questioned, profiles, strangers, leftOut } = order;
  const of = (mode: Mode): number => strangers.crowd(questioned.features, mode, ({ id }) => leftOut.has(id));
  const crowd = { written: of('written'), spoken: of('spoken'), unknown: of('unknown') };
  const scoreOf = combinedScorer({ profile: questioned, crowd });
  const authors = new Map(spans.flatMap(({ scored }) => scored.map(({ document, author }) => [document, author])));
  return rankBy(spans, ({ document }) => document)
    .map(({ key: id, score: maxSim }) => {
      const profile = profiles.get(id)!;
      return { id, author: authors.get(id)!, profile, score: scoreOf({ maxSim, profile }) };
    })
    .sort((a, b) => b.score - a.score);
}

/** The same documents, their scores less what their own crowds take. */
function lessCrowds(documents: readonly Reached[], order: CombinedOrder): readonly Reached[] {
  const { questioned, strangers, leftOut } = order;
  const penalties = documents.slice(0, closest).map(({ id, author, profile }) => {
    const isOwn = (other: DocumentAuthor): boolean =>
      other.id === id || other.author === author || leftOut.has(other.id);
    return crowdPenalty(strangers.crowd(profile.features, questioned.mode, isOwn));
  });
  const mean = penalties.reduce((sum, penalty) => sum + penalty, 0) / penalties.length;
  return documents.map((document, place) => ({ ...document, score: document.score - (penalties[place] ?? mean) }));
}
