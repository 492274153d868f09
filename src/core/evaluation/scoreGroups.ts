import { computeMean, computeSum } from '../basics/numbers';
import { mixBits } from '../classical/hashing';

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
    for (let last = blocks - 1; last > 0; last = blocks - 1) {
      // whether the ratio same / different of the last block is above that of the block before it, without dividing by zero
      if (same[last - 1]! * different[last]! < same[last]! * different[last - 1]!) break;
      same[last - 1]! += same[last]!;
      different[last - 1]! += different[last]!;
      blocks -= 1;
    }
  }
  return { blocks, same, different };
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

/** Metrics by name. Null is undefined. */
export type Measures = Readonly<Record<string, number | null>>;
/** 95 % intervals by metric. An undefined metric has none. */
export type Intervals = Readonly<Record<string, readonly [number, number]>>;

/** The settings of every published interval. */
export const publishedBootstrap = { seed: 1, resamples: 2000 };

/**
 * 95 % percentile intervals over resampled authors. An item (query or trial) names its author, or the authors of both
 * its sides; its weight in a resample is the product of how often each distinct one was drawn (Owen 2007, the pigeonhole
 * bootstrap). Resamples in which a metric is undefined are left out of its interval.
 */
export function bootstrapIntervals(
  authorsOf: readonly (readonly string[])[],
  measure: (weights: Float64Array) => Measures,
  options = publishedBootstrap,
): Intervals {
  const numbers = new Map<string, number>();
  for (const author of authorsOf.flat()) numbers.set(author, numbers.get(author) ?? numbers.size);
  const items = authorsOf.map((authors) => [...new Set(authors)].map((author) => numbers.get(author)!));
  const random = createRandom(options.seed);
  const drawn = new Float64Array(numbers.size);
  const weights = new Float64Array(items.length);
  const collected = new Map<string, number[]>();
  for (let resample = 0; resample < options.resamples; resample += 1) {
    drawn.fill(0);
    for (let draw = 0; draw < drawn.length; draw += 1) drawn[Math.floor(random() * drawn.length)]! += 1;
    for (let item = 0; item < items.length; item += 1) {
      let weight = 1;
      for (const author of items[item]!) weight *= drawn[author]!;
      weights[item] = weight;
    }
    for (const [name, value] of Object.entries(measure(weights))) {
      if (value === null || Number.isNaN(value)) continue;
      const values = collected.get(name);
      if (values === undefined) collected.set(name, [value]);
      else values.push(value);
    }
  }
  const intervals = Array.from(collected, ([name, values]) => {
    const sorted = Float64Array.from(values).sort();
    return [name, [computeQuantile(sorted, 0.025), computeQuantile(sorted, 0.975)] as const] as const;
  });
  return Object.fromEntries(intervals);
}

/** Linear between the two nearest order statistics (Hyndman & Fan 1996, type 7). `sorted` has at least one value. */
export function computeQuantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)]!;
  const high = sorted[Math.ceil(place)]!;
  const part = place - Math.floor(place);
  return part === 0 || low === high ? low : low + part * (high - low);
}

/** A seeded generator of numbers in [0, 1) with 32 bits each: a Weyl sequence through an integer hash. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mixBits(state) / 2 ** 32;
  };
}

/** Hash of a key under a seed, 32 bits: FNV-1a over UTF-16 code units, then mixed. */
export function hashWithSeed(key: string, seed: number): number {
  let hash = 0x811c9dc5 ^ mixBits(seed >>> 0);
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return mixBits(hash >>> 0);
}
