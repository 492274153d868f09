import {
  bootstrapIntervals,
  publishedBootstrap,
  type Intervals,
  type Measures,
} from '../../../src/core/evaluation/scoreGroups';
import { groupBy } from '../../../src/core/basics/numbers';
import { centreDiscriminants, type QuestionCalibration } from '../../../src/core/verification/question';
import { fitSoftmax } from '../fitting/fitQuestion';
import { orderSearched, type Searched } from '../fitting/fitSearch';

/** What orders authors by itself, and all together. */
const orders: Readonly<
  Record<string, (searched: Searched, conditions: QuestionCalibration['conditions']) => string | undefined>
> = {
  order: ({ rows }) => bestBy(rows, ({ order }) => order),
  ratio: ({ rows }) => bestBy(rows, ({ ratio }) => ratio),
  discriminant: ({ rows }) => bestBy(rows, ({ discriminant }) => discriminant),
  all: (searched, conditions) => orderSearched(searched, conditions)[0]?.author,
};

function bestBy(rows: Searched['rows'], of: (row: Searched['rows'][number]) => number | undefined): string | undefined {
  return rows.toSorted((a, b) => (of(b) ?? -Infinity) - (of(a) ?? -Infinity))[0]?.author;
}

/** The measures of one condition, and what the condition is. */
export type MeasuredRow = Readonly<Record<string, unknown>> & {
  readonly measures: Measures;
  readonly interval: Intervals;
};

/** Shares of insiders' texts whose writer is first, by condition and size. */
export function searchRows(
  searched: readonly Searched[],
  conditions: QuestionCalibration['conditions'],
  seed: number,
): readonly MeasuredRow[] {
  const key = ({ authors, words, modes, genreRelation }: Searched): string =>
    JSON.stringify({ authors, words, modes, genre_relation: genreRelation });
  return [...groupBy(searched, key)].map(([condition, own]) => {
    const inside = own.filter(({ isInside }) => isInside);
    const right = inside.map((each) =>
      Object.values(orders).map((first) => Number(first(each, conditions) === each.author)),
    );
    const measure = (weights?: Float64Array): Measures => {
      const total = inside.reduce((sum, _, i) => sum + (weights?.[i] ?? 1), 0);
      const share = (k: number): number =>
        right.reduce((sum, row, i) => sum + (weights?.[i] ?? 1) * row[k]!, 0) / total;
      return Object.fromEntries(Object.keys(orders).map((name, k) => [name, total > 0 ? share(k) : null]));
    };
    const authors = inside.map(({ author }) => [author]);
    const interval = bootstrapIntervals(authors, measure, { ...publishedBootstrap, seed });
    const counts = { searches: own.length, inside: inside.length };
    return { ...(JSON.parse(condition) as object), ...counts, measures: measure(), interval };
  });
}

/** The names of the orders that are measured. */
export const searchOrders = Object.keys(orders);

/**
 * The weights of the author's own score and of the discriminant in the order before there are ratios (`orderByCase`), fitted to the searches
 * of one genre with the writer.
 */
export function fitFirstOrder(searched: readonly Searched[]): {
  readonly order: number;
  readonly discriminant: number;
} {
  const choices = searched
    .filter(({ isInside, genreRelation }) => isInside && genreRelation === 'same')
    .map(({ rows, author }) => {
      const mean = rows.reduce((sum, { order }) => sum + order, 0) / rows.length;
      const values = [rows.map(({ order }) => order - mean), centreDiscriminants(rows)];
      return { values, writer: rows.findIndex((row) => row.author === author) };
    });
  const [order = NaN, discriminant = NaN] = fitSoftmax(choices, 2);
  return { order, discriminant };
}
