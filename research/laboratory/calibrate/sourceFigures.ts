import { auc } from '../measures/verification/auc';
import { bootstrapIntervals, publishedBootstrap } from '../../../src/core/evaluation/bootstrap';
import { orderScores, weighGroups } from '../../../src/core/evaluation/scoreGroups';
import { applyCalibration, type Calibration } from '../../../src/core/verification/calibration';
import { chooseCalibration } from '../../../src/core/verification/chooseCalibration';
import { covers, type TrialKind } from '../../../src/core/verification/fitting/trials';
import { TrialTable } from '../fitting/trialTable';
import { fusionOf } from '../fitting/fusion';
import { scoreNames } from '../../../src/core/verification/scores';
import { figure, table } from '../evaluate/run/output';
import { reportedConditions } from '../tasks/reportedConditions';
import { verifiers } from './conditionFigures';
import type { ScoredLength, SourcedTrial } from './trials/trials';

/** A figure and its 95 % interval over authors. */
type Estimate = readonly [value: number, low: number, high: number];

/** AUC on the trials of one set, length and condition. */
export interface SourceFigures extends TrialKind {
  readonly set: string;
  readonly words: number;
  /** `one`: trials whose sides are of one source. */
  readonly sources: 'all' | 'one';
  readonly trials: number;
  /** Authors of same-author trials. */
  readonly authors: number;
  readonly fused: Estimate;
  /** Of each score alone, where all trials have it. */
  readonly alone: Readonly<Record<string, Estimate>>;
  /** What the fusion loses without each score, over the same authors; of cross-fitted sets. */
  readonly gain: Readonly<Record<string, Estimate>>;
}

/** Trials in the name of their set; with `fits`, these are tried on them, else they are cross-fitted. */
export interface TrialSet {
  readonly set: string;
  readonly lengths: readonly ScoredLength[];
  readonly fits?: readonly Calibration[];
}

/** Lengths that are reported. */
export const reportedLengths: readonly number[] = [250, 1000];

/** Trials of either class that a condition has at least, if it has figures. */
const leastTrials = 20;

const resamples = 1000;

/** The figures of every set and condition at the reported lengths. */
export function sourceFigures(sets: readonly TrialSet[], seed: number): readonly SourceFigures[] {
  return sets.flatMap(({ set, lengths, fits }) =>
    lengths
      .filter(({ words }) => reportedLengths.includes(words))
      .flatMap(({ words, trials: all }) =>
        reportedConditions.flatMap((kind) => {
          const names = fusionOf(kind, 'collection');
          const trials = all.filter(({ scores }) => names.every((name) => name in scores));
          const odds = fits
            ? { fused: fittedOdds(trials, fits, { ...kind, words }) }
            : crossFittedOdds(trials, kind, names, seed);
          return (['all', 'one'] as const).flatMap((sources): readonly SourceFigures[] => {
            const places = trials.flatMap((trial, i) => (covers(kind, trial) && isOf(sources, trial) ? [i] : []));
            const figures = measured(trials, places, odds);
            return figures ? [{ set, words, ...kind, sources, ...figures }] : [];
          });
        }),
      ),
  );
}

/** The figures as a table for people. */
export function sourceTable(rows: readonly SourceFigures[]): readonly string[] {
  const header = ['set', 'words', 'modes', 'genre', 'sources', 'authors', 'fused', ...scoreNames];
  const gains = scoreNames.map((name) => `gain ${name}`);
  return table(
    [...header, ...gains],
    rows.map((row) => [
      ...[row.set, String(row.words), row.modes, row.genreRelation, row.sources, String(row.authors)],
      cell(row.fused),
      ...scoreNames.map((name) => cell(row.alone[name])),
      ...scoreNames.map((name) => cell(row.gain[name])),
    ]),
  );
}

function cell(estimate: Estimate | undefined): string {
  return estimate ? figure(estimate[0], [estimate[1], estimate[2]]) : figure(null);
}

function isOf(sources: 'all' | 'one', { sources: [a, b] }: SourcedTrial): boolean {
  return sources === 'all' || a === b;
}

/** Log-odds by trial, of the fusion and of fusions without a score. */
type Odds = Readonly<Record<string, ArrayLike<number>>>;

function crossFittedOdds(
  trials: readonly SourcedTrial[],
  kind: TrialKind,
  names: readonly string[],
  seed: number,
): Odds {
  const fused = (weighed: readonly string[]): Float64Array => new TrialTable(trials, weighed).crossFitted(kind, seed);
  const parts = names.length > 1 ? names : [];
  const without = parts.map((name) => [`less ${name}`, fused(names.filter((other) => other !== name))] as const);
  return { fused: fused(names), ...Object.fromEntries(without) };
}

function fittedOdds(
  trials: readonly SourcedTrial[],
  fits: readonly Calibration[],
  condition: TrialKind & { readonly words: number },
): readonly number[] {
  const chosen = chooseCalibration(fits, { verifier: verifiers[condition.modes], condition });
  return trials.map(({ scores }) => (chosen ? applyCalibration(chosen.calibration, scores).logOdds : 0));
}

function measured(
  all: readonly SourcedTrial[],
  places: readonly number[],
  odds: Odds,
): Pick<SourceFigures, 'trials' | 'authors' | 'fused' | 'alone' | 'gain'> | undefined {
  const trials = places.map((i) => all[i]!);
  const same = trials.map((trial) => trial.same);
  const positives = same.filter(Boolean).length;
  if (Math.min(positives, same.length - positives) < leastTrials) return undefined;
  const single = scoreNames.filter((name) => trials.every(({ scores }) => name in scores));
  const alone = single.map((name) => [name, trials.map(({ scores }) => scores[name]!)] as const);
  const fusions = Object.entries(odds).map(([name, values]) => [name, places.map((i) => values[i]!)] as const);
  const areas = [...fusions, ...alone].map(([name, values]) => [name, orderScores(values, same)] as const);
  const lost = Object.keys(odds).filter((name) => name !== 'fused');
  const measure = (weights?: Float64Array): Record<string, number | null> => {
    const values = Object.fromEntries(areas.map(([name, order]) => [name, auc(weighGroups(order, weights))]));
    const gains = lost.map(
      (name) => [name.replace('less', 'gain'), difference(values['fused'], values[name])] as const,
    );
    return { ...values, ...Object.fromEntries(gains) };
  };
  const intervals = bootstrapIntervals(
    trials.map(({ authors }) => authors),
    measure,
    { ...publishedBootstrap, resamples },
  );
  const values = measure();
  const estimate = (name: string): Estimate => [values[name]!, ...intervals[name]!];
  return {
    trials: trials.length,
    authors: new Set(trials.filter((trial) => trial.same).map(({ authors }) => authors[0])).size,
    fused: estimate('fused'),
    alone: Object.fromEntries(single.map((name) => [name, estimate(name)])),
    gain: Object.fromEntries(lost.map((name) => [name.replace('less ', ''), estimate(name.replace('less', 'gain'))])),
  };
}

function difference(a: number | null | undefined, b: number | null | undefined): number | null {
  return typeof a === 'number' && typeof b === 'number' ? a - b : null;
}
