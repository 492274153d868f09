import type { Measures } from '../../../src/core/evaluation/scoreGroups';
import { mrr, mrrAt, recallAt, rPrecision, successAt } from './ranking';

const cuts = [1, 8, 20, 100] as const;

/** All ranking metrics of one query by the names that results use. `ranks`: of its relevant documents, ascending, at least one. */
export function measureRanks(ranks: readonly number[]): Readonly<Record<string, number>> {
  return {
    ...Object.fromEntries(cuts.map((k) => [`success@${k}`, successAt(ranks, k)])),
    ...Object.fromEntries(cuts.map((k) => [`recall@${k}`, recallAt(ranks, k)])),
    mrr: mrr(ranks),
    'mrr@10': mrrAt(ranks, 10),
    'mrr@20': mrrAt(ranks, 20),
    rPrecision: rPrecision(ranks),
  };
}

/** Means of the queries' metrics, or weighted means; null without queries. */
export function meanMeasures(
  rows: readonly Readonly<Record<string, number>>[],
  names: readonly string[],
): (weights?: Float64Array) => Measures {
  const columns = names.map((name) => Float64Array.from(rows, (row) => row[name]!));
  return (weights) => Object.fromEntries(names.map((name, column) => [name, weightedMean(columns[column]!, weights)]));
}

function weightedMean(values: Float64Array, weights?: Float64Array): number | null {
  let sum = 0;
  let total = 0;
  for (let item = 0; item < values.length; item += 1) {
    const weight = weights?.[item] ?? 1;
    sum += weight * values[item]!;
    total += weight;
  }
  return total === 0 ? null : sum / total;
}
