import { computeScores, findMeasurement } from '../../../src/core/verification/scores';
import { groupBy } from '../../../src/core/basics/numbers';
import { countWords } from '../../../src/core/text/countWords';
import {
  listCells,
  type Cell,
  type KnownSide,
  type QuestionedWork,
  listWorks,
  orderByHash,
} from '../calibrate/folds/drawTrials';
import { Rows } from '../calibrate/folds/foldScores';
import { fitLinear, rateLinear } from '../fitting/linear';
import { fusions } from '../fitting/fusion';
import type { FoldTexts } from './foldTexts';
import type { RatedWays } from './gains';

/** Words of one kind that are read, and the fewest that make a kind. */
const wordsOfKind = { most: 4000, least: 250 };
const questionedWords = 1000;
const othersPerWork = 4;
const strength = 0.01;

/** Known kinds of an author of which none is the questioned text's: other genres of its mode, or kinds of the other mode. */
export type Relation = 'genres' | 'modes';

/** One known kind: the scores that ship, and words. */
export interface ScoredKind {
  readonly scores: readonly number[];
  readonly words: number;
}

/** A text and an author with at least two kinds. */
export interface KindTrial {
  readonly relation: Relation;
  readonly authors: readonly [string, string];
  readonly same: boolean;
  readonly fold: number;
  readonly kinds: readonly ScoredKind[];
}

/** The trials of a fold. Throws Cancelled. */
export function scoreKinds(texts: FoldTexts, limit: number): readonly KindTrial[] {
  const cells = listCells(texts.documents, texts.seed).filter(({ words }) => words >= wordsOfKind.least);
  const byAuthor = [...groupBy(cells, ({ author }) => author)];
  const rows = new Rows(texts.ngrams, texts.habits);
  return (['genres', 'modes'] as const).flatMap((relation) => {
    const works = cells
      .filter((cell) => listKinds(cell, byAuthor.find(([author]) => author === cell.author)![1], relation).length > 1)
      .flatMap((cell) => listWorks(cell, texts.seed))
      .filter(({ words }) => words >= questionedWords);
    return orderByHash(works, ({ key }) => key, texts.seed)
      .slice(0, limit)
      .flatMap((work) => {
        const held = byAuthor
          .map(([author, own]) => ({ author, kinds: listKinds(work.cell, own, relation) }))
          .filter(({ kinds }) => kinds.length > 1);
        const others = held.filter(({ author }) => author !== work.cell.author);
        const chosen = orderByHash(others, ({ author }) => `${work.key} ${author}`, texts.seed).slice(0, othersPerWork);
        const own = held.filter(({ author }) => author === work.cell.author);
        return [...own, ...chosen].flatMap(({ author, kinds }) => {
          const scored = kinds.flatMap((kind) => scoreKind(work, kind, rows, texts) ?? []);
          const authors = [work.cell.author, author] as const;
          return scored.length < 2
            ? []
            : [{ relation, authors, same: author === authors[0], fold: texts.fold, kinds: scored }];
        });
      });
  });
}

function listKinds(asked: Cell, own: readonly Cell[], relation: Relation): readonly Cell[] {
  return own.filter(({ mode, genre }) =>
    relation === 'modes' ? mode !== asked.mode : mode === asked.mode && genre !== asked.genre,
  );
}

function scoreKind(work: QuestionedWork, cell: Cell, rows: Rows, { cohort }: FoldTexts): ScoredKind | undefined {
  const measurement = findMeasurement(
    cohort,
    { questioned: work.cell, known: cell },
    new Set([work.cell.author, cell.author]),
  );
  if (!measurement) return undefined;
  const side = takeSide(cell);
  const found: Readonly<Record<string, number>> = computeScores(
    rows.ofWork(work, questionedWords),
    rows.ofSide(side),
    measurement,
  );
  const scores = fusions.collection.map((name) => found[name] ?? NaN);
  return scores.every(Number.isFinite) ? { scores, words: side.words } : undefined;
}

/** The first texts of a kind. */
function takeSide(cell: Cell): KnownSide {
  let left = wordsOfKind.most;
  const parts = cell.documents.flatMap((document) => {
    const words = Math.min(left, countWords(document.text));
    left -= words;
    return words > 0 ? [{ document, words }] : [];
  });
  return { key: JSON.stringify([cell.author, cell.mode, cell.genre]), cell, words: wordsOfKind.most - left, parts };
}

/** How the ratios of single kinds are joined. */
const joins: Readonly<Record<string, (ratios: readonly number[]) => readonly number[]>> = {
  'best kind': (ratios) => [Math.max(...ratios)],
  mean: (ratios) => [average(ratios)],
  sum: (ratios) => [average(ratios) * ratios.length],
  'mean with agreement': (ratios) => [average(ratios), Math.max(...ratios) - Math.min(...ratios)],
};

/**
 * Log10 ratios of trials of one relation, each by fits on the trials of other folds: by the scores as the product weighs them, and by ratios of
 * single kinds, which know their lengths, joined in each way.
 */
export function joinKinds(trials: readonly KindTrial[]): RatedWays {
  const folds = [...new Set(trials.map(({ fold }) => fold))];
  const rated: Record<string, number[]> = {};
  const rate = (name: string, featuresOf: (trial: KindTrial) => readonly number[], fold: number): void => {
    const rows = trials.map((trial) => ({ features: featuresOf(trial), same: trial.same }));
    const fit = fitLinear(
      rows.filter((_, i) => trials[i]!.fold !== fold),
      strength,
    );
    rated[name] ??= trials.map(() => NaN);
    rows.forEach((row, i) => (trials[i]!.fold === fold ? (rated[name]![i] = rateLinear(fit, row)) : undefined));
  };
  for (const fold of folds) {
    const known = trials.filter((trial) => trial.fold !== fold);
    const single = fitLinear(
      known.flatMap(({ kinds, same }) => kinds.map((kind) => ({ features: describeKind(kind), same }))),
      strength,
    );
    const ratiosOf = ({ kinds }: KindTrial): readonly number[] =>
      kinds.map((kind) => rateLinear(single, { features: describeKind(kind) }));
    rate('shipped', weighKinds, fold);
    for (const [name, join] of Object.entries(joins)) rate(name, (trial) => join(ratiosOf(trial)), fold);
  }
  return rated;
}

/** The scores as the product weighs them: one relation counts by the root of its words, its kinds by their words. */
function weighKinds({ kinds }: KindTrial): readonly number[] {
  const total = kinds.reduce((sum, { words }) => sum + words, 0);
  return kinds[0]!.scores.map((_, k) =>
    kinds.reduce((sum, { scores, words }) => sum + (words / total) * scores[k]!, 0),
  );
}

function describeKind({ scores, words }: ScoredKind): readonly number[] {
  const length = Math.log2(words / wordsOfKind.most);
  return [...scores, ...scores.map((score) => score * length), length];
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
