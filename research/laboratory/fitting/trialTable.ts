import type { Lengths } from '../../../src/core/domain/evidence';
import {
  spreadOnCorners,
  type Scores,
  type Recalibration,
  unchanged,
} from '../../../src/core/verification/calibration';
import {
  type WeightedTrials,
  fitLogistic,
  predict,
  recalibrateByOwn,
} from '../../../src/core/verification/fitting/recalibration';
import type { TrialKind } from '../../../src/core/verification/condition';
import { type OwnComparison, type Trial, listAuthors } from '../../../src/core/verification/fitting/trials';
import { groupBy } from '../../../src/core/basics/numbers';

/** Whether trials of kind `inner` are among those of kind `outer`. */
export function covers(outer: TrialKind, inner: TrialKind): boolean {
  const modes = outer.modes === 'unknown' || outer.modes === inner.modes;
  return modes && (outer.genreRelation === 'unknown' || outer.genreRelation === inner.genreRelation);
}

/** A trial with its scores. */
export interface ScoredTrial extends Trial, TrialKind {
  readonly scores: Scores;
  /** Judged lengths that both sides were cut to. */
  readonly lengths: Lengths;
  /** The families of both texts: their sources, or the publishers of these. */
  readonly sources?: readonly [string, string];
  /** That of its sources, or those of its authors: no fit by which it is judged knows trials of one. */
  readonly folds: readonly number[];
  /** Comparisons of one genre among the documents that it was measured against, by any authors. */
  readonly own?: readonly OwnComparison[];
}

/** Trials of every kind. */
export const everyKind: TrialKind = { modes: 'unknown', genreRelation: 'unknown' };

/** Penalty of the fit that all conditions share, and of a condition's departure from it; divided by the number of same-author authors. */
const commonPenalty = 0.5;
const departurePenalty = 2;

/** The offset is the first corner's; the other corners' departures from it are columns that may be negative. */
const corners = 4;
const offsetColumns = corners - 1;

/** What a trial weighs in a fit; 0 leaves it out. */
export type TrialWeight = (trial: ScoredTrial) => number;

const once: TrialWeight = () => 1;

/** Trials of all lengths as a matrix of standardised scores at their corners, with the fits that are made on parts of it. */
export class TrialTable {
  private readonly values: Float64Array;
  private readonly columns: number;
  private readonly means: readonly number[];
  private readonly deviations: readonly number[];
  /** Common fits without folds. */
  private readonly commons = new Map<string, Float64Array>();
  /** Each trial's kind and lengths, as a number. */
  private readonly cells: readonly number[];

  constructor(
    readonly trials: readonly ScoredTrial[],
    readonly names: readonly string[],
  ) {
    this.columns = offsetColumns + corners * names.length;
    const scores = names.map((name) => trials.map((trial) => trial.scores[name]!));
    this.means = scores.map((values) => meanOf(values));
    this.deviations = scores.map(
      (values, k) => Math.sqrt(meanOf(values.map((value) => (value - this.means[k]!) ** 2))) || 1,
    );
    this.values = new Float64Array(trials.length * this.columns);
    trials.forEach((trial, i) => this.values.set(this.rowOf(trial), i * this.columns));
    this.cells = cellsOf(trials);
  }

  /** The fit on trials of every kind; no score has a negative weight. */
  common(weigh: TrialWeight = once): Float64Array {
    return fitLogistic(this.part(everyKind, weigh), {
      strength: commonPenalty / Math.max(1, this.sameAuthors(everyKind, weigh)),
      centre: new Float64Array(this.columns),
      nonNegativeFrom: offsetColumns,
    });
  }

  /**
   * Fits the trials of one kind, drawn towards a common fit.
   * @param start  where Newton's method starts; the result of an earlier fit
   */
  departure(kind: TrialKind, common: Float64Array, weigh: TrialWeight = once, start = common): Float64Array {
    const part = this.part(kind, weigh);
    if (!hasBothClasses(part)) return common;
    const strength = departurePenalty / Math.max(1, this.sameAuthors(kind, weigh));
    return fitLogistic(part, { strength, centre: common.slice(1), nonNegativeFrom: offsetColumns }, start);
  }

  /** Log10 likelihood ratio of one trial under a fit. */
  logOdds(coefficients: Float64Array, trial: number): number {
    return predict(coefficients, this.values, trial) / Math.LN10;
  }

  /** A fit on standardised scores as one on raw scores: the corners of the offset, then those of each weight, in units of log10. */
  onRawScores(coefficients: Float64Array): readonly number[] {
    const corner = Array.from({ length: corners }, (_, c) => c);
    const weights = this.names.map((_, k) =>
      corner.map((c) => coefficients[1 + offsetColumns + k * corners + c]! / this.deviations[k]! / Math.LN10),
    );
    const offsets = corner.map((c) => (coefficients[0]! + (c === 0 ? 0 : coefficients[c]!)) / Math.LN10);
    const shifted = offsets.map((offset, c) =>
      weights.reduce((sum, weight, k) => sum - weight[c]! * this.means[k]!, offset),
    );
    return [...shifted, ...weights.flat()];
  }

  /** Authors of same-author trials of a kind that weigh something. */
  sameAuthors(kind: TrialKind, weigh: TrialWeight = once): number {
    return listAuthors(
      this.trials.filter((trial) => covers(kind, trial) && weigh(trial) > 0),
      true,
    ).size;
  }

  differentAuthors(kind: TrialKind): number {
    return listAuthors(
      this.trials.filter((trial) => covers(kind, trial)),
      false,
    ).size;
  }

  /**
   * Log10 likelihood ratios of the trials of one kind, each by a fit on trials of none of its folds, those of one genre recalibrated by
   * comparisons of their collection. NaN for trials of other kinds.
   *
   * @param slope  what the ratios of a fit are multiplied by
   */
  crossFitted(kind: TrialKind, slope = 1): Float64Array {
    const llrs = new Float64Array(this.trials.length).fill(NaN);
    const foldKey = ({ folds }: ScoredTrial): string => folds.toSorted().join();
    for (const [key, [first]] of groupBy(this.trials, foldKey)) {
      const weigh: TrialWeight = ({ folds }) => Number(!folds.some((fold) => first!.folds.includes(fold)));
      const common = this.commons.get(key) ?? this.common(weigh);
      this.commons.set(key, common);
      const coefficients = this.departure(kind, common, weigh);
      const recalibrationOf =
        kind.genreRelation === 'same' ? this.recalibrations(coefficients, slope) : () => unchanged;
      this.trials.forEach((trial, i) => {
        if (foldKey(trial) !== foldKey(first!) || !covers(kind, trial)) return;
        const recalibration = recalibrationOf(trial);
        llrs[i] = recalibration.shift + recalibration.slope * slope * this.logOdds(coefficients, i);
      });
    }
    return llrs;
  }

  /** Tells what comparisons of its collection, but for those of its authors, make of a trial's ratio under a fit. */
  private recalibrations(coefficients: Float64Array, slope: number): (trial: ScoredTrial) => Recalibration {
    const memo = <Key, Made>(make: (key: Key) => Made): ((key: Key) => Made) => {
      const made = new Map<Key, Made>();
      return (key) => made.get(key) ?? made.set(key, make(key)).get(key)!;
    };
    const ofCollection = memo((own: readonly OwnComparison[]) => {
      const trials = own.map((each) => {
        return { ...each, logOdds: (slope * predict(coefficients, this.rowOf(each), 0)) / Math.LN10 };
      });
      return memo((writers: string) => {
        const leftOut = writers.split('\n');
        return recalibrateByOwn(trials.filter(({ authors }) => !authors.some((author) => leftOut.includes(author))));
      });
    });
    return ({ own, authors }) => (own ? ofCollection(own)(authors.toSorted().join('\n')) : unchanged);
  }

  /** Standardised scores at their corners; the first corner of the offset is left out. */
  private rowOf({ scores, lengths }: Pick<ScoredTrial, 'scores' | 'lengths'>): Float64Array {
    const standardised = this.names.map((name, k) => (scores[name]! - this.means[k]!) / this.deviations[k]!);
    return Float64Array.from(spreadOnCorners([1, ...standardised], lengths).slice(1));
  }

  /** In a part, trials of one kind and two lengths weigh together as much as the root of their same-author trials; either class half. */
  private part(kind: TrialKind, weigh: TrialWeight): WeightedTrials {
    const { columns, cells, trials } = this;
    const all = trials.map((trial) => (covers(kind, trial) ? weigh(trial) : 0));
    const chosen = all.flatMap((weight, i) => (weight > 0 ? [i] : []));
    const sums = { true: new Float64Array(trials.length), false: new Float64Array(trials.length) };
    for (const i of chosen) sums[`${trials[i]!.same}`][cells[i]!]! += all[i]!;
    const values = new Float64Array(chosen.length * columns);
    chosen.forEach((i, row) => values.set(this.values.subarray(i * columns, (i + 1) * columns), row * columns));
    return {
      values,
      columns,
      same: Uint8Array.from(chosen, (i) => Number(trials[i]!.same)),
      weights: Float64Array.from(chosen, (i) => {
        const cell = cells[i]!;
        return (all[i]! * Math.sqrt(Math.max(1, sums.true[cell]!))) / sums[`${trials[i]!.same}`][cell]!;
      }),
    };
  }
}

function cellsOf(trials: readonly ScoredTrial[]): readonly number[] {
  const places = new Map<string, number>();
  return trials.map(({ lengths, modes, genreRelation }) => {
    const name = `${modes} ${genreRelation} ${lengths.questioned} ${lengths.known}`;
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  });
}

function hasBothClasses({ same }: WeightedTrials): boolean {
  return same.includes(0) && same.includes(1);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
