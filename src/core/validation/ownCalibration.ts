import type { Condition } from '../domain';
import type { Calibration, Judgement } from '../verification/calibration';
import { judged } from '../verification/fitting/judge';
import { type OwnTrial, type Recalibration, recalibrated } from '../verification/fitting/recalibration';
import { authorDraws, foldOf } from '../verification/fitting/trials';

/**
 * The shipped calibration with the bounds, threshold, error rate, densities and survival of an index's own authors, all of ratios
 * that do not know the authors of the pair; refitted to the index, or as it was.
 *
 * @param trials     of both classes, all of one condition
 * @param base       the shipped calibration that gave the trials their ratios; `judgement`: what is said of it at their lengths
 * @param refit      whether its ratios are fitted to the index; else they stay, within the bounds of the index's authors
 * @returns          with the cross-fitted ratios before bounds, in the order of the trials
 */
export function ownCalibration(
  trials: readonly OwnTrial[],
  {
    base,
    judgement,
    condition,
    seed,
    refit,
  }: { base: Calibration; judgement: Judgement; condition: Condition; seed: number; refit: boolean },
) {
  const logOdds = refit ? crossRecalibrated(trials, seed) : Float64Array.from(trials, (trial) => trial.logOdds);
  const { modes, genreRelation, words, knownWords } = condition;
  const kind = { modes, genreRelation };
  const ofKind = trials.map((trial) => ({ ...trial, ...kind }));
  return {
    logOdds,
    calibration: {
      ...base,
      ...(refit && underRecalibration(base, trials, seed)),
      id: `index/${refit ? 'recalibrated' : 'judged'}/${base.id}`,
      judgements: [{ words, knownWords, ...judged(ofKind, logOdds, kind, refit ? undefined : judgement) }],
    },
  };
}

/** Ratios before bounds, each by a fit on pairs that have no author of its two folds. */
export function crossRecalibrated(trials: readonly OwnTrial[], seed: number): Float64Array {
  const folds = trials.map(({ authors }) => authors.map((author) => foldOf(author, seed)));
  const fits = new Map<string, Recalibration>();
  return Float64Array.from(trials, ({ logOdds }, at) => {
    const [first, second] = folds[at]!.toSorted();
    const key = `${first} ${second}`;
    const outside = new Set(trials.filter((_, i) => folds[i]!.some((fold) => fold === first || fold === second)));
    const fit = fits.get(key) ?? recalibrated(trials, (trial) => Number(!outside.has(trial)));
    fits.set(key, fit);
    return fit.shift + fit.slope * logOdds;
  });
}

/** The calibration under a recalibration; its resamples vary with those of the shipped fit and with the authors of the index. */
function underRecalibration(
  base: Calibration,
  trials: readonly OwnTrial[],
  seed: number,
): Pick<Calibration, 'weights' | 'offset' | 'resamples'> {
  const draw = authorDraws(trials, seed);
  const fit = recalibrated(trials, () => 1);
  const resamples = base.resamples.map((shipped) => {
    return applied(recalibrated(trials, draw()), shipped).map((value) => Number(value.toPrecision(4)));
  });
  const corners = (of: Calibration['offset'], shift: number): Calibration['offset'] => {
    const [a, b, c, d] = of.map((value) => fit.slope * value + shift);
    return [a!, b!, c!, d!];
  };
  return {
    offset: corners(base.offset, fit.shift),
    weights: Object.fromEntries(Object.entries(base.weights).map(([name, weight]) => [name, corners(weight, 0)])),
    resamples,
  };
}

/** @param coefficients  the corners of the offset, then those of the weights */
function applied({ shift, slope }: Recalibration, coefficients: readonly number[]): readonly number[] {
  return coefficients.map((value, k) => slope * value + (k < 4 ? shift : 0));
}
