import type { PanelHost, ReviewView, SectionCellView, SectionMapView } from '../../src/protocol/panel';
import { button } from '../controls';
import { element } from '../dom';
import { authorPassages, type PassageControls, type PassageOrder } from './passageList';
import { picture, placePicture } from './picture';
import { verificationCard } from './verificationCard';

/** A comparison, and how its passages are put in order. */
export interface ComparisonData {
  readonly view: ReviewView;
  readonly order: PassageOrder;
}

/** Two documents, or a document and an author, compared: what the findings say, a map of sections, and what is alike. */
export function comparison({ view, order }: ComparisonData, controls: PassageControls): readonly (Node | undefined)[] {
  const { host } = controls;
  const { comparison: compared, labels } = view;
  if (!compared) return [];
  const card = compared.verification && {
    title: labels.verification,
    outcome: '',
    about: [],
    labels,
    verification: compared.verification,
    pending: undefined,
    withheld: '',
    ways: [],
    verifiers: [],
    chosenVerifier: view.chosenVerifier,
    terms: view.terms,
  };
  return [
    element('h1', { text: compared.heading }),
    element('p', { class: 'quiet', text: compared.score }),
    element(
      'div',
      { class: 'actions' },
      button({ label: labels.exportReport, focusKey: 'exportReport', press: () => void host.intend('exportReport') }),
      button({ label: labels.backToReview, focusKey: 'backToReview', press: () => void host.intend('backToReview') }),
    ),
    card && verificationCard(card, host),
    compared.densities && picture(compared.densities, 'densities'),
    compared.sections && sectionMap(compared.sections, labels, host),
    compared.heat && placePicture(compared.heat, 'heat', (offset) => void host.revealPlace(offset)),
    ...authorPassages({ detail: compared, labels, order, level: 'h2' }, controls),
  ];
}

/** A map of sections; arrow keys go from cell to cell, Enter or a click opens both places. */
function sectionMap({ says, rows }: SectionMapView, labels: ReviewView['labels'], host: PanelHost): HTMLElement {
  const cells = rows.map((row, y) => row.map((cell, x) => sectionCell(cell, x === 0 && y === 0, host)));
  const head = (rows[0] ?? []).map((_, x) => element('th', { scope: 'col', text: String(x + 1) }));
  const body = cells.map((row, y) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', text: String(y + 1) }),
      ...row.map((cell) => element('td', {}, cell)),
    ),
  );
  const table = element(
    'table',
    { class: 'section-map', 'aria-label': labels.sections },
    element('thead', {}, element('tr', {}, element('td'), ...head)),
    element('tbody', {}, ...body),
  );
  table.addEventListener('keydown', (event) => goByKey(event, cells));
  return element(
    'div',
    {},
    element('h2', { text: labels.sections }),
    element('p', { class: 'quiet', text: says }),
    table,
  );
}

function sectionCell({ number, score, level, says }: SectionCellView, isFirst: boolean, host: PanelHost): HTMLElement {
  const cell = element('button', {
    ...{ type: 'button', class: `level-${level}`, text: score, title: says, 'aria-label': says },
    ...{ tabindex: isFirst ? '0' : '-1', focusKey: `section-${number}` },
  });
  cell.addEventListener('click', () => void host.openPassage(number));
  return cell;
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

function goByKey(event: KeyboardEvent, cells: readonly (readonly HTMLElement[])[]): void {
  const step = steps[event.key];
  const y = cells.findIndex((row) => row.some((cell) => cell === event.target));
  const x = cells[y]?.findIndex((cell) => cell === event.target) ?? -1;
  if (!step || x < 0) return;
  event.preventDefault();
  const next = cells[y + step[1]]?.[x + step[0]];
  if (!next) return;
  cells[y]![x]!.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
