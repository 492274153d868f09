import type { Densities } from '../../domain';

/** Parts that the range of scores is cut into. */
const bins = 24;

/** Counts calibrated scores of same-author and different-author trials; both hold at least one. */
export function densitiesOf(same: readonly number[], different: readonly number[]): Densities {
  const all = [...same, ...different].sort((a, b) => a - b);
  const from = Math.floor(quantile(all, 0.005) * 10) / 10;
  const to = Math.max(from + 0.1, Math.ceil(quantile(all, 0.995) * 10) / 10);
  return { from, to, same: shares(same, from, to), different: shares(different, from, to) };
}

function shares(values: readonly number[], from: number, to: number): readonly number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.floor(((value - from) / (to - from)) * bins);
    counts[Math.min(bins - 1, Math.max(0, bin))]! += 1;
  }
  return counts.map((count) => Number((count / values.length).toFixed(4)));
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))]!;
}
