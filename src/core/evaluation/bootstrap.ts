import { mixBits } from '../classical/hashing';

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
    for (let item = 0; item < items.length; item += 1) weights[item] = multiplyWeights(items[item]!, drawn);
    collect(collected, measure(weights));
  }
  return Object.fromEntries([...collected].map(([name, values]) => [name, computePercentileInterval(values)]));
}

function multiplyWeights(authors: readonly number[], drawn: Float64Array): number {
  let weight = 1;
  for (const author of authors) weight *= drawn[author]!;
  return weight;
}

function collect(collected: Map<string, number[]>, measures: Measures): void {
  for (const [name, value] of Object.entries(measures)) {
    if (value === null || Number.isNaN(value)) continue;
    const values = collected.get(name);
    if (values === undefined) collected.set(name, [value]);
    else values.push(value);
  }
}

function computePercentileInterval(values: number[]): readonly [number, number] {
  const sorted = Float64Array.from(values).sort();
  return [computeQuantile(sorted, 0.025), computeQuantile(sorted, 0.975)];
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
