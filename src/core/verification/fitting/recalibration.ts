import type { Condition } from '../../domain/evidence';
import { solveSymmetric } from '../../evaluation/solveSymmetric';
import { type Calibration, type Judgement, type Recalibration, unchanged } from '../calibration';
import { judgeTrials } from './judge';
import { type RatedTrial, createAuthorDraws, foldOf, listAuthors } from './trials';

/** With this many authors, an index's own fit has the same weight as the bundled one. */
const shippedWeight = 20;
/** Penalty on the slope's distance from 1, divided by the number of same-author authors. Without it, separable pairs have no finite fit. */
const slopePenalty = 2;
/** The penalty if the trials have other lengths; chosen from 2, 8 and no slope on folds. */
const slopePenaltyOfOtherLengths = 8;

/**
 * How the comparisons of an index change the bundled ratio:
 * llr′ = (1 − w) · llr + w · (a + b · llr),   w = n ÷ (n + 20)
 * n is the number of authors of same-author pairs. a and b are fitted by logistic regression with classes of equal weight (van Leeuwen &
 * Brümmer 2013), with b ≥ 0 and pulled towards 1. Pairs of only one class change nothing.
 * @param weigh  the weight of each trial; 0 leaves it out
 */
export function recalibrate(
  trials: readonly RatedTrial[],
  weigh: (trial: RatedTrial) => number,
  penalty = slopePenalty,
): Recalibration {
  const weights = Float64Array.from(trials, weigh);
  const used = trials.filter((_, i) => weights[i]! > 0);
  const authors = listAuthors(used, true).size;
  if (authors === 0 || used.every(({ same }) => same)) return unchanged;
  const [offset, slope] = fitLogistic(
    {
      values: Float64Array.from(used, ({ logOdds }) => logOdds * Math.LN10),
      columns: 1,
      same: Uint8Array.from(used, ({ same }) => Number(same)),
      weights: weights.filter((weight) => weight > 0),
    },
    { strength: penalty / authors, centre: Float64Array.of(1), nonNegativeFrom: 0 },
  );
  const own = authors / (authors + shippedWeight);
  return { shift: (own * offset!) / Math.LN10, slope: 1 - own + own * slope! };
}

/** The recalibration from comparisons of any lengths. */
export function recalibrateByOwn(trials: readonly RatedTrial[]): Recalibration {
  return recalibrate(trials, () => 1, slopePenaltyOfOtherLengths);
}

const refitted = 'index/recalibrated/';

/** Whether the ratios of a calibration of this id were fitted to an index. */
export function isRefitted(id = ''): boolean {
  return id.startsWith(refitted);
}

/**
 * The bundled calibration with the bounds, threshold, error rate, densities and survival of an index's own authors. All ratios are computed
 * without the authors of the pair. The calibration is refitted to the index or stays as it is.
 * @param trials     of both classes, all of one condition
 * @param base       the bundled calibration that gave the trials their ratios; `judgement`: its results at their lengths
 * @param refit      whether its ratios are refitted to the index; otherwise only their bounds come from the index's authors
 * @returns          also the trials with the ratios that it was judged by
 */
export function fitOwnCalibration(
  trials: readonly RatedTrial[],
  task: { base: Calibration; judgement: Judgement; condition: Condition; seed: number; refit: boolean },
) {
  const { base, judgement, condition, seed, refit } = task;
  const rated = refit ? crossRecalibrated(trials, seed) : trials;
  const { words, knownWords } = condition;
  const judgements = [{ words, knownWords, ...judgeTrials(rated, judgement) }];
  if (!refit) return { rated, calibration: { ...base, id: `index/judged/${base.id}`, judgements } };
  // The resamples combine those of the bundled fit with resampled authors of the index. Each has the corners of the offset, then those of
  // the weights.
  const draw = createAuthorDraws(trials, seed);
  const fit = recalibrate(trials, () => 1);
  const resamples = base.resamples.map((shipped) => {
    const { shift, slope } = recalibrate(trials, draw());
    return shipped.map((value, k) => Number((slope * value + (k < 4 ? shift : 0)).toPrecision(4)));
  });
  const moveCorners = (of: Calibration['offset'], shift: number): Calibration['offset'] => {
    const [a, b, c, d] = of.map((value) => fit.slope * value + shift);
    return [a!, b!, c!, d!];
  };
  const weights = Object.entries(base.weights).map(([name, weight]) => [name, moveCorners(weight, 0)] as const);
  const offset = moveCorners(base.offset, fit.shift);
  const id = `${refitted}${base.id}`;
  return { rated, calibration: { ...base, id, weights: Object.fromEntries(weights), offset, resamples, judgements } };
}

/** Each trial with its ratio by a fit on the trials without authors of its two folds. */
export function crossRecalibrated(trials: readonly RatedTrial[], seed: number): readonly RatedTrial[] {
  const folds = trials.map(({ authors }) => authors.map((author) => foldOf(author, seed)));
  const fits = new Map<string, Recalibration>();
  return trials.map((trial, at) => {
    const [first, second] = folds[at]!.toSorted();
    const key = `${first} ${second}`;
    const fitWithoutFolds = (): Recalibration => {
      const inFolds = new Set(trials.filter((_, i) => folds[i]!.some((fold) => fold === first || fold === second)));
      return recalibrate(trials, (each) => Number(!inFolds.has(each)));
    };
    const fit = fits.get(key) ?? fitWithoutFolds();
    fits.set(key, fit);
    return { ...trial, logOdds: fit.shift + fit.slope * trial.logOdds };
  });
}

/** Trials as rows of scores, with the weight of each in the loss. */
export interface WeightedTrials {
  /** trials × columns, row after row. */
  readonly values: Float64Array;
  readonly columns: number;
  readonly same: Uint8Array;
  /** Scaled internally so that each class has the weight ½. */
  readonly weights: Float64Array;
}

/** The values that the weights are pulled towards, and the strength. */
interface Penalty {
  readonly strength: number;
  readonly centre: Float64Array;
  /** Weights from this column on are never negative, so that a higher score never lowers a ratio. */
  readonly nonNegativeFrom?: number;
}

const maxSteps = 50;
const settled = 1e-6;

/**
 * Penalised logistic regression by Newton's method. With classes of equal weight the linear predictor is a natural log likelihood ratio.
 * The loss is
 * ½ · mean_same ln(1 + e^−ℓ) + ½ · mean_different ln(1 + e^ℓ) + ½ · strength · Σ (weight − centre)²
 * with the offset free. If weights may not be negative, the Newton steps are projected: a weight at 0 stays at 0 if the step would make it
 * negative (Bertsekas 1982).
 * @returns the offset, then one weight per column
 */
export function fitLogistic(trials: WeightedTrials, penalty: Penalty, start?: Float64Array): Float64Array {
  const { nonNegativeFrom: first = Infinity } = penalty;
  // Weights scaled so that each class sums to ½.
  const { same, weights } = trials;
  const sums = [0, 0];
  weights.forEach((weight, i) => {
    sums[same[i]!]! += weight;
  });
  const shares = weights.map((weight, i) => weight / (2 * sums[same[i]!]!));
  const computeLoss = (at: Float64Array): number => {
    let sum = 0;
    for (let i = 0; i < shares.length; i++) {
      const odds = predict(at, trials.values, i);
      // ln(1 + e^x) without overflow.
      const x = same[i] ? -odds : odds;
      sum += shares[i]! * (x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x)));
    }
    for (let k = 1; k < at.length; k++) sum += (penalty.strength / 2) * (at[k]! - penalty.centre[k - 1]!) ** 2;
    return sum;
  };
  let coefficients: Float64Array = start?.slice() ?? new Float64Array(trials.columns + 1);
  let loss = computeLoss(coefficients);
  for (let step = 0; step < maxSteps; step++) {
    const direction = computeNewtonStep(trials, shares, penalty, coefficients);
    let [scale, next, nextLoss] = [2, coefficients, Infinity];
    do {
      scale /= 2;
      next = coefficients.slice();
      for (let k = 0; k < next.length; k++)
        next[k] = Math.max(k > first ? 0 : -Infinity, next[k]! - scale * direction[k]!);
      nextLoss = computeLoss(next);
    } while (nextLoss > loss && scale > 1e-6);
    if (nextLoss > loss) return coefficients;
    coefficients = next;
    loss = nextLoss;
    if (Math.max(...direction.map(Math.abs)) * scale < settled) break;
  }
  return coefficients;
}

/** Offset + Σ weight · value of one row. */
export function predict(coefficients: Float64Array, values: Float64Array, row: number): number {
  const columns = coefficients.length - 1;
  let sum = coefficients[0]!;
  for (let k = 0; k < columns; k++) sum += coefficients[k + 1]! * values[row * columns + k]!;
  return sum;
}

function computeNewtonStep(
  trials: WeightedTrials,
  shares: Float64Array,
  penalty: Penalty,
  coefficients: Float64Array,
): Float64Array {
  const { values, columns, same } = trials;
  const size = columns + 1;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const row = new Float64Array(size).fill(1);
  for (let i = 0; i < shares.length; i++) {
    if (shares[i] === 0) continue;
    for (let k = 0; k < columns; k++) row[k + 1] = values[i * columns + k]!;
    const probability = 1 / (1 + Math.exp(-predict(coefficients, values, i)));
    const slope = shares[i]! * (probability - same[i]!);
    const curve = shares[i]! * probability * (1 - probability);
    for (let a = 0; a < size; a++) {
      gradient[a]! += slope * row[a]!;
      for (let b = 0; b <= a; b++) hessian[a * size + b]! += curve * row[a]! * row[b]!;
    }
  }
  for (let k = 1; k < size; k++) {
    gradient[k]! += penalty.strength * (coefficients[k]! - penalty.centre[k - 1]!);
    hessian[k * size + k]! += penalty.strength;
  }
  for (let a = 0; a < size; a++) hessian[a * size + a]! += 1e-12;
  // Weights that are 0 and may not become negative are removed from the step.
  for (let k = 1 + (penalty.nonNegativeFrom ?? Infinity); k < size; k++) {
    if (coefficients[k]! > 0 || gradient[k]! <= 0) continue;
    gradient[k] = 0;
    for (let other = 0; other < size; other++) {
      hessian[Math.max(k, other) * size + Math.min(k, other)] = Number(other === k);
    }
  }
  return solveSymmetric(hessian, gradient);
}
