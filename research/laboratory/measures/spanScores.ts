import type { EncodedSpan } from '../../../src/core/ports';
import type { MatchKernel } from '../../../src/lateInteraction/scoring/kernels';
import { meanMaxSim } from './meanMaxSim';

/** Scores one span of a query against one span of a document; higher is more alike. */
export type SpanScore<Query, Known> = (query: Query, known: Known) => number;

/**
 * A document's score: the mean over the query's spans of its best span. `whenEmpty` where either side has no span, so that
 * a text without a word that scores is less alike than any other.
 */
export function meanOfBestSpans<Query, Known>(
  query: readonly Query[],
  known: readonly Known[],
  score: SpanScore<Query, Known>,
  whenEmpty = -Infinity,
): number {
  if (query.length === 0 || known.length === 0) return whenEmpty;
  let sum = 0;
  for (const span of query) {
    let best = -Infinity;
    for (const other of known) best = Math.max(best, score(span, other));
    sum += best;
  }
  return sum / query.length;
}

/** Exact late interaction of two texts by their spans, in [-1, 1]; spans without patches take no part. */
export function lateInteraction(
  query: readonly EncodedSpan[],
  known: readonly EncodedSpan[],
  kernel: MatchKernel,
): number {
  const score = (a: EncodedSpan, b: EncodedSpan): number => meanMaxSim(a.patches, b.patches, kernel);
  return meanOfBestSpans(query.filter(hasPatches), known.filter(hasPatches), score, -1);
}

/** Whether anything of a span can be scored by late interaction. */
export function hasPatches(span: EncodedSpan): boolean {
  return span.patches.values.length > 0;
}
