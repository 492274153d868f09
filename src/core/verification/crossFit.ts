import { seededHash } from '../evaluation/random';
import type { Condition } from '../domain';
import type { Scores } from './calibration';
import { fitLogistic, predict, type WeightedTrials } from './logisticRegression';

/** A comparison whose answer is known. */
export interface ScoredTrial extends Pick<Condition, 'modes' | 'genreRelation'> {
  /** Of either side; equal in a same-author trial. */
  readonly authors: readonly [string, string];
  readonly same: boolean;
  readonly scores: Scores;
}

/** Which trials a calibration is fitted on; "unknown" takes trials of every kind. */
export type TrialKind = Pick<Condition, 'modes' | 'genreRelation'>;

/** A fit's coefficients on raw scores: the offset and one weight per score name, in units of log10. */
export type Coefficients = readonly number[];

/** Trials of every kind. */
export const everyKind: TrialKind = { modes: 'unknown', genreRelation: 'unknown' };

const folds = 5;
/** Penalty of the fit that all conditions share, and of a condition's departure from it; divided by the number of same-author authors. */
const commonPenalty = 0.5;
const departurePenalty = 2;

/** Whether trials of kind `inner` are among those of kind `outer`. */
export function covers(outer: TrialKind, inner: TrialKind): boolean {
  const modes = outer.modes === 'unknown' || outer.modes === inner.modes;
  return modes && (outer.genreRelation === 'unknown' || outer.genreRelation === inner.genreRelation);
}

/** One of five folds, by author. */
export function foldOf(author: string, seed: number): number {
  return seededHash(author, seed) % folds;
}

/** The trials of one length as a matrix of standardised scores, with the fits that are made on parts of it. */
export class TrialTable {
  private readonly values: Float64Array;
  private readonly same: Uint8Array;
  private readonly means: Float64Array;
  private readonly deviations: Float64Array;

  constructor(
    readonly trials: readonly ScoredTrial[],
    readonly names: readonly string[],
  ) {
    const columns = names.length;
    const raw = Float64Array.from(trials.flatMap((trial) => names.map((name) => trial.scores[name]!)));
    this.means = Float64Array.from(names, (_, k) => meanOf(raw, k, columns));
    this.deviations = Float64Array.from(names, (_, k) => deviationOf(raw, k, columns));
    this.values = raw.map((value, i) => (value - this.means[i % columns]!) / this.deviations[i % columns]!);
    this.same = Uint8Array.from(trials, ({ same }) => Number(same));
  }

  /**
   * Fits the trials of one kind, drawn towards the fit on trials of every kind.
   * @param weights  one per trial; 0 leaves a trial out
   * @param start    where Newton's method starts; the result of an earlier fit
   */
  fit(kind: TrialKind, weights: Float64Array, start?: Float64Array): Float64Array {
    const common = fitLogistic(this.part(everyKind, weights), {
      strength: commonPenalty / Math.max(1, this.sameAuthors(everyKind, weights)),
      centre: new Float64Array(this.names.length),
    });
    return this.departure(kind, weights, common, start);
  }

  /** Fits the trials of one kind, drawn towards a common fit. */
  departure(kind: TrialKind, weights: Float64Array, common: Float64Array, start = common): Float64Array {
    const part = this.part(kind, weights);
    if (!hasBothClasses(part)) return common;
    const strength = departurePenalty / Math.max(1, this.sameAuthors(kind, weights));
    return fitLogistic(part, { strength, centre: common.slice(1) }, start);
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
  sameAuthors(kind: TrialKind, weights?: Float64Array): number {
    return this.authorsOf(kind, true, weights).size;
  }

  differentAuthors(kind: TrialKind): number {
    return this.authorsOf(kind, false).size;
  }

  /**
   * Log10 likelihood ratios of the trials of one kind, each by a fit on trials that have no author of its two folds;
   * NaN for trials of other kinds.
   */
  crossFitted(kind: TrialKind, seed: number): Float64Array {
    const places = this.trials.map(({ authors }) => authors.map((author) => foldOf(author, seed)));
    const llrs = new Float64Array(this.trials.length).fill(NaN);
    for (let first = 0; first < folds; first++) {
      for (let second = first; second < folds; second++) {
        const scored = this.trials.flatMap((trial, i) =>
          covers(kind, trial) && isPair(places[i]!, first, second) ? [i] : [],
        );
        if (scored.length === 0) continue;
        const weights = Float64Array.from(places, (place) => Number(!place.includes(first) && !place.includes(second)));
        const coefficients = this.fit(kind, weights);
        for (const i of scored) llrs[i] = this.logOdds(coefficients, i);
      }
    }
    return llrs;
  }

  private authorsOf(kind: TrialKind, same: boolean, weights?: Float64Array): Set<string> {
    const found = new Set<string>();
    this.trials.forEach((trial, i) => {
      if (trial.same === same && covers(kind, trial) && (weights?.[i] ?? 1) > 0)
        trial.authors.forEach((author) => found.add(author));
    });
    return found;
  }

  private part(kind: TrialKind, weights: Float64Array): WeightedTrials {
    const columns = this.names.length;
    const chosen = this.trials.flatMap((trial, i) => (weights[i]! > 0 && covers(kind, trial) ? [i] : []));
    const values = new Float64Array(chosen.length * columns);
    chosen.forEach((i, row) => values.set(this.values.subarray(i * columns, (i + 1) * columns), row * columns));
    return {
      values,
      columns,
      same: Uint8Array.from(chosen, (i) => this.same[i]!),
      weights: Float64Array.from(chosen, (i) => weights[i]!),
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
