import type { ScoredSpan, StopSignal } from '../ports';
import { throwIfStopped } from '../stop';
import { bestMatches, type UnitRows } from './bestMatches';
import { type PackedRows, unpackRows } from './packedRows';
import { byScore } from './shortlist';

/** Stored rows with the sign codes of the same patches. */
export interface CodedRows extends PackedRows {
  readonly codes: Uint8Array;
}

/** Scores stored rows against one query. */
export interface Reranker {
  /**
   * An estimate that is never above the score by more than rounding, and below it by `shortfall` at most on nearly every span:
   * from the stored rows whose codes come near the best for a query patch.
   */
  screen(document: CodedRows): number;
  /** Exact late interaction with the rows stored: `meanMaxSim` within 1e-4, the same number on every machine. */
  score(document: CodedRows): number;
}

/** The reference: what it screens is the score itself. */
export function plainReranker(query: UnitRows): Reranker {
  const score = (document: CodedRows): number => {
    const { similarities } = bestMatches(query, { dim: document.dim, values: unpackRows(document) });
    return similarities.reduce((sum, similarity) => sum + similarity, 0) / similarities.length;
  };
  return { screen: score, score };
}

/** Spans of a shortlist whose order is exact, at least. */
const wanted = 20;
/** By how much a score may be above its estimate and still be counted on (docs/decisions/0008-rerank.md). */
const shortfall = 0.02;

/**
 * The listed spans that are most like the query, best first, with exact scores: the fp32 tier, from which all shown scores
 * come. All are screened; then they are scored in the order of their estimates until the rest cannot be expected among the best 20.
 * Throws Cancelled between spans.
 */
export function rerank(
  reranker: Reranker,
  listed: readonly ScoredSpan[],
  rows: readonly CodedRows[],
  stop: StopSignal,
): ScoredSpan[] {
  const screened = listed.map((span, place) => {
    throwIfStopped(stop);
    return { span, rows: rows[place]!, score: reranker.screen(rows[place]!) };
  });
  screened.sort((a, b) => b.score - a.score || byScore(a.span, b.span));
  const best: number[] = []; // the highest scores so far, descending
  const scored: ScoredSpan[] = [];
  for (const { span, rows, score: estimate } of screened) {
    throwIfStopped(stop);
    if (estimate + shortfall < (best[wanted - 1] ?? -Infinity)) break;
    const score = reranker.score(rows);
    scored.push({ ...span, score, tier: 'fp32' });
    const place = best.findIndex((other) => other < score);
    best.splice(place < 0 ? best.length : place, 0, score);
  }
  return scored.sort(byScore);
}
