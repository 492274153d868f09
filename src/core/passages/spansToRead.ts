import type { SearchedSpan } from '../search';

/** Spans of the questioned text that passages are sought in: some 18,000 words. */
const mostSpans = 48;
/** Others that a candidate is measured by in a span. */
const others = 3;

/**
 * The spans in which passages are sought, in the order of the text: all, or the 48 that the candidates, taking turns, answer best by
 * the score of their best span less the mean of the best three other authors.
 */
export function spansToRead(searched: readonly SearchedSpan[], authors: readonly string[]): readonly SearchedSpan[] {
  if (searched.length <= mostSpans) return searched;
  const orders = authors.map((author) => placesByMargin(searched, author));
  const chosen = new Set<number>();
  for (let rank = 0; chosen.size < mostSpans && rank < searched.length; rank++) {
    for (const order of orders) {
      const place = order[rank];
      if (place !== undefined && chosen.size < mostSpans) chosen.add(place);
    }
  }
  return searched.filter((_, i) => chosen.has(i));
}

function placesByMargin(searched: readonly SearchedSpan[], author: string): readonly number[] {
  return searched
    .map(({ scored }, i) => ({ place: i, margin: marginOf(scored, author) }))
    .filter(({ margin }) => margin !== undefined)
    .sort((a, b) => b.margin! - a.margin! || a.place - b.place)
    .map(({ place }) => place);
}

function marginOf(scored: SearchedSpan['scored'], author: string): number | undefined {
  const best = new Map<string, number>();
  for (const span of scored) best.set(span.author, Math.max(best.get(span.author) ?? -Infinity, span.score));
  const own = best.get(author);
  if (own === undefined) return undefined;
  best.delete(author);
  const rest = [...best.values()].sort((a, b) => b - a).slice(0, others);
  return own - (rest.length > 0 ? rest.reduce((sum, score) => sum + score, 0) / rest.length : 0);
}
