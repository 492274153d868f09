/** Weighted counts of decisions: p > ½ says same author, p < ½ different authors, exactly ½ is no answer. */
export interface Decisions {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
  readonly falseNegatives: number;
  /** Trials without an answer, of both classes. */
  readonly unanswered: number;
}

/** Counts decisions on `values` in [0, 1]; without weights every trial counts once. */
export function countDecisions(
  values: ArrayLike<number>,
  same: ArrayLike<boolean | number>,
  weights?: Float64Array,
): Decisions {
  const counts = { truePositives: 0, falsePositives: 0, trueNegatives: 0, falseNegatives: 0, unanswered: 0 };
  for (let trial = 0; trial < values.length; trial += 1) {
    counts[outcome(values[trial]!, Boolean(same[trial]))] += weights?.[trial] ?? 1;
  }
  return counts;
}

/** Weight of all trials. */
export function decisionTotal(counts: Decisions): number {
  return (
    counts.truePositives + counts.falsePositives + counts.trueNegatives + counts.falseNegatives + counts.unanswered
  );
}

function outcome(value: number, same: boolean): keyof Decisions {
  if (value === 0.5) return 'unanswered';
  if (value > 0.5) return same ? 'truePositives' : 'falsePositives';
  return same ? 'falseNegatives' : 'trueNegatives';
}
