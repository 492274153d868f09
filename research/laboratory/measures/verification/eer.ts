import { poolBlocks, type ScoreGroups } from '../../../../src/core/evaluation/scoreGroups';

/**
 * Equal error rate, a share in [0, ½]: where misses equal false alarms on the convex hull of the ROC, without
 * pseudo-trials; null for one class. (Brümmer & de Villiers 2013, ROCCH-EER)
 */
export function eer(groups: ScoreGroups): number | null {
  const hull = poolBlocks(groups);
  if (hull === undefined) return null;
  let miss = 0;
  let falseAlarm = 1;
  for (let block = 0; block < hull.blocks; block += 1) {
    const nextMiss = miss + hull.same[block]!;
    const nextFalseAlarm = falseAlarm - hull.different[block]!;
    if (nextMiss >= nextFalseAlarm) {
      const part = (falseAlarm - miss) / (falseAlarm - miss + nextMiss - nextFalseAlarm);
      return miss + part * (nextMiss - miss);
    }
    miss = nextMiss;
    falseAlarm = nextFalseAlarm;
  }
  return miss; // only reached when rounding kept the last corner below the diagonal
}
