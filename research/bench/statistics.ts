import { bootstrapIntervals } from '../../src/core/evaluation/scoreGroups';

/** What a row says of the times of its rounds. */
export interface Summary {
  readonly best: number;
  readonly median: number;
  readonly p95: number;
}

/** A quantile, linear between the two nearest order statistics (Hyndman & Fan 1996, type 7). @throws RangeError  for none */
export function quantile(numbers: readonly number[], share: number): number {
  if (numbers.length === 0) throw new RangeError('No numbers to take a quantile of.');
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)]!;
  const high = sorted[Math.ceil(place)]!;
  return low + (place - Math.floor(place)) * (high - low);
}

/** Of times: the least is the best. */
export function summary(times: readonly number[]): Summary {
  return { best: Math.min(...times), median: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/**
 * Mean over a set of queries of each one's best time, where rounds asked them by turns: query 0, 1, … and again 0. Queries differ
 * in length, so that the best of all times would be that of the shortest query.
 */
export function meanOfBests(times: readonly number[], queries: number): number {
  const bests = Array.from({ length: Math.min(queries, times.length) }, (_, query) =>
    Math.min(...times.filter((_time, round) => round % queries === query)),
  );
  return mean(bests);
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

/** 95 % interval of the mean, by 2,000 bootstrap resamples of the values with seed 1. */
export function meanInterval(values: readonly number[]): readonly [number, number] {
  const items = values.map((_, item) => [String(item)]);
  const intervals = bootstrapIntervals(items, (weights) => ({ mean: weightedMean(values, weights) }));
  return intervals['mean']!;
}

function weightedMean(values: readonly number[], weights: Float64Array): number | null {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total === 0 ? null : values.reduce((sum, value, at) => sum + value * weights[at]!, 0) / total;
}

/** How many times better the value is than its reference: reference ÷ value for times, value ÷ reference for rates. */
export function ratioOf(value: number, reference: number, kind: 'time' | 'rate'): number {
  return kind === 'time' ? reference / value : value / reference;
}
