import type { Span } from '../domain';
import type { ScoredSpan } from '../ports';
import { byScore } from './shortlist';

/** A questioned span and the known spans that the exact tier scored against it. */
export interface SpanScores {
  readonly span: Span;
  readonly scored: readonly ScoredSpan[];
}

/** An author found by a search. */
export interface RankedAuthor {
  readonly author: string;
  /** Mean over the questioned spans of the score of this author's best span. Orders authors only. */
  readonly score: number;
  /** Per questioned span, the id of this author's best span; undefined where the span's shortlist has none. */
  readonly best: readonly (number | undefined)[];
}

/**
 * Ranks the authors of the questioned spans' shortlists; ties by name. Where a span's shortlist
 * does not reach an author, its lowest score stands in: the author's true score there is not expected to be above it.
 */
export function rankAuthors(spans: readonly SpanScores[]): RankedAuthor[] {
  const bests = spans.map(bestSpans);
  const lowest = spans.map(({ scored }) => scored.reduce((least, { score }) => Math.min(least, score), Infinity));
  const searched = spans.filter(({ scored }) => scored.length > 0).length;
  const authors = new Set(bests.flatMap((best) => [...best.keys()]));
  const scoreOf = (author: string): number => {
    let sum = 0;
    for (const [span, best] of bests.entries()) if (best.size > 0) sum += best.get(author)?.score ?? lowest[span]!;
    return sum / searched;
  };
  const bestOf = (author: string): (number | undefined)[] => bests.map((best) => best.get(author)?.id);
  return [...authors]
    .map((author) => ({ author, score: scoreOf(author), best: bestOf(author) }))
    .sort((a, b) => b.score - a.score || (a.author < b.author ? -1 : 1));
}

/** Each author's best span. */
function bestSpans({ scored }: SpanScores): Map<string, ScoredSpan> {
  const best = new Map<string, ScoredSpan>();
  for (const span of scored) {
    const held = best.get(span.author);
    if (!held || byScore(span, held) < 0) best.set(span.author, span);
  }
  return best;
}
