import { usage } from '../../../src/core/errors';
import { weighFeatures } from '../../../src/core/verification/firstOfSearch';
import { fitLogistic } from '../../../src/core/verification/fitting/recalibration';

/** What a linear fit reads of a trial. */
interface LinearTrial {
  readonly features: readonly number[];
  readonly same: boolean;
}

/** log10 ratio = offset + Σ weight · feature. */
export interface Linear {
  readonly offset: number;
  readonly weights: readonly number[];
}

/**
 * Logistic regression with classes of equal weight; log10.
 *
 * @param strength  penalty on the weights, which count in deviations of their features
 */
export function fitLinear(trials: readonly LinearTrial[], strength: number): Linear {
  const columns = trials[0]?.features.length ?? 0;
  const scales = Array.from({ length: columns }, (_, k) => {
    const mean = trials.reduce((sum, { features }) => sum + features[k]!, 0) / trials.length;
    const variance = trials.reduce((sum, { features }) => sum + (features[k]! - mean) ** 2, 0) / trials.length;
    return { mean, deviation: variance > 1e-12 ? Math.sqrt(variance) : Infinity };
  });
  const values = trials.flatMap(({ features }) => features.map((x, k) => (x - scales[k]!.mean) / scales[k]!.deviation));
  const fitted = fitLogistic(
    {
      values: Float64Array.from(values),
      columns,
      same: Uint8Array.from(trials, ({ same }) => Number(same)),
      weights: new Float64Array(trials.length).fill(1),
    },
    { strength, centre: new Float64Array(columns) },
  );
  const weights = scales.map(({ deviation }, k) => fitted[k + 1]! / deviation / Math.LN10);
  const offset = fitted[0]! / Math.LN10 - scales.reduce((sum, { mean }, k) => sum + weights[k]! * mean, 0);
  return { offset, weights };
}

/** The log10 ratio of features by a fit. */
export function rateLinear({ offset, weights }: Linear, { features }: Pick<LinearTrial, 'features'>): number {
  return weighFeatures(features, weights, offset);
}

/** What a fit on the trials of all other sources makes of each trial, in their order. Throws Usage for fewer than two sources. */
export function leaveSourcesOut<Trial extends { readonly source: string }, Fit, Made>(
  trials: readonly Trial[],
  fit: (others: readonly Trial[]) => Fit,
  apply: (fit: Fit, trial: Trial) => Made,
): readonly Made[] {
  const sources = new Set(trials.map(({ source }) => source));
  if (sources.size < 2) throw usage(`The trials are from ${sources.size} sources; a fit on other sources needs two.`);
  const fits = new Map([...sources].map((left) => [left, fit(trials.filter(({ source }) => source !== left))]));
  return trials.map((trial) => apply(fits.get(trial.source)!, trial));
}
