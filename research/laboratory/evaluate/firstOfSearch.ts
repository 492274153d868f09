import { bootstrapIntervals, publishedBootstrap, type Measures } from '../../../src/core/evaluation/bootstrap';
import { computeCllr, groupScores, weighGroups } from '../../../src/core/evaluation/scoreGroups';
import { computeSurvival, findShareReaching, type Survival } from '../../../src/core/verification/distributions';
import { meansSomething, minSupport } from '../../../src/core/verification/firstOfSearch';
import { leastLead } from '../../../src/core/orderFindings';
import { caseOrder } from '../../../src/core/ranking/caseOrder';
import { groupBy } from '../../../src/core/groupBy';
import { crossRated, firstTrials, outsidersNear, type FirstTrial, type Searched } from '../fitting/fitSearch';
import type { RatedTrial } from '../../../src/core/verification/fitting/trials';
import { auc } from '../measures/verification/auc';
import type { MeasuredRow } from '../measures/searches';

/** With the share of searches without the writer, of other sources, whose first has a ratio at least as high. */
type RatedFirst = FirstTrial & RatedTrial & { readonly outsiders: number };

/** Edges of the classes of stated log10 ratios in a calibration plot. */
const edges = [-1, -0.5, 0, 0.3, 0.7, 1, 1.5] as const;

/** How well the ratio of the first tells the writer, by searches of sources that no fit knew; beside it that of a named author. */
export function firstRows(searched: readonly Searched[], seed: number): readonly MeasuredRow[] {
  const rated = withOutsiders(crossRated(firstTrials(searched)));
  const key = ({ searched: { authors, words, modes, genreRelation } }: FirstTrial): string =>
    JSON.stringify({ authors, words, modes, genre_relation: genreRelation });
  const all = { authors: 'all', words: 'all', modes: 'all', genre_relation: 'same' };
  return [...groupBy(rated, key), [JSON.stringify(all), rated] as const].map(([condition, own]) => {
    const measure = measureFirst(own);
    const authors = own.map((trial) => [trial.authors[0]]);
    return {
      ...(JSON.parse(condition) as object),
      ...{ searches: own.length, right: own.filter(({ same }) => same).length },
      measures: measure(),
      interval: bootstrapIntervals(authors, measure, { ...publishedBootstrap, seed }),
      plot: plotOf(own),
    };
  });
}

/** The trials in their order. */
function withOutsiders(trials: readonly (FirstTrial & RatedTrial)[]): readonly RatedFirst[] {
  const survivals = new Map<string, Survival>();
  return trials.map((trial) => {
    const { source, authors, words } = trial.searched;
    const key = `${source} ${authors} ${words}`;
    const others = (): readonly RatedTrial[] =>
      outsidersNear(trials, { authors, words }).filter(({ searched }) => searched.source !== source);
    const survival = survivals.get(key) ?? computeSurvival(others());
    survivals.set(key, survival);
    return { ...trial, outsiders: findShareReaching(survival, trial.logOdds) };
  });
}

function measureFirst(own: readonly RatedFirst[]): (weights?: Float64Array) => Measures {
  const same = own.map((trial) => trial.same);
  const ofScores = (of: (trial: RatedFirst) => number): ReturnType<typeof groupScores> =>
    groupScores(own.map(of), same);
  const [fitted, named] = [ofScores(({ logOdds }) => logOdds), ofScores((trial) => trial.named)];
  return (weights) => {
    const drawn = own.flatMap((trial, i) => Array.from({ length: weights?.[i] ?? 1 }, () => trial));
    const cost = (of: (trial: RatedFirst) => number): number | null =>
      computeCllr(drawn.filter((trial) => trial.same).map(of), drawn.filter((trial) => !trial.same).map(of));
    const inside = drawn.filter(({ searched }) => searched.isInside);
    const outside = drawn.filter(({ searched }) => !searched.isInside);
    const share = (all: readonly RatedFirst[], holds: (trial: RatedFirst) => boolean): number | null =>
      all.length === 0 ? null : all.filter(holds).length / all.length;
    return {
      firstInside: share(inside, (trial) => trial.same),
      largeRight: share(inside, (trial) => trial.same && isLarge(trial)),
      largeWrong: share(inside, (trial) => !trial.same && isLarge(trial)),
      largeOutside: share(outside, isLarge),
      // the share of searches without the writer whose first reaches a ratio of 2
      reachedOutside: share(outside, ({ logOdds }) => logOdds >= minSupport),
      cllr: cost(({ logOdds }) => logOdds),
      cllrNamed: cost((trial) => trial.named),
      auc: auc(weighGroups(fitted, weights)),
      aucNamed: auc(weighGroups(named, weights)),
    };
  };
}

/** Whether the page names the first in large type. */
function isLarge({ logOdds, outsiders }: RatedFirst): boolean {
  return logOdds > 0 && meansSomething({ llr: logOdds, outsiders });
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
export function warnedRows(searched: readonly Searched[], seed: number): readonly MeasuredRow[] {
  const key = ({ modes, genreRelation }: Searched): string => JSON.stringify({ modes, genre_relation: genreRelation });
  return [...groupBy(searched, key)].map(([condition, own]) => {
    const kinds = own.map((each) => (each.isInside ? Number(caseOrder(each.rows)[0]?.author !== each.author) : 2));
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
