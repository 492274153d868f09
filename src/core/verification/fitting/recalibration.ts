import type { Condition } from '../../domain/evidence';
import { type Calibration, type Judgement, type Recalibration, unchanged } from '../calibration';
import { judgeTrials } from './judge';
import { fitLogistic } from './logisticRegression';
import { createAuthorDraws, listAuthors, foldOf, type RatedTrial } from './trials';

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
  {
    base,
    judgement,
    condition,
    seed,
    refit,
  }: { base: Calibration; judgement: Judgement; condition: Condition; seed: number; refit: boolean },
) {
  const rated = refit ? crossRecalibrated(trials, seed) : trials;
  const { words, knownWords } = condition;
  return {
    rated,
    calibration: {
      ...base,
      ...(refit && applyRecalibration(base, trials, seed)),
      id: `${refit ? refitted : 'index/judged/'}${base.id}`,
      judgements: [{ words, knownWords, ...judgeTrials(rated, judgement) }],
    },
  };
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

/** The calibration after a recalibration. Its resamples combine those of the bundled fit with resampled authors of the index. */
function applyRecalibration(
  base: Calibration,
  trials: readonly RatedTrial[],
  seed: number,
): Pick<Calibration, 'weights' | 'offset' | 'resamples'> {
  const draw = createAuthorDraws(trials, seed);
  const fit = recalibrate(trials, () => 1);
  // A resample has the corners of the offset, then those of the weights.
  const resamples = base.resamples.map((shipped) => {
    const { shift, slope } = recalibrate(trials, draw());
    return shipped.map((value, k) => Number((slope * value + (k < 4 ? shift : 0)).toPrecision(4)));
  });
  const moveCorners = (of: Calibration['offset'], shift: number): Calibration['offset'] => {
    const [a, b, c, d] = of.map((value) => fit.slope * value + shift);
    return [a!, b!, c!, d!];
  };
  return {
    offset: moveCorners(base.offset, fit.shift),
    weights: Object.fromEntries(Object.entries(base.weights).map(([name, weight]) => [name, moveCorners(weight, 0)])),
    resamples,
  };
}
