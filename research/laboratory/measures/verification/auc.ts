import { sumClasses, type ScoreGroups } from '../../../../src/core/evaluation/scoreGroups';

/** Share of (same, different) pairs whose same-author trial scores higher, ties ½; null unless both classes are there. */
export function auc(groups: ScoreGroups): number | null {
  const totals = sumClasses(groups);
  if (totals === undefined) return null;
  let differentBelow = 0;
  let wins = 0;
  for (let group = 0; group < groups.same.length; group += 1) {
    wins += groups.same[group]! * (differentBelow + groups.different[group]! / 2);
    differentBelow += groups.different[group]!;
  }
  return wins / (totals.same * totals.different);
}
