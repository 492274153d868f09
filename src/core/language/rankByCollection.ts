import { multiplyRows, type FeatureRow } from '../classical/featureRow';
import { type Comparable, computeCohortStatistics, computeZScore } from '../cohort/cohort';
import { groupBy } from '../basics/groupBy';
import { leadingAuthors } from '../ranking/rankCombined';
import type { RankedAuthor } from '../../lateInteraction/scoring/authors';
import { type ComparedRow, computeStatistics, findMeasurement } from '../verification/scores';
import { computeWeight } from '../verification/sides';
import { type StopSignal, throwIfStopped } from '../basics/work';
import type { AuthorRow, LanguageCollection } from './languageCollection';
import { computeSum } from '../basics/numbers';

/** The questioned text, with its words. */
type RankedText = ComparedRow & { readonly words: number };

/**
 * Ranks the known authors of a collection by its own n-grams: first by their cosine, then the leading ones by how far they are above other
 * authors on both sides, in deviations over the authors. All authors of the language are ranked, even if the encoder does not know their
 * script. Throws Cancelled.
 * @param copies  ids of documents that take no part
 */
export function rankByCollection(
  collection: LanguageCollection,
  questioned: RankedText,
  copies: ReadonlySet<string>,
  stop: StopSignal,
): readonly RankedAuthor[] {
  const known = collection.listRows(copies).filter(({ role }) => role === 'known');
  const alone = [...groupBy(known, ({ author }) => author)]
    .map(([author, rows]) => ({ author, rows, score: weigh(rows, questioned, (row) => compare(questioned, row)) }))
    .sort((a, b) => b.score - a.score || (a.author < b.author ? -1 : 1));
  const leading = alone.slice(0, leadingAuthors);
  const measured = leading.map((author) => measure(collection, questioned, author, stop));
  const sums = measured.every((each) => each !== undefined)
    ? toDeviations(measured)
    : toDeviations(leading.map(({ score }) => score));
  const first = leading.map(({ author }, i) => ({ author, score: sums[i]! }));
  const lowest = Math.min(0, ...sums);
  return [
    ...first.sort((a, b) => b.score - a.score),
    ...alone.slice(leadingAuthors).map(({ author, score }) => ({ author, score: lowest - 2 + score })),
  ];
}

function compare(questioned: ComparedRow, row: AuthorRow): number {
  return multiplyRows(questioned.features, row.features);
}

/** How far an author is above other authors. Undefined if there are too few. */
function measure(
  { cohort }: LanguageCollection,
  questioned: RankedText,
  { author, rows }: { readonly author: string; readonly rows: readonly AuthorRow[] },
  stop: StopSignal,
): number | undefined {
  const scores = rows.map((row): number | undefined => {
    throwIfStopped(stop);
    const measurement = findMeasurement(cohort, { questioned, known: row }, new Set([author]), questioned.words);
    if (!measurement) return undefined;
    const { ofKnown, ofQuestioned, pieces = ofQuestioned } = measurement;
    const above = (of: FeatureRow, others: Comparable): number =>
      computeZScore(compare(questioned, row), computeStatistics(of, others, stop));
    return above(questioned.features, ofKnown) + above(row.features, pieces);
  });
  return scores.every((score) => score !== undefined) ? weigh(rows, questioned, (_, i) => scores[i]!) : undefined;
}

/** The mean of a score over an author's rows, each weighted by its kind, compared with the questioned text's, and its words. */
function weigh(rows: readonly AuthorRow[], kind: ComparedRow, score: (row: AuthorRow, i: number) => number): number {
  const weights = rows.map((row) => computeWeight(kind, row));
  const total = computeSum(weights) || 1;
  return rows.reduce((sum, row, i) => sum + (weights[i]! / total) * score(row, i), 0);
}

function toDeviations(values: readonly number[]): readonly number[] {
  const statistics = computeCohortStatistics(Float64Array.from(values));
  return values.map((value) => computeZScore(value, statistics));
}
