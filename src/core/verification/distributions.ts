import type { Densities } from '../domain/evidence';
import { logBeta } from '../markers/convincing';
import type { RatedTrial } from './fitting/trials';

/**
 * Upper limits of how many different authors come as close: steps of log10 ratios before bounds, ascending, each with the upper 95 % limit
 * of the share of different-author trials with a ratio at least as high. The last step applies to everything above the highest observed
 * ratio. No share is 0.
 */
export type Survival = readonly (readonly [logOdds: number, share: number])[];

/** Each step has this share of the trials of the step before. */
const thinning = 0.65;
/** The dependence of the trials is measured at this share of them, which is large enough for it. */
const measuredShare = 0.1;

/** The survival of different-author ratios. Every trial counts once, and the limits allow for authors in several trials. */
export function computeSurvival(trials: readonly RatedTrial[]): Survival {
  const sorted = trials.map(({ logOdds }) => logOdds).sort((a, b) => b - a);
  // The number of independent trials with the same information on the share that reaches `reached`. Trials with a common author vary
  // together. The variance is that of dyads (Aronow, Samii & Assenova 2015), and never less than that of independent trials.
  const reached = sorted[Math.floor(measuredShare * sorted.length)] ?? 0;
  const share = trials.filter(({ logOdds }) => logOdds >= reached).length / trials.length;
  const sums = new Map<string, number>();
  let squares = 0;
  for (const { authors, logOdds } of trials) {
    const residual = Number(logOdds >= reached) - share;
    squares += residual ** 2;
    for (const author of authors) sums.set(author, (sums.get(author) ?? 0) + residual);
  }
  const dependent = [...sums.values()].reduce((sum, value) => sum + value ** 2, 0) - squares;
  const independent = squares > 0 ? (trials.length * squares) / Math.max(dependent, squares) : sums.size;
  const computeLimit = (reaching: number): number =>
    computeUpperLimit((reaching / sorted.length) * independent, independent);
  const steps: [number, number][] = [];
  for (
    let reaching = sorted.length;
    reaching >= 1;
    reaching = Math.min(reaching - 1, Math.round(reaching * thinning))
  ) {
    const logOdds = sorted[reaching - 1]!;
    if (steps.at(-1)?.[0] === logOdds) continue; // equal ratios reach a step together, so the number is that of the step before
    steps.push([logOdds, computeLimit(sorted.findLastIndex((value) => value >= logOdds) + 1)]);
  }
  const last = steps.at(-1)?.[0];
  if (last !== undefined) steps.push([last + Math.max(1e-3, Math.abs(last) * 1e-3), computeLimit(0)]); // tables have four digits
  return steps;
}

/** Upper limit of the share of different authors with a ratio of at least `logOdds`; 1 below every observed ratio, and without a table. */
export function findShareReaching(survival: Survival, logOdds: number): number {
  return survival.findLast(([from]) => from <= logOdds)?.[1] ?? 1;
}

/** The range of scores is divided into this many intervals. */
const bins = 16;

/** The distributions of calibrated scores of same-author and different-author trials. Both must have at least one. */
export function computeDensities(same: readonly number[], different: readonly number[]): Densities {
  const all = [...same, ...different].sort((a, b) => a - b);
  const from = Math.floor(computeQuantile(all, 0.005) * 10) / 10;
  const to = Math.max(from + 0.1, Math.ceil(computeQuantile(all, 0.995) * 10) / 10);
  return { from, to, same: computeShares(same, from, to), different: computeShares(different, from, to) };
}

function computeShares(values: readonly number[], from: number, to: number): readonly number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.floor(((value - from) / (to - from)) * bins);
    counts[Math.min(bins - 1, Math.max(0, bin))]! += 1;
  }
  return counts.map((count) => Number((count / values.length).toFixed(3)));
}

function computeQuantile(sorted: readonly number[], share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))]!;
}

/**
 * Upper limit of a share after `hits` of `trials` were observed: the share at which this few hits or fewer have the probability 0.05
 * (Clopper & Pearson 1934, one side). Never 0: for n trials without a hit it is 1 − 0.05^(1/n).
 * @param hits    in [0, trials]; like `trials` it may be a fraction, for trials that are not independent
 */
export function computeUpperLimit(hits: number, trials: number): number {
  if (hits >= trials) return 1;
  let [low, high] = [hits / trials, 1];
  for (let step = 0; step < bisections; step++) {
    // the regularised incomplete beta function I_x(a, b), by its continued fraction (Press and others 2007, §6.4)
    const [x, a, b] = [(low + high) / 2, hits + 1, trials - hits];
    const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
    const isBelow = x < (a + 1) / (a + b + 2);
    const beta = isBelow
      ? (front * computeBetaFraction(x, a, b)) / a
      : 1 - (front * computeBetaFraction(1 - x, b, a)) / b;
    if (beta < confidence) low = x;
    else high = x;
  }
  return high;
}

const confidence = 0.95; // of an upper limit
const bisections = 60;
const mostTerms = 500;
const settled = 1e-14;

/** The continued fraction of the incomplete beta function, by Lentz's method. */
function computeBetaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / keepFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < mostTerms; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / keepFromZero(1 + term * d);
      c = keepFromZero(1 + term / c);
      fraction *= d * c;
    }
    if (Math.abs(d * c - 1) < settled) break;
  }
  return fraction;
}

function keepFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
