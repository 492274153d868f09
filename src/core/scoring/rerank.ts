import type { ScoredSpan, StopSignal } from '../ports';
import { throwIfStopped } from '../stop';
import type { QuantizedVectors } from './quantizedVectors';
import { byScore } from './shortlist';

/**
 * The listed spans that were not reranked, with the scores of their codes, moved by what reranking changed on average: they
 * take part in the order of documents, and nothing is shown of them.
 */
export function estimatedRest(listed: readonly ScoredSpan[], reranked: readonly ScoredSpan[]): ScoredSpan[] {
  const scores = new Map(reranked.map(({ id, score }) => [id, score]));
  let change = 0;
  for (const { id, score } of listed) change += ((scores.get(id) ?? score) - score) / Math.max(1, reranked.length);
  return listed.filter(({ id }) => !scores.has(id)).map((span) => ({ ...span, score: span.score + change }));
}

/** Stored vectors with the sign codes of the same patches. */
export interface CodedVectors extends QuantizedVectors {
  readonly codes: Uint8Array;
}

/** Scores stored vectors against one query. */
export interface Reranker {
  /**
   * An estimate that orders documents nearly as their scores do: from query patches at even distances in the text, and the
   * stored vectors whose codes come near the best for each. Where all patches take part it is not above the score.
   */
  screen(document: CodedVectors): number;
  /** Exact late interaction with the vectors stored: `meanMaxSim` within 1e-4, the same number on every machine. */
  score(document: CodedVectors): number;
}

/** Spans of a shortlist that are scored exactly (docs/decisions/0008-rerank.md). */
export const scoredSpans = 32;
/** How many of them may be one author's. */
export const spansOfAuthor = 2;

/**
 * The listed spans that are most like the query, best first, with exact scores: the fp32 tier, from which all shown scores
 * come. All are screened; the 32 with the highest estimates are scored, of one author the two highest only, for an author
 * is ranked by the best span. The others follow with their estimates, as of the sign tier. Throws Cancelled between spans.
 */
export function rerank(
  reranker: Reranker,
  listed: readonly ScoredSpan[],
  rows: readonly CodedVectors[],
  stop: StopSignal,
): ScoredSpan[] {
  const screened = listed.map((span, i) => {
    throwIfStopped(stop);
    return { span, rows: rows[i]!, estimate: reranker.screen(rows[i]!) };
  });
  screened.sort((a, b) => b.estimate - a.estimate || byScore(a.span, b.span));
  const ofAuthor = new Map<string, number>();
  const hopeful = screened.filter(({ span: { author } }) => {
    const place = ofAuthor.get(author) ?? 0;
    ofAuthor.set(author, place + 1);
    return place < spansOfAuthor;
  });
  const scored = hopeful.slice(0, scoredSpans).map(({ span, rows }): ScoredSpan => {
    throwIfStopped(stop);
    return { ...span, score: reranker.score(rows), tier: 'fp32' };
  });
  const exact = new Set(scored.map(({ id }) => id));
  const others = screened.filter(({ span }) => !exact.has(span.id));
  const estimated = others.map(({ span, estimate }): ScoredSpan => ({ ...span, score: estimate, tier: 'sign' }));
  return [...scored.sort(byScore), ...estimated];
}
