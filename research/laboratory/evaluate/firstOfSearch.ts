import {
  type Measures,
  averageClasses,
  bootstrapIntervals,
  computeLlrCost,
  groupScores,
  publishedBootstrap,
  weighGroups,
} from '../../../src/core/evaluation/scoreGroups';
import { computeSurvival, findShareReaching, type Survival } from '../../../src/core/verification/distributions';
import { minSupport, mostMisleading } from '../../../src/core/verification/firstOfSearch';
import { leastLead } from '../../../src/core/review/orderFindings';
import type { QuestionCalibration } from '../../../src/core/verification/question';
import { groupBy } from '../../../src/core/basics/numbers';
import {
  crossRated,
  firstTrials,
  knownRatios,
  orderSearched,
  outsidersNear,
  type FirstTrial,
  type Searched,
} from '../fitting/fitSearch';
import type { RatedTrial } from '../../../src/core/verification/fitting/trials';
import { auc } from '../measures/verification/auc';
import type { MeasuredRow } from '../measures/searches';

/** With what searches without the writer, of other sources and of near sizes, say of its ratio. */
interface RatedFirst extends FirstTrial, RatedTrial {
  /** The upper limit of the share of them whose first has a ratio at least as high. */
  readonly outsiders: number;
  /** The share itself. */
  readonly reaching: number;
  /** The ratio by a fit that knows the source. */
  readonly known: number;
}

/** Edges of the classes of stated log10 ratios in a calibration plot. */
const edges = [-1, -0.5, 0, 0.3, 0.7, 1, 1.5] as const;

/** Known words of an author in the middle of a search, by the nearest of these. */
const knownClasses = [500, 2000, 8000] as const;

/** What searches are told apart by, one at a time. */
const dimensions: Readonly<Record<string, (searched: Searched) => string | number>> = {
  authors: ({ authors }) => authors,
  words: ({ words }) => words,
  known: ({ knownWords }) => {
    const distance = (size: number): number => Math.abs(Math.log(size / knownWords));
    return knownClasses.toSorted((a, b) => distance(a) - distance(b))[0]!;
  },
  modes: ({ modes }) => modes,
  outsiders: ({ outsiders }) => outsiders,
  source: ({ source }) => source,
};

/** How well the ratio of the first tells the writer, by searches of sources that no fit knew; beside it that of a named author. */
export function firstRows(
  searched: readonly Searched[],
  conditions: QuestionCalibration['conditions'],
  seed: number,
): readonly MeasuredRow[] {
  const rated = withOutsiders(crossRated(firstTrials(searched, conditions)));
  const groups = Object.entries(dimensions).flatMap(([by, of]) =>
    [...groupBy(rated, (trial) => String(of(trial.searched)))]
      .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([is, own]) => ({ by, is, own })),
  );
  return [...groups, { by: 'all', is: '', own: rated }].map(({ by, is, own }) => {
    const measure = measureFirst(own);
    const authors = own.map((trial) => [trial.authors[0]]);
    return {
      ...{ by, is, searches: own.length, right: own.filter(({ same }) => same).length },
      outside: own.filter((trial) => !trial.searched.isInside).length,
      measures: measure(),
      interval: bootstrapIntervals(authors, measure, { ...publishedBootstrap, seed }),
      plot: plotOf(own),
    };
  });
}

/** The trials in their order. */
function withOutsiders(trials: readonly (FirstTrial & RatedTrial)[]): readonly RatedFirst[] {
  const known = knownRatios(trials);
  const kept = new Map<string, { readonly others: readonly RatedTrial[]; readonly survival: Survival }>();
  return trials.map((trial, i) => {
    const { source, authors, words } = trial.searched;
    const key = `${source} ${authors} ${words}`;
    const find = (): { readonly others: readonly RatedTrial[]; readonly survival: Survival } => {
      const others = outsidersNear(trials, { authors, words }).filter(({ searched }) => searched.source !== source);
      return { others, survival: computeSurvival(others) };
    };
    const { others, survival } = kept.get(key) ?? find();
    kept.set(key, { others, survival });
    return {
      ...{ ...trial, known: known[i]!, outsiders: findShareReaching(survival, trial.logOdds) },
      reaching: others.filter(({ logOdds }) => logOdds >= trial.logOdds).length / others.length,
    };
  });
}

/** Shares of searches without the writer that are compared with what was observed. */
const statedShares = [0.05, 0.1, 0.2, 0.3, 0.5] as const;

/** What is printed of each row. */
export const firstMeasures = [
  ...['firstInside', 'largeRight', 'largeWrong', 'largeOutside', 'reachedOutside'],
  ...['cllr', 'cllrKnown', 'cllrNamed', 'auc', 'aucNamed'],
  ...statedShares.map(nameOf),
];

function nameOf(share: number): string {
  return `in${100 * share}`;
}

function measureFirst(own: readonly RatedFirst[]): (weights?: Float64Array) => Measures {
  const same = own.map((trial) => trial.same);
  const ofScores = (of: (trial: RatedFirst) => number): ReturnType<typeof groupScores> =>
    groupScores(own.map(of), same);
  const [fitted, named] = [ofScores(({ logOdds }) => logOdds), ofScores((trial) => trial.named)];
  const costs = (of: (trial: RatedFirst) => number): readonly number[] =>
    own.map((trial) => computeLlrCost(trial.same ? -of(trial) : of(trial)));
  const costsBy = {
    cllr: costs(({ logOdds }) => logOdds),
    cllrKnown: costs(({ known }) => known),
    cllrNamed: costs((trial) => trial.named),
  };
  const isInside = (trial: RatedFirst): boolean => trial.searched.isInside;
  const isOutside = (trial: RatedFirst): boolean => !isInside(trial);
  return (weights) => {
    const cost = (name: keyof typeof costsBy): number | null =>
      averageClasses(costsBy[name], Uint8Array.from(same, Number), weights);
    const share = (among: (trial: RatedFirst) => boolean, holds: (trial: RatedFirst) => boolean): number | null => {
      const sum = (is: (trial: RatedFirst) => boolean): number =>
        own.reduce((all, trial, i) => all + (is(trial) ? (weights?.[i] ?? 1) : 0), 0);
      const total = sum(among);
      return total === 0 ? null : sum((trial) => among(trial) && holds(trial)) / total;
    };
    return {
      firstInside: share(isInside, (trial) => trial.same),
      largeRight: share(isInside, (trial) => trial.same && isLarge(trial)),
      largeWrong: share(isInside, (trial) => !trial.same && isLarge(trial)),
      largeOutside: share(isOutside, isLarge),
      // the share of searches without the writer whose first reaches a ratio of 2
      reachedOutside: share(isOutside, ({ logOdds }) => logOdds >= minSupport),
      ...{ cllr: cost('cllr'), cllrKnown: cost('cllrKnown'), cllrNamed: cost('cllrNamed') },
      auc: auc(weighGroups(fitted, weights)),
      aucNamed: auc(weighGroups(named, weights)),
      // the share of searches without the writer that other sources state as so many of 100
      ...Object.fromEntries(
        statedShares.map((stated) => [nameOf(stated), share(isOutside, ({ reaching }) => reaching <= stated)]),
      ),
    };
  };
}

/** Whether the page names the first in large type. */
function isLarge({ logOdds, outsiders }: RatedFirst): boolean {
  return logOdds >= minSupport && outsiders <= mostMisleading;
}

/** By classes of stated ratios: the writers, and the others, each as a share of their own. */
function plotOf(own: readonly RatedFirst[]): readonly object[] {
  const classOf = ({ logOdds }: RatedFirst): number => edges.findLastIndex((edge) => logOdds >= edge);
  const [right, wrong] = [own.filter(({ same }) => same), own.filter(({ same }) => !same)];
  return [-1, ...edges.keys()].map((at) => {
    const of = (list: readonly RatedFirst[]): number => list.filter((trial) => classOf(trial) === at).length;
    const stated = own.filter((trial) => classOf(trial) === at).map(({ logOdds }) => logOdds);
    const mean = stated.length > 0 ? stated.reduce((sum, x) => sum + x, 0) / stated.length : null;
    return { from: edges[at] ?? null, stated: mean, right: of(right), wrong: of(wrong) };
  });
}

/** Of firsts that are the writer, of others, and of those of searches without the writer: the share that is warned of as one by subject. */
export function warnedRows(
  searched: readonly Searched[],
  conditions: QuestionCalibration['conditions'],
  seed: number,
): readonly MeasuredRow[] {
  const key = ({ modes, genreRelation }: Searched): string => JSON.stringify({ modes, genre_relation: genreRelation });
  return [...groupBy(searched, key)].map(([condition, own]) => {
    const isFirst = (each: Searched): boolean => orderSearched(each, conditions)[0]?.author === each.author;
    const kinds = own.map((each) => (each.isInside ? Number(!isFirst(each)) : 2));
    const measure = (weights?: Float64Array): Measures => {
      const share = (kind: number): number | null => {
        const sum = (holds: (each: Searched) => boolean): number =>
          own.reduce((all, each, i) => all + (kinds[i] === kind && holds(each) ? (weights?.[i] ?? 1) : 0), 0);
        const total = sum(() => true);
        return total > 0 ? sum(({ lead }) => lead > leastLead) / total : null;
      };
      return { right: share(0), other: share(1), outside: share(2) };
    };
    const interval = bootstrapIntervals(
      own.map(({ author }) => [author]),
      measure,
      { ...publishedBootstrap, seed },
    );
    const countKind = (kind: number): number => kinds.filter((each) => each === kind).length;
    const counts = { rightOf: countKind(0), otherOf: countKind(1), outsideOf: countKind(2) };
    const about = JSON.parse(condition) as object;
    return { ...about, ...counts, measures: measure(), interval };
  });
}
