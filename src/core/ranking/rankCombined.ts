import type { TextProfile } from '../ports';
import { rankAuthors, rankBy, type RankedAuthor, type SpanScores } from '../scoring/authors';
import { combinedScorer } from './combinedScore';

/** Ids of the documents that a search reached. */
export function reachedDocuments(spans: readonly SpanScores[]): readonly string[] {
  return [...new Set(spans.flatMap(({ scored }) => scored.map(({ document }) => document)))];
}

/**
 * Ranks the authors that a search reached by the combined scores of their documents: an author stands where the best of them
 * does; of equal scores the author first whom late interaction ranks first. `profiles` holds every document reached.
 */
export function rankCombined(
  spans: readonly SpanScores[],
  questioned: TextProfile,
  profiles: ReadonlyMap<string, TextProfile>,
): RankedAuthor[] {
  const scoreOf = combinedScorer(questioned);
  const authors = new Map(spans.flatMap(({ scored }) => scored.map(({ document, author }) => [document, author])));
  const best = new Map<string, number>();
  for (const { key, score: maxSim } of rankBy(spans, ({ document }) => document)) {
    const author = authors.get(key)!;
    const score = scoreOf({ maxSim, profile: profiles.get(key)! });
    best.set(author, Math.max(best.get(author) ?? -Infinity, score));
  }
  return rankAuthors(spans)
    .map((ranked) => ({ ...ranked, score: best.get(ranked.author)! }))
    .sort((a, b) => b.score - a.score);
}
