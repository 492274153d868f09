import { findLeastApart } from '../../../src/core/ranking/splitByCase';
import type { AuthorSplit } from '../../../src/core/domain/evidence';
import { bootstrapIntervals, publishedBootstrap, type Measures } from '../../../src/core/evaluation/scoreGroups';
import { groupBy } from '../../../src/core/basics/numbers';
import { leaveSourcesOut } from '../fitting/linear';
import type { SplitText } from '../tasks/splitTexts';
import type { MeasuredRow } from './searches';

/** A text with the place where its parts lie furthest apart; null: there is none. */
export interface ScoredSplit extends Omit<SplitText, 'text'> {
  readonly source: string;
  readonly words: number;
  readonly split: Pick<AuthorSplit, 'authors' | 'apart'> | null;
}

/** Of texts by one author so many fall into two parts by chance. */
const byChance = 0.05;

/** How far the parts of a text by one author lie apart in one of twenty. */
function findLimit(trials: readonly ScoredSplit[]): number {
  const apart = trials.filter(({ kind }) => kind === 'one').map(readApart);
  return apart.sort((a, b) => b - a)[Math.floor(byChance * apart.length)] ?? Infinity;
}

function readApart({ split }: ScoredSplit): number {
  return split?.apart ?? -Infinity;
}

/** The limit of each length, fitted on all. */
export function fitLimits(trials: readonly ScoredSplit[]): readonly (readonly [words: number, apart: number])[] {
  return [...groupBy(trials, ({ words }) => String(words))].map(([words, own]) => [Number(words), findLimit(own)]);
}

/** Shares of the texts of each length and kind that are seen to fall into two: by limits from other sources, and by those that ship. */
export function splitRows(trials: readonly ScoredSplit[], seed: number): readonly MeasuredRow[] {
  const judged = [...groupBy(trials, ({ words }) => String(words)).values()].flatMap((own) =>
    leaveSourcesOut(own, findLimit, (limit, trial) => ({
      trial,
      seen: Number(readApart(trial) > limit),
      shipped: Number(readApart(trial) > (findLeastApart(trial.words) ?? Infinity)),
      right: Number(readApart(trial) > limit && isNamed(trial)),
    })),
  );
  return [...groupBy(judged, ({ trial: { words, kind } }) => JSON.stringify({ words, kind }))].map(([key, own]) => {
    const measure = (weights?: Float64Array): Measures => {
      const sum = (of: (each: (typeof own)[number]) => number): number =>
        own.reduce((total, each, i) => total + (weights?.[i] ?? 1) * of(each), 0);
      const total = sum(() => 1);
      const share = (name: 'seen' | 'shipped' | 'right') => (total > 0 ? sum((each) => each[name]) / total : null);
      return { seen: share('seen'), shipped: share('shipped'), right: share('right') };
    };
    const authors = own.map(({ trial }) => trial.authors);
    return {
      ...(JSON.parse(key) as object),
      texts: own.length,
      sources: new Set(own.map(({ trial }) => trial.source)).size,
      measures: measure(),
      interval: bootstrapIntervals(authors, measure, { ...publishedBootstrap, seed }),
    };
  });
}

/** Whether each part is given to its author; of a text with an outsider, the part of the author of the case. */
function isNamed({ kind, authors, split }: ScoredSplit): boolean {
  const right = split?.authors.filter((author, side) => author === authors[side]).length ?? 0;
  return right >= (kind === 'two' ? 2 : 1);
}
