import { createHash } from 'node:crypto';
import { computeCllr, hashWithSeed } from '../../../src/core/evaluation/scoreGroups';
import { clamp } from '../../../src/core/verification/calibration';
import { computeSurvival } from '../../../src/core/verification/distributions';
import { featuresOf, type QuestionScores, type SearchCalibration } from '../../../src/core/verification/firstOfSearch';
import { orderAmong, type QuestionCalibration } from '../../../src/core/verification/question';
import type { TrialKind } from '../../../src/core/verification/condition';
import {
  computeAuthorBounds,
  computeEmpiricalBounds,
  intersectBounds,
} from '../../../src/core/verification/fitting/judge';
import { listAuthors, type RatedTrial } from '../../../src/core/verification/fitting/trials';
import type { Candidate } from '../../../src/core/domain/evidence';
import { foldOfSource } from '../sources/sourceFolds';
import { fitLinear, rateLinear, type Linear } from './linear';

/** A text that was searched among the authors of a case. */
export interface Searched {
  readonly from: string;
  readonly source: string;
  readonly questioned: string;
  readonly author: string;
  readonly authors: number;
  readonly modes: TrialKind['modes'];
  readonly genreRelation: TrialKind['genreRelation'];
  readonly words: number;
  readonly knownWords: number;
  readonly outsiders: number;
  readonly isInside: boolean;
  readonly rows: readonly (QuestionScores & {
    readonly author: string;
    readonly order: number;
    readonly llr: number | null;
  })[];
  /** How far another author leads the first without the words of subjects. */
  readonly lead: number;
}

/** The first of a search, and whether it is the writer. */
export interface FirstTrial {
  readonly searched: Searched;
  readonly authors: readonly [string, string];
  readonly same: boolean;
  readonly features: readonly number[];
  /** The ratio of the author if it had been named beforehand, within its bounds. */
  readonly named: number;
}

/** Penalty on the weights, which count in deviations of their features. */
const strength = 0.02;

/** The authors of a search in the order that a review shows. Empty if an author has no ratio. */
export function orderSearched(
  { rows, modes, genreRelation }: Searched,
  conditions: QuestionCalibration['conditions'],
): readonly Pick<Candidate, 'author' | 'score'>[] {
  const compared = rows.map((row) => ({ ...row, ratio: row.ratio ?? undefined, condition: { modes, genreRelation } }));
  return orderAmong(compared, rows.length, conditions) ?? [];
}

/** The first of each search of one genre that has all features: across genres no search tells the writer from outsiders. */
export function firstTrials(
  searches: readonly Searched[],
  conditions: QuestionCalibration['conditions'],
): readonly FirstTrial[] {
  return searches.flatMap((searched) => {
    const byAuthor = new Map(searched.rows.map((row) => [row.author, row]));
    const rows = orderSearched(searched, conditions).map(({ author }) => byAuthor.get(author)!);
    if (searched.genreRelation !== 'same') return [];
    const fitted = rows.filter(({ discriminant }) => discriminant !== undefined).length;
    const features = featuresOf(rows, 0, fitted);
    const [first] = rows;
    if (!features || !first) return [];
    const same = first.author === searched.author;
    return [{ searched, authors: [searched.author, first.author], same, features, named: first.llr ?? 0 }];
  });
}

/** Searches are counted with those of at most so many times as many authors, or as few, and with texts so many times as long, or as short. */
const pooledTimes = { authors: 1.5, words: 2.6 } as const;
type Size = Pick<Searched, keyof typeof pooledTimes>;

/** Searches without the writer whose size is near. */
export function outsidersNear<Trial extends FirstTrial>(trials: readonly Trial[], size: Size): readonly Trial[] {
  const isNear = (own: Size, by: keyof Size): boolean =>
    Math.max(own[by] / size[by], size[by] / own[by]) < pooledTimes[by];
  return trials.filter(
    ({ searched }) => !searched.isInside && isNear(searched, 'authors') && isNear(searched, 'words'),
  );
}

/** Each trial by a fit that knows neither its source's fold nor an author of it. */
export function crossRated(trials: readonly FirstTrial[]): readonly (FirstTrial & RatedTrial)[] {
  const foldOf = ({ searched }: FirstTrial): number =>
    foldOfSource(searched.source) ?? hashWithSeed(searched.source, 1) % 5;
  const fits = new Map<number, Linear>();
  return trials.map((trial) => {
    const fold = foldOf(trial);
    const left = new Set(trials.filter((each) => foldOf(each) === fold).flatMap(({ authors }) => authors));
    const made =
      fits.get(fold) ??
      fitLinear(
        trials.filter((each) => foldOf(each) !== fold && !each.authors.some((a) => left.has(a))),
        strength,
      );
    fits.set(fold, made);
    return { ...trial, logOdds: rateLinear(made, trial) };
  });
}

/** The log10 ratio of each trial by the fit on all of them, which knows its source. */
export function knownRatios(trials: readonly FirstTrial[]): readonly number[] {
  const made = fitLinear(trials, strength);
  return trials.map((trial) => rateLinear(made, trial));
}

/** What ships: the fit on all, its bounds, cost and outsiders by cross-fitted ratios. */
export function fitSearch(
  searches: readonly Searched[],
  conditions: QuestionCalibration['conditions'],
): SearchCalibration {
  const trials = firstTrials(searches, conditions);
  const rated = crossRated(trials);
  const same = rated.filter((each) => each.same).map(({ logOdds }) => logOdds);
  const other = rated.filter((each) => !each.same).map(({ logOdds }) => logOdds);
  const bounds = intersectBounds(
    computeAuthorBounds(listAuthors(rated, true).size, listAuthors(rated, false).size),
    computeEmpiricalBounds(same, other),
  );
  const within = (values: readonly number[]): readonly number[] =>
    values.map((value) => clamp(value, bounds.lower, bounds.upper));
  const sizes = [
    ...new Map(trials.map(({ searched: { authors, words } }) => [`${authors} ${words}`, { authors, words }])).values(),
  ].sort((a, b) => a.authors - b.authors || a.words - b.words);
  const { offset, weights } = fitLinear(trials, strength);
  return {
    format: 'idiograph.search/1',
    offset: digits(offset),
    weights: weights.map(digits),
    ...{ lower: digits(bounds.lower), upper: digits(bounds.upper) },
    outsiders: sizes.map((size) => {
      const near = outsidersNear(rated, size);
      const survival = computeSurvival(near).map(([from, share]): [number, number] => [digits(from), digits(share)]);
      return { authors: size.authors, ...lengthsOf(near), survival };
    }),
    searches: trials.length,
    authors: new Set(trials.map(({ searched }) => searched.author)).size,
    sources: new Set(trials.map(({ searched }) => searched.source)).size,
    cllr: digits(computeCllr(within(same), within(other))!),
    trainedOn: createHash('sha256')
      .update(JSON.stringify(trials.map(({ searched, features }) => [searched.questioned, features])))
      .digest('hex'),
  };
}

/** The least and the largest lengths of searches. */
function lengthsOf(trials: readonly FirstTrial[]): Record<'words' | 'knownWords', [number, number]> {
  const extent = (of: (searched: Searched) => number): [number, number] => {
    const all = trials.map(({ searched }) => of(searched));
    return [Math.min(...all), Math.max(...all)];
  };
  return { words: extent(({ words }) => words), knownWords: extent(({ knownWords }) => knownWords) };
}

function digits(value: number): number {
  return Number(value.toPrecision(5));
}
