import type { Drawing } from '../../src/protocol/drawing';
import type { CandidateView, PanelHost, ReviewView } from '../../src/protocol/panel';
import { byRank, ordered, pressed, rowAfter, type SortColumn, type TableOrder } from '../candidateOrder';
import { textInput } from '../controls';
import { element, focusByKey } from '../dom';
import { picture } from './picture';

export interface CandidatesData {
  readonly candidates: readonly CandidateView[];
  readonly chosen: string | undefined;
  readonly strip: Drawing | undefined;
  readonly labels: ReviewView['labels'];
}

/** Candidates that are taken in without a filter. */
const atAGlance = 8;

/** The candidates as a table: arrow keys choose a row, column heads sort it, the field above a long one narrows it. */
export class CandidatesTable {
  private order: TableOrder = byRank;
  private data: CandidatesData | undefined;
  private readonly rows = element('div', { class: 'table' });
  /** In one column the passages come first. */
  private isOpen = matchMedia('(width >= 640px)').matches;

  constructor(private readonly host: PanelHost) {}

  /** The whole part. Sorting and filtering build only the rows anew. */
  build(data: CandidatesData): readonly (Node | undefined)[] {
    this.data = data;
    const { candidates, labels } = data;
    if (candidates.length === 0) return [];
    const isLong = candidates.length > atAGlance;
    if (!isLong) this.order = { ...this.order, filter: '' };
    this.showRows();
    const filter = textInput({
      label: labels.filter,
      focusKey: 'filter',
      value: this.order.filter,
      change: (value) => this.reorder({ ...this.order, filter: value }),
    });
    const list = element(
      'details',
      this.isOpen ? { open: '' } : {},
      element('summary', {
        text: `${labels.candidates} (${candidates.length})`,
        id: 'candidates-title',
        focusKey: 'candidates',
      }),
      isLong ? filter : undefined,
      this.rows,
      element('p', { class: 'quiet', text: labels.orderOnly }),
    );
    list.addEventListener('toggle', () => (this.isOpen = list.open));
    return [data.strip && picture(data.strip, 'strip'), list];
  }

  private reorder(order: TableOrder): void {
    this.order = order;
    const { activeElement } = document;
    const key = activeElement instanceof HTMLElement ? activeElement.dataset['focusKey'] : undefined;
    this.showRows();
    if (key !== undefined) focusByKey(this.rows, key);
  }

  private showRows(): void {
    if (!this.data) return;
    const { candidates, chosen, labels } = this.data;
    const shown = ordered(candidates, this.order);
    const body = element('tbody');
    const tabStop = shown.some(({ author }) => author === chosen) ? chosen : shown[0]?.author;
    shown.forEach((candidate, row) => {
      body.append(this.row(candidate, { row, rows: shown, chosen, focusable: candidate.author === tabStop }));
    });
    if (shown.length === 0) body.append(element('tr', {}, element('td', { colspan: '3', text: labels.noCandidates })));
    const table = element('table', { role: 'grid', 'aria-labelledby': 'candidates-title' }, this.head(labels), body);
    this.rows.replaceChildren(table);
  }

  private head(labels: ReviewView['labels']): HTMLElement {
    const cells = [
      this.sortHead('rank', labels.rank),
      this.sortHead('author', labels.author),
      this.sortHead('finding', labels.finding),
    ];
    return element('thead', {}, element('tr', {}, ...cells));
  }

  private sortHead(column: SortColumn, text: string): HTMLElement {
    const sorted = this.order.column === column;
    const direction = this.order.descending ? 'descending' : 'ascending';
    const press = element('button', { type: 'button', class: 'plain sort', text, focusKey: `sort-${column}` });
    press.addEventListener('click', () => this.reorder(pressed(this.order, column)));
    const head = element('th', { scope: 'col', 'aria-sort': sorted ? direction : 'none' }, press);
    head.classList.toggle('number', column === 'rank');
    return head;
  }

  private row(candidate: CandidateView, place: RowPlace): HTMLElement {
    const { author, rank, tier, finding } = candidate;
    const made = element(
      'tr',
      {
        'aria-selected': String(author === place.chosen),
        tabindex: place.focusable ? '0' : '-1',
        focusKey: `candidate-${author}`,
      },
      element('td', { class: 'number', text: String(rank), title: tier }),
      element('th', { scope: 'row', text: author }),
      element('td', { text: finding }),
    );
    made.addEventListener('click', () => this.choose(author));
    made.addEventListener('keydown', (event) => {
      const target =
        event.key === 'Enter' || event.key === ' ' ? place.row : rowAfter(event.key, place.row, place.rows.length);
      const next = target === undefined ? undefined : place.rows[target];
      if (!next) return;
      event.preventDefault();
      focusByKey(this.rows, `candidate-${next.author}`);
      this.choose(next.author);
    });
    return made;
  }

  private choose(author: string): void {
    void this.host.selectCandidate(author);
  }
}

interface RowPlace {
  readonly row: number;
  readonly rows: readonly CandidateView[];
  readonly chosen: string | undefined;
  readonly focusable: boolean;
}
