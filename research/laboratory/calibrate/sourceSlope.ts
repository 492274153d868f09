import { seededRandom } from '../../../src/core/evaluation/random';
import { everyKind } from '../fitting/trialTable';
import { fitLogistic } from '../../../src/core/verification/fitting/logisticRegression';
import type { Measured } from '../fitting/fusion';
import type { ScoredLength, SourcedTrial } from './trials/trials';
import { TrialTables } from './trials/trialTables';

/** What log10 ratios are multiplied by, for each length in words. */
export type SourceSlopes = ReadonlyMap<number, number>;

const resamples = 200;
/** Lower end of the 95 % interval. */
const lowerEnd = 0.025;
/** Keeps the slope of separable resamples finite. */
const penalty = 1e-4;

/**
 * How steep ratios of a length may be. Sources differ in how well their authors can be told apart, so ratios that are right on
 * average are too sure in some. Sources are drawn with replacement, and the slope that the ratios of their trials, which know no source of
 * theirs, should have had is fitted each time; the lower end of the 95 % interval is taken, and no more than 1. Trials of every kind are taken
 * together: no single kind has sources enough.
 */
export function sourceSlopes(lengths: readonly ScoredLength[], measured: Measured, seed: number): SourceSlopes {
  return new Map(lengths.map(({ words, trials }) => [words, sourceSlope(trials, measured, seed)]));
}

function sourceSlope(all: readonly SourcedTrial[], measured: Measured, seed: number): number {
  const table = new TrialTables(all, measured).of(everyKind);
  const trials = table.trials as readonly SourcedTrial[];
  const llrs = table.crossFitted(everyKind, seed);
  const sources = [...new Set(trials.flatMap((trial) => trial.sources))].sort();
  const random = seededRandom(seed);
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
    { strength: penalty, centre: Float64Array.of(1), nonNegative: true },
  );
  return fit[1]!;
}
