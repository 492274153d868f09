import type { CandidateView } from '../src/presentation/reviewView';

export type SortColumn = 'rank' | 'author' | 'finding';

/** How the table is sorted and narrowed; the page's own business. */
export interface TableOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
  readonly filter: string;
}

export const byRank: TableOrder = { column: 'rank', descending: false, filter: '' };

/** The candidates to show, in order. Equal ones keep the order of their scores. */
export function sortCandidates(candidates: readonly CandidateView[], order: TableOrder): readonly CandidateView[] {
  const wanted = order.filter.trim().toLowerCase();
  const kept = candidates.filter(({ author }) => author.toLowerCase().includes(wanted));
  const sign = order.descending ? -1 : 1;
  return [...kept].sort((a, b) => sign * compare(a, b, order.column) || a.rank - b.rank);
}

/** The order after its column head was pressed: the same column turns round. */
export function pressColumn(order: TableOrder, column: SortColumn): TableOrder {
  const turned = order.column === column && !order.descending;
  return { ...order, column, descending: turned };
}

/** The row to go to from a row by a key; undefined: the key means nothing here. */
export function findNextRow(key: string, row: number, rows: number): number | undefined {
  const [up, down] = [Math.max(row - 1, 0), Math.min(row + 1, rows - 1)];
  const byKey: Readonly<Record<string, number>> = { ArrowUp: up, ArrowDown: down, Home: 0, End: rows - 1 };
  return byKey[key];
}

function compare(a: CandidateView, b: CandidateView, column: SortColumn): number {
  if (column === 'rank') return a.rank - b.rank;
  return a[column].localeCompare(b[column], undefined, { numeric: true });
}
