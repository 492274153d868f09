import type { Decisions } from './decisions';

/**
 * F0.5u = 1.25 tp / (1.25 tp + 0.25 (fn + n_u) + fp): precision counts more, an open trial counts as a miss whatever
 * its class (Bevendorff et al. 2019, as PAN computes it since 2021); null when it is 0 / 0.
 */
export function f05u(counts: Decisions): number | null {
  const found = 1.25 * counts.truePositives;
  const denominator = found + 0.25 * (counts.falseNegatives + counts.unanswered) + counts.falsePositives;
  return denominator === 0 ? null : found / denominator;
}
