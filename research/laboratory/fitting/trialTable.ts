import type { Scores } from '../../../src/core/verification/calibration';
import { fitLogistic, predict, type WeightedTrials } from '../../../src/core/verification/fitting/logisticRegression';
import {
  authorsOf,
  covers,
  foldOf,
  folds,
  type Trial,
  type TrialKind,
} from '../../../src/core/verification/fitting/trials';

/** A trial with its scores. */
export interface ScoredTrial extends Trial {
  readonly scores: Scores;
  /** Fold of the sources of both sides, where the scores come from models that knew no source of it. */
  readonly fold?: number;
}

/** A fit's coefficients on raw scores: the offset and one weight per score name, in units of log10. */
export type Coefficients = readonly number[];

/** Trials of every kind. */
export const everyKind: TrialKind = { modes: 'unknown', genreRelation: 'unknown' };

/** Penalty of the fit that all conditions share, and of a condition's departure from it; divided by the number of same-author authors. */
const commonPenalty = 0.5;
const departurePenalty = 2;

/** The folds that a trial is in: that of its sources, else those of its authors. */
export function foldsOf({ fold, authors }: ScoredTrial, seed: number): readonly number[] {
  return fold === undefined ? authors.map((author) => foldOf(author, seed)) : [fold];
}

/** What a trial weighs in a fit; 0 leaves it out. */
export type TrialWeight = (trial: ScoredTrial) => number;

const once: TrialWeight = () => 1;

/** The trials of one length as a matrix of standardised scores, with the fits that are made on parts of it. */
export class TrialTable {
  private readonly values: Float64Array;
  private readonly means: Float64Array;
  private readonly deviations: Float64Array;

  readonly trials: readonly ScoredTrial[];

  /** Trials that lack one of the scores are left out. */
  constructor(
    trials: readonly ScoredTrial[],
    readonly names: readonly string[],
  ) {
    this.trials = trials.filter(({ scores }) => names.every((name) => name in scores));
    const columns = names.length;
    const raw = Float64Array.from(this.trials.flatMap((trial) => names.map((name) => trial.scores[name]!)));
    this.means = Float64Array.from(names, (_, k) => meanOf(raw, k, columns));
    this.deviations = Float64Array.from(names, (_, k) => deviationOf(raw, k, columns));
    this.values = raw.map((value, i) => (value - this.means[i % columns]!) / this.deviations[i % columns]!);
  }

  /** Fits the trials of one kind, drawn towards the fit on trials of every kind; no weight is negative. */
  fit(kind: TrialKind, weigh: TrialWeight = once): Float64Array {
    return this.departure(kind, this.common(weigh), weigh);
  }

  /** The fit on trials of every kind. */
  common(weigh: TrialWeight = once): Float64Array {
    return fitLogistic(this.part(everyKind, weigh), {
      strength: commonPenalty / Math.max(1, this.sameAuthors(everyKind, weigh)),
      centre: new Float64Array(this.names.length),
      nonNegative: true,
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
    return fitLogistic(part, { strength, centre: common.slice(1), nonNegative: true }, start);
  }

  /** Log10 likelihood ratio of one trial under a fit. */
  logOdds(coefficients: Float64Array, trial: number): number {
    return predict(coefficients, this.values, trial) / Math.LN10;
  }

  /** A fit on standardised scores as one on raw scores, in units of log10. */
  onRawScores(coefficients: Float64Array): Coefficients {
    const weights = this.names.map((_, k) => coefficients[k + 1]! / this.deviations[k]! / Math.LN10);
    const shift = weights.reduce((sum, weight, k) => sum + weight * this.means[k]!, 0);
    return [coefficients[0]! / Math.LN10 - shift, ...weights];
  }

  /** Authors of same-author trials of a kind that weigh something. */
  sameAuthors(kind: TrialKind, weigh: TrialWeight = once): number {
    const weighed = this.trials.filter((trial) => covers(kind, trial) && weigh(trial) > 0);
    return authorsOf(weighed, true).size;
  }

  differentAuthors(kind: TrialKind): number {
    return authorsOf(
      this.trials.filter((trial) => covers(kind, trial)),
      false,
    ).size;
  }

  /**
   * Log10 likelihood ratios of the trials of one kind, each by a fit on trials that are in none of its folds: none of its authors'
   * two, or none of its sources'. NaN for trials of other kinds.
   */
  crossFitted(kind: TrialKind, seed: number): Float64Array {
    const places = this.trials.map((trial) => foldsOf(trial, seed));
    const llrs = new Float64Array(this.trials.length).fill(NaN);
    for (let first = 0; first < folds; first++) {
      for (let second = first; second < folds; second++) {
        const scored = this.trials.flatMap((trial, i) =>
          covers(kind, trial) && isPair(places[i]!, first, second) ? [i] : [],
        );
        if (scored.length === 0) continue;
        const coefficients = this.fit(kind, (trial) =>
          Number(!foldsOf(trial, seed).some((fold) => fold === first || fold === second)),
        );
        for (const i of scored) llrs[i] = this.logOdds(coefficients, i);
      }
    }
    return llrs;
  }

  private part(kind: TrialKind, weigh: TrialWeight): WeightedTrials {
    const columns = this.names.length;
    const all = this.trials.map((trial) => (covers(kind, trial) ? weigh(trial) : 0));
    const chosen = all.flatMap((weight, i) => (weight > 0 ? [i] : []));
    const values = new Float64Array(chosen.length * columns);
    chosen.forEach((i, row) => values.set(this.values.subarray(i * columns, (i + 1) * columns), row * columns));
    return {
      values,
      columns,
      same: Uint8Array.from(chosen, (i) => Number(this.trials[i]!.same)),
      weights: Float64Array.from(chosen, (i) => all[i]!),
    };
  }
}

function isPair(places: readonly number[], first: number, second: number): boolean {
  return Math.min(...places) === first && Math.max(...places) === second;
}

function hasBothClasses({ same }: WeightedTrials): boolean {
  return same.includes(0) && same.includes(1);
}

function meanOf(values: Float64Array, column: number, columns: number): number {
  let sum = 0;
  for (let i = column; i < values.length; i += columns) sum += values[i]!;
  return sum / (values.length / columns);
}

function deviationOf(values: Float64Array, column: number, columns: number): number {
  const mean = meanOf(values, column, columns);
  let sum = 0;
  for (let i = column; i < values.length; i += columns) sum += (values[i]! - mean) ** 2;
  return Math.sqrt(sum / (values.length / columns)) || 1;
}
