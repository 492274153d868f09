import type { Decisions } from './decisions';

/** F1 of "same author" over the answered trials; 0 when none is answered or there is nothing to find. */
export function f1(counts: Decisions): number {
  const denominator = 2 * counts.truePositives + counts.falsePositives + counts.falseNegatives;
  return denominator === 0 ? 0 : (2 * counts.truePositives) / denominator;
}
