import { computeMean, computeSum } from '../basics/numbers';
/** Weight of same-author and of different-author trials at each distinct score, ascending. */
export interface ScoreGroups {
  readonly same: Float64Array;
  readonly different: Float64Array;
}

/**
 * Trials in ascending order of score: the number of each trial's group of equal scores, from 0 for the lowest; and 1 for same-author
 * trials. Trials are sorted once and can be weighted often. ±Infinity are scores like others. NaN is not a score.
 */
export function groupScores(scores: ArrayLike<number>, same: ArrayLike<boolean | number>) {
  const values = Float64Array.from(scores);
  const order = Uint32Array.from({ length: values.length }, (_, trial) => trial);
  order.sort((a, b) => (values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : a - b));
  const groupOf = new Uint32Array(values.length);
  let groups = 0;
  order.forEach((trial, i) => {
    if (i === 0 || values[trial] !== values[order[i - 1]!]) groups += 1;
    groupOf[trial] = groups - 1;
  });
  return { groupOf, groups, same: Uint8Array.from({ length: values.length }, (_, trial) => (same[trial] ? 1 : 0)) };
}

/** Sums trial weights by group and class; without weights every trial counts once. */
export function weighGroups(order: ReturnType<typeof groupScores>, weights?: Float64Array): ScoreGroups {
  const same = new Float64Array(order.groups);
  const different = new Float64Array(order.groups);
  for (let trial = 0; trial < order.groupOf.length; trial += 1) {
    const sums = order.same[trial] === 1 ? same : different;
    sums[order.groupOf[trial]!]! += weights === undefined ? 1 : weights[trial]!;
  }
  return { same, different };
}

/** Total weight of each class. Undefined if a class has none. */
export function sumClasses(groups: ScoreGroups): { readonly same: number; readonly different: number } | undefined {
  const same = computeSum(groups.same);
  const different = computeSum(groups.different);
  return same > 0 && different > 0 ? { same, different } : undefined;
}

/**
 * Pool adjacent violators: the blocks have rising ratios same / different, and are the edges of the convex hull of the
 * ROC (Fawcett & Niculescu-Mizil 2007). Every class weighs 1 in total; no pseudo-trials. Undefined for one class.
 */
export function poolBlocks(groups: ScoreGroups): (ScoreGroups & { readonly blocks: number }) | undefined {
  const totals = sumClasses(groups);
  if (totals === undefined) return undefined;
  const same = new Float64Array(groups.same.length);
  const different = new Float64Array(groups.same.length);
  let blocks = 0;
  for (let group = 0; group < groups.same.length; group += 1) {
    if (groups.same[group] === 0 && groups.different[group] === 0) continue;
    same[blocks] = groups.same[group]! / totals.same;
    different[blocks] = groups.different[group]! / totals.different;
    blocks += 1;
    while (blocks > 1 && !isRising(same, different, blocks - 1)) {
      same[blocks - 2]! += same[blocks - 1]!;
      different[blocks - 2]! += different[blocks - 1]!;
      blocks -= 1;
    }
  }
  return { blocks, same, different };
}

/** Whether the ratio same / different of `block` is above that of the block before it, computed without dividing by zero. */
function isRising(same: Float64Array, different: Float64Array, block: number): boolean {
  return same[block - 1]! * different[block]! < same[block]! * different[block - 1]!;
}

const bitsPerDecade = Math.log2(10);

/** log2(1 + 10^llr) without overflow: the cost in bits of a different-author trial; of a same-author one with −llr. */
export function computeLlrCost(llr: number): number {
  return Math.max(llr, 0) * bitsPerDecade + Math.log1p(10 ** -Math.abs(llr)) / Math.LN2;
}

/**
 * Log-likelihood-ratio cost in bits: 0 is perfect, 1 is the cost of always answering "LR = 1".
 * Cllr = ½ · [ mean over same of log2(1 + 1 / LR) + mean over different of log2(1 + LR) ]    (Brümmer & du Preez 2006)
 * @param same       log10 LRs of same-author trials; a correct ±Infinity costs 0, a wrong one makes the cost infinite
 * @param different  log10 LRs of different-author trials; null if either list is empty
 */
export function computeCllr(same: readonly number[], different: readonly number[]): number | null {
  if (same.length === 0 || different.length === 0) return null;
  return (computeMean(same.map((llr) => computeLlrCost(-llr))) + computeMean(different.map(computeLlrCost))) / 2;
}

/**
 * Cllr after the best rising map of the scores (pool adjacent violators, class weights 1/n, equal scores pooled, no
 * pseudo-trials): 0 when the classes are separable, 1 when reversed, null for one class. (Brümmer & du Preez 2006)
 */
export function computeCllrMin(groups: ScoreGroups): number | null {
  const pooled = poolBlocks(groups);
  if (pooled === undefined) return null;
  let cost = 0;
  for (let block = 0; block < pooled.blocks; block += 1) {
    const same = pooled.same[block]!;
    const different = pooled.different[block]!;
    if (same === 0 || different === 0) continue; // a correct infinite ratio
    cost += same * Math.log2(1 + different / same) + different * Math.log2(1 + same / different);
  }
  return cost / 2;
}

/**
 * The mean of the mean costs of the two classes. Null if a class has no weight. It is Cllr if the costs are those of ratios.
 * @param same     1 for same-author trials
 * @param weights  of the trials; without them every trial counts once
 */
export function averageClasses(
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
