/** Trials in ascending order of score, with equal scores as one group: sorted once, weighed as often as needed. */
export interface ScoreOrder {
  /** Group of each trial, 0 for the lowest score. */
  readonly groupOf: Uint32Array;
  readonly groups: number;
  /** 1 for same-author trials. */
  readonly same: Uint8Array;
}

/** Weight of same-author and of different-author trials at each distinct score, ascending. */
export interface ScoreGroups {
  readonly same: Float64Array;
  readonly different: Float64Array;
}

/** Orders trials by score; ±Infinity are scores like others. NaN is not a score. */
export function orderScores(scores: ArrayLike<number>, same: ArrayLike<boolean | number>): ScoreOrder {
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
export function weighGroups(order: ScoreOrder, weights?: Float64Array): ScoreGroups {
  const same = new Float64Array(order.groups);
  const different = new Float64Array(order.groups);
  for (let trial = 0; trial < order.groupOf.length; trial += 1) {
    const sums = order.same[trial] === 1 ? same : different;
    sums[order.groupOf[trial]!]! += weights === undefined ? 1 : weights[trial]!;
  }
  return { same, different };
}

/** Total weight of each class; undefined unless both classes have some. */
export function classTotals(groups: ScoreGroups): { readonly same: number; readonly different: number } | undefined {
  const same = groups.same.reduce((sum, weight) => sum + weight, 0);
  const different = groups.different.reduce((sum, weight) => sum + weight, 0);
  return same > 0 && different > 0 ? { same, different } : undefined;
}

/** Shares of each class in the blocks that pool-adjacent-violators makes of ascending scores; each array sums to 1. */
export interface IsotonicBlocks {
  readonly blocks: number;
  readonly same: Float64Array;
  readonly different: Float64Array;
}

/**
 * Pool adjacent violators: the blocks have rising ratios same / different, and are the edges of the convex hull of the
 * ROC (Fawcett & Niculescu-Mizil 2007). Every class weighs 1 in total; no pseudo-trials. Undefined for one class.
 */
export function isotonicBlocks(groups: ScoreGroups): IsotonicBlocks | undefined {
  const totals = classTotals(groups);
  if (totals === undefined) return undefined;
  const same = new Float64Array(groups.same.length);
  const different = new Float64Array(groups.same.length);
  let blocks = 0;
  for (let group = 0; group < groups.same.length; group += 1) {
    if (groups.same[group] === 0 && groups.different[group] === 0) continue;
    same[blocks] = groups.same[group]! / totals.same;
    different[blocks] = groups.different[group]! / totals.different;
    blocks += 1;
    while (blocks > 1 && !rises(same, different, blocks - 1)) {
      same[blocks - 2]! += same[blocks - 1]!;
      different[blocks - 2]! += different[blocks - 1]!;
      blocks -= 1;
    }
  }
  return { blocks, same, different };
}

/** Whether the ratio same / different of `block` is above that of the block before it, without dividing by zero. */
function rises(same: Float64Array, different: Float64Array, block: number): boolean {
  return same[block - 1]! * different[block]! < same[block]! * different[block - 1]!;
}
