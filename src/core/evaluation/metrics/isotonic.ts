import { classTotals, type ScoreGroups } from './scoreGroups';

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
