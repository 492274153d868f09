import { isotonicBlocks, type ScoreGroups } from './scoreGroups';

const bitsPerDecade = Math.log2(10);

/** log2(1 + 10^llr) without overflow: the cost in bits of a different-author trial; of a same-author one with −llr. */
export function llrCost(llr: number): number {
  return Math.max(llr, 0) * bitsPerDecade + Math.log1p(10 ** -Math.abs(llr)) / Math.LN2;
}

/**
 * Log-likelihood-ratio cost in bits: 0 is perfect, 1 is the cost of always answering "LR = 1".
 *
 *   Cllr = ½ · [ mean over same of log2(1 + 1 / LR) + mean over different of log2(1 + LR) ]    (Brümmer & du Preez 2006)
 *
 * @param same       log10 LRs of same-author trials; a right ±Infinity costs 0, a wrong one makes the cost infinite
 * @param different  log10 LRs of different-author trials; null when either list is empty
 */
export function cllr(same: readonly number[], different: readonly number[]): number | null {
  if (same.length === 0 || different.length === 0) return null;
  return (mean(same.map((llr) => llrCost(-llr))) + mean(different.map(llrCost))) / 2;
}

/**
 * Cllr after the best rising map of the scores (pool adjacent violators, class weights 1/n, equal scores pooled, no
 * pseudo-trials): 0 when the classes are separable, 1 when reversed, null for one class. (Brümmer & du Preez 2006)
 */
export function cllrMin(groups: ScoreGroups): number | null {
  const pooled = isotonicBlocks(groups);
  if (pooled === undefined) return null;
  let cost = 0;
  for (let block = 0; block < pooled.blocks; block += 1) {
    const same = pooled.same[block]!;
    const different = pooled.different[block]!;
    if (same === 0 || different === 0) continue; // a right infinite ratio
    cost += same * Math.log2(1 + different / same) + different * Math.log2(1 + same / different);
  }
  return cost / 2;
}

/**
 * Mean over the two classes of their mean cost; null when one has no weight. Cllr, where the costs are those of ratios.
 * @param same     1 for same-author trials
 * @param weights  of the trials; without them every trial counts once
 */
export function meanOfClasses(
  costs: ArrayLike<number>,
  same: ArrayLike<number>,
  weights?: Float64Array,
): number | null {
  const sums = [0, 0];
  const totals = [0, 0];
  for (let trial = 0; trial < costs.length; trial += 1) {
    const weight = weights?.[trial] ?? 1;
    if (weight === 0) continue; // an infinite cost that was not drawn
    sums[same[trial]!]! += weight * costs[trial]!;
    totals[same[trial]!]! += weight;
  }
  return totals[0]! > 0 && totals[1]! > 0 ? (sums[0]! / totals[0]! + sums[1]! / totals[1]!) / 2 : null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
