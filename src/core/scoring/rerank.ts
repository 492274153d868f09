import type { EncodedSpan, ScoredSpan, StopSignal, StoredSpan } from '../ports';
import { throwIfStopped } from '../stop';
import { type MatchKernel, plainKernels } from './kernels';
import { meanMaxSim } from './meanMaxSim';
import { byScore } from './shortlist';

/**
 * Exact late interaction of a questioned span's rows against stored spans, best first: the fp32 tier, from which all
 * shown scores come. Throws Cancelled between spans.
 */
export function rerank(
  query: EncodedSpan,
  stored: readonly StoredSpan[],
  stop: StopSignal,
  kernel: MatchKernel = plainKernels,
): ScoredSpan[] {
  const scored = stored.map((span): ScoredSpan => {
    throwIfStopped(stop);
    const score = meanMaxSim(query.patches, span.patches, kernel);
    return { id: span.id, document: span.document, author: span.author, score, tier: 'fp32' };
  });
  return scored.sort(byScore);
}
