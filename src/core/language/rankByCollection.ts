import { multiplyRows, type FeatureRow } from '../classical/featureRow';
import { type Comparable, computeCohortStatistics, computeZScore } from '../cohort/cohort';
import { groupBy } from '../groupBy';
import { leadingAuthors } from '../ranking/rankCombined';
import type { RankedAuthor } from '../scoring/authors';
import { clamp } from '../verification/calibration';
import { type ComparedRow, computeScores, findMeasurement } from '../verification/scores';
import { computeWeight } from '../verification/sides';
import { type StopSignal, throwIfStopped } from '../work';
import type { AuthorRow, LanguageCollection } from './languageCollection';

/** The authors nearest to a text that an order measures by: farther ones say little of who comes first. */
const nearest = 20;

/** From so many words on, what other authors do not explain counts; from four times as many, as much as all else. */
const fewestWords = 250;

/** The questioned text, with its words. */
type RankedText = ComparedRow & { readonly words: number };

/**
 * The known authors of a collection by its own n-grams: first by their cosine, then the leading ones by how far they lie above the nearest
 * other authors, from either side, and by what other authors do not explain, in deviations over the authors. All authors of the language
 * are ranked, whatever an encoder makes of their script. Throws Cancelled.
 *
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
    ? addResiduals(measured, questioned.words)
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

interface Measured {
  readonly normalised: number;
  readonly residual: number;
}

/** An author's scores against other authors; undefined: there are too few. */
function measure(
  { cohort }: LanguageCollection,
  questioned: ComparedRow,
  { author, rows }: { readonly author: string; readonly rows: readonly AuthorRow[] },
  stop: StopSignal,
): Measured | undefined {
  const scores = rows.flatMap((row): readonly Measured[] => {
    throwIfStopped(stop);
    const measurement = findMeasurement(cohort, { questioned, known: row }, new Set([author]));
    if (!measurement) return [];
    const above = (of: FeatureRow, others: Comparable): number => {
      const all = others.scores.scoreAll(of, stop);
      const theirs = Float64Array.from(others.places, (place) => all[place]!);
      return computeZScore(compare(questioned, row), computeCohortStatistics(theirs, nearest));
    };
    const normalised = above(questioned.features, measurement.ofKnown) + above(row.features, measurement.ofQuestioned);
    return [{ normalised, residual: computeScores(questioned, row, measurement, stop).residual! }];
  });
  if (scores.length < rows.length) return undefined;
  const mean = (name: keyof Measured): number => weigh(rows, questioned, (_, i) => scores[i]![name]);
  return { normalised: mean('normalised'), residual: mean('residual') };
}

function addResiduals(measured: readonly (Measured | undefined)[], words: number): readonly number[] {
  const weight = clamp(Math.log2(words / fewestWords) / 2, 0, 1);
  const normalised = toDeviations(measured.map((each) => each!.normalised));
  const residuals = toDeviations(measured.map((each) => each!.residual));
  return normalised.map((value, i) => (value + weight * residuals[i]!) / (1 + weight));
}

/** The mean of a score over an author's rows, each by what its kind and words count beside the questioned text. */
function weigh(rows: readonly AuthorRow[], kind: ComparedRow, score: (row: AuthorRow, i: number) => number): number {
  const weights = rows.map((row) => computeWeight(kind, row));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return rows.reduce((sum, row, i) => sum + (weights[i]! / total) * score(row, i), 0);
}

function toDeviations(values: readonly number[]): readonly number[] {
  const statistics = computeCohortStatistics(Float64Array.from(values));
  return values.map((value) => computeZScore(value, statistics));
}
