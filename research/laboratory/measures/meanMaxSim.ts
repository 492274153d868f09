import type { VectorBlock } from '../../../src/core/domain/evidence';
import type { MatchKernel } from '../../../src/lateInteraction/scoring/kernels';

/**
 * Exact late interaction, in [-1, 1]: the mean over query rows of the largest dot product with a document row.
 * 1 for a text against itself; −1 where either side has no rows.
 */
export function meanMaxSim(query: VectorBlock, document: VectorBlock, kernel: MatchKernel): number {
  const { similarities } = kernel.findBestMatches(query, document);
  if (similarities.length === 0) return -1;
  let sum = 0;
  for (const similarity of similarities) sum += similarity;
  return sum / similarities.length;
}
