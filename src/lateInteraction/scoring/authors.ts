import type { EncodedSpan, ScoredSpan } from '../../core/ports';
import { neverStops, type StopSignal, throwIfStopped } from '../../core/basics/work';
import { compareScores } from './rerank';

/** The known spans that the exact tier scored against one questioned span. */
export interface SpanScores {
  readonly scored: readonly ScoredSpan[];
}

/** A questioned span with the known spans that were scored against it. */
export type SearchedSpan = EncodedSpan & SpanScores;

/** An author found by a search. */
export interface RankedAuthor {
  readonly author: string;
  /** Orders authors of one ranking only. */
  readonly score: number;
}

/** Ranks the authors of the questioned spans' shortlists by late interaction, as `rankBy` does. */
export function rankAuthors(spans: readonly SpanScores[], stop: StopSignal = neverStops): RankedAuthor[] {
  return rankBy(spans, (span) => span.author, stop).map(({ key, score }) => ({ author: key, score }));
}

/**
 * Ranks the groups that the spans of the shortlists belong to, by the mean over the questioned spans of the score of the group's best span;
 * ties by key. If a span's shortlist has no span of a group, the lowest score of the shortlist is used: the group's true score there should
 * not be above it. Throws Cancelled between spans.
 */
export function rankBy(
  spans: readonly SpanScores[],
  keyOf: (span: ScoredSpan) => string,
  stop: StopSignal,
): { readonly key: string; readonly score: number }[] {
  const sums = new Map<string, number>();
  let lowestSum = 0; // the sum for a group that is in no shortlist so far
  let searched = 0;
  for (const { scored } of spans) {
    throwIfStopped(stop);
    if (scored.length === 0) continue;
    const best = new Map<string, ScoredSpan>(); // by group
    for (const span of scored) {
      const former = best.get(keyOf(span));
      if (!former || compareScores(span, former) < 0) best.set(keyOf(span), span);
    }
    const lowest = scored.reduce((min, { score }) => Math.min(min, score), Infinity);
    for (const key of best.keys()) if (!sums.has(key)) sums.set(key, lowestSum);
    for (const [key, sum] of sums) sums.set(key, sum + (best.get(key)?.score ?? lowest));
    lowestSum += lowest;
    searched += 1;
  }
  return [...sums]
    .map(([key, sum]) => ({ key, score: sum / searched }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
}

/** Ids of the documents with the best exact scores of single spans, best first. */
export function findClosestDocuments(spans: readonly SpanScores[], max: number): readonly string[] {
  const best = new Map<string, number>();
  for (const { scored } of spans) {
    for (const { document, score, tier } of scored) {
      if (tier === 'fp32') best.set(document, Math.max(best.get(document) ?? -Infinity, score));
    }
  }
  const ordered = [...best].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return ordered.slice(0, max).map(([document]) => document);
}
