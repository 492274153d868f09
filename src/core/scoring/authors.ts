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
  /** Orders authors of one ranking only. */
  readonly score: number;
  /** Per questioned span, the id of this author's best span; undefined where the span's shortlist has none. */
  readonly best: readonly (number | undefined)[];
}

/** Spans of one author, or of one document. */
interface RankedGroup {
  readonly key: string;
  readonly score: number;
  readonly best: readonly (number | undefined)[];
}

/** Ranks the authors of the questioned spans' shortlists by late interaction, as `rankBy` does. */
export function rankAuthors(spans: readonly SpanScores[]): RankedAuthor[] {
  return rankBy(spans, ({ author }) => author).map(({ key, ...found }) => ({ author: key, ...found }));
}

/**
 * Ranks what the spans of the shortlists belong to, by the mean over the questioned spans of the score of its best span; ties by
 * key. Where a span's shortlist does not reach a group, its lowest score stands in: the group's true score there is not
 * expected to be above it.
 */
export function rankBy(spans: readonly SpanScores[], keyOf: (span: ScoredSpan) => string): RankedGroup[] {
  const bests = spans.map((span) => bestSpans(span, keyOf));
  const lowest = spans.map(({ scored }) => scored.reduce((least, { score }) => Math.min(least, score), Infinity));
  const searched = spans.filter(({ scored }) => scored.length > 0).length;
  const keys = new Set(bests.flatMap((best) => [...best.keys()]));
  const scoreOf = (key: string): number => {
    let sum = 0;
    for (const [span, best] of bests.entries()) if (best.size > 0) sum += best.get(key)?.score ?? lowest[span]!;
    return sum / searched;
  };
  const bestOf = (key: string): (number | undefined)[] => bests.map((best) => best.get(key)?.id);
  return [...keys]
    .map((key) => ({ key, score: scoreOf(key), best: bestOf(key) }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
}

/** Each group's best span. */
function bestSpans({ scored }: SpanScores, keyOf: (span: ScoredSpan) => string): Map<string, ScoredSpan> {
  const best = new Map<string, ScoredSpan>();
  for (const span of scored) {
    const held = best.get(keyOf(span));
    if (!held || byScore(span, held) < 0) best.set(keyOf(span), span);
  }
  return best;
}
