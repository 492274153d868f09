import { makeOnce } from '../basics/caches';
import type { Rate } from '../domain/evidence';

/** The rates of one marker among the authors of a population: they are distributed as Beta(alpha, beta). */
export interface MarkerPrior {
  readonly alpha: number;
  readonly beta: number;
  /**
   * Intraclass correlation of the places in one text, in [0, 1]: n of them have the information of n / (1 + (n − 1) · likeness) places in
   * different texts.
   */
  readonly likeness: number;
}

/** The population counts as this many authors of the case among the others that a candidate is compared with. */
export const populationCounts = 5;

/** The evidence of one marker in each author's texts about the questioned text. Logs are natural. */
export class TellingMarker {
  private readonly likely: readonly number[];
  /** The probabilities with the logarithms in `likely`. */
  private readonly chances: readonly number[];
  /** The probability by the population, which counts as several authors. */
  private readonly anybody: number;

  /**
   * @param authors  the rates of each author's texts with occasions
   * @param known    results for lists of rates with the same questioned text, because others are compared with each candidate
   */
  constructor(
    questioned: Rate,
    authors: readonly (readonly Rate[])[],
    prior: MarkerPrior,
    known = new WeakMap<readonly Rate[], number>(),
  ) {
    const seen = countEffectively([questioned], prior.likeness);
    const predictAfter = (texts: readonly Rate[]): number => {
      const before = known.get(texts);
      if (before !== undefined) return before;
      const value = logPredictive(seen, countEffectively(texts, prior.likeness), prior);
      known.set(texts, value);
      return value;
    };
    this.likely = authors.map(predictAfter);
    this.chances = this.likely.map((each) => Math.exp(each));
    this.anybody = populationCounts * Math.exp(predictAfter([]));
  }

  /**
   * The log of how much better an author's rate predicts the questioned count than the rates of the others and of the population do: a
   * Bayes factor of Beta-binomials. Above 0 the marker supports the author, below 0 it does not. It orders markers and is no likelihood
   * ratio of authorship, because markers depend on each other, and many are examined.
   */
  computeWeight(author: number): number {
    let sum = this.anybody;
    for (let i = 0; i < this.chances.length; i++) if (i !== author) sum += this.chances[i]!;
    return this.likely[author]! - Math.log(sum / (this.likely.length - 1 + populationCounts));
  }
}

/** The effective counts of texts for a rate, because the places in one text are similar. */
export function countEffectively(texts: readonly Rate[], likeness: number): Rate {
  let [count, occasions] = [0, 0];
  for (const text of texts) {
    const weight = 1 / (1 + Math.max(0, text.occasions - 1) * likeness);
    count += text.count * weight;
    occasions += text.occasions * weight;
  }
  return { count, occasions };
}

/**
 * The log of the probability of what is seen if the rate is Beta(alpha, beta) after what is known. The number of arrangements is left out.
 */
export function logPredictive(seen: Rate, known: Rate, { alpha, beta }: MarkerPrior): number {
  const a = alpha + known.count;
  const b = beta + known.occasions - known.count;
  return logBeta(a + seen.count, b + seen.occasions - seen.count) - logBeta(a, b);
}

/** A share of authors is computed at this many points, to about a hundredth. */
const steps = 200;

/** The share of the population's authors with a rate of at least, or at most, `rate`, for this many occasions. */
export function computeShareBeyond(
  rate: number,
  isHigh: boolean,
  occasions: number,
  { alpha, beta }: MarkerPrior,
): number {
  const half = 0.5 / Math.max(1, occasions); // nobody's rate is exactly 0 or 1
  const from = Math.min(1 - half, Math.max(half, rate));
  const width = (1 - from) / steps;
  const norm = logBeta(alpha, beta);
  let above = 0;
  for (let i = 0; i < steps; i++) {
    const x = from + (i + 0.5) * width;
    above += width * Math.exp((alpha - 1) * Math.log(x) + (beta - 1) * Math.log(1 - x) - norm);
  }
  return Math.min(1, Math.max(0, isHigh ? above : 1 - above));
}

/** log B(a, b). */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** log Γ(x) for x > 0, by Stirling's series from x ≥ 8 on. The error is below 1e-10. */
function logGamma(x: number): number {
  let below = 1;
  let y = x;
  for (; y < 8; y++) below *= y;
  const z = 1 / (y * y);
  const series = (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z / 1680))) / y;
  return (y - 0.5) * Math.log(y) - y + Math.log(2 * Math.PI) / 2 + series - Math.log(below);
}

/** The rate of several texts together. */
export function sum(rates: readonly Rate[]): Rate {
  const total = { count: 0, occasions: 0 };
  for (const { count, occasions } of rates) {
    total.count += count;
    total.occasions += occasions;
  }
  return total;
}

/** The rate in [0, 1], for at least one occasion. */
export function computeRate({ count, occasions }: Rate): number {
  return count / occasions;
}

/** The rate of several texts together. Computed once. */
export const readRate = makeOnce((texts: readonly Rate[]): number => computeRate(sum(texts)));
