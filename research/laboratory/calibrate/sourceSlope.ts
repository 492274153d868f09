import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import { fitLogistic } from '../../../src/core/verification/fitting/recalibration';
import { everyKind, type TrialTable } from '../fitting/trialTable';
import type { SourcedTrial } from './folds/foldScores';

const resamples = 200;
/** Lower end of the 95 % interval. */
const lowerEnd = 0.025;
/** Keeps the slope of separable resamples finite. */
const penalty = 1e-4;

/**
 * How steep ratios may be: what log10 ratios are multiplied by. Sources differ in how well their authors can be told apart, so ratios
 * that are right on average are too sure in some. Sources are drawn with replacement, and the slope that the ratios of their trials, which
 * know no source of theirs, should have had is fitted each time; the lower end of the 95 % interval is taken, and no more than 1.
 * Trials of every kind and length are taken together: no single kind has sources enough.
 */
export function sourceSlope(table: TrialTable, trials: readonly SourcedTrial[], seed: number): number {
  const llrs = table.crossFitted(everyKind);
  const sources = [...new Set(trials.flatMap((trial) => trial.sources))].sort();
  const random = createRandom(seed);
  const slopes = Array.from({ length: resamples }, () => {
    const drawn = new Map<string, number>();
    for (let i = 0; i < sources.length; i++) {
      const source = sources[Math.floor(random() * sources.length)]!;
      drawn.set(source, (drawn.get(source) ?? 0) + 1);
    }
    return slopeOf(trials, llrs, drawn);
  }).sort((a, b) => a - b);
  return Math.min(1, slopes[Math.round(lowerEnd * (resamples - 1))]!);
}

/** The slope of ratios where each source weighs as often as it was drawn; a trial of two sources, as often as both were. */
function slopeOf(trials: readonly SourcedTrial[], llrs: Float64Array, drawn: ReadonlyMap<string, number>): number {
  const times = ([a, b]: SourcedTrial['sources']): number => (drawn.get(a) ?? 0) * (a === b ? 1 : (drawn.get(b) ?? 0));
  const kept = trials.flatMap(({ sources }, i) => (times(sources) > 0 ? [i] : []));
  const fit = fitLogistic(
    {
      values: Float64Array.from(kept, (i) => llrs[i]! * Math.LN10),
      columns: 1,
      same: Uint8Array.from(kept, (i) => Number(trials[i]!.same)),
      weights: Float64Array.from(kept, (i) => times(trials[i]!.sources)),
    },
    { strength: penalty, centre: Float64Array.of(1), nonNegativeFrom: 0 },
  );
  return fit[1]!;
}
