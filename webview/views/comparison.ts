import type { ComparisonView, PanelHost, ReviewView } from '../../src/protocol/panel';
import { button } from '../controls';
import { element } from '../dom';
import { passageList } from './passageList';
import { picture } from './picture';
import { verificationCard } from './verificationCard';

/** Two documents compared: what the findings say, a table of section scores, and the parts most alike. */
export function comparison(view: ReviewView, host: PanelHost): readonly (Node | undefined)[] {
  const { comparison: compared, labels } = view;
  if (!compared) return [];
  const card = compared.verification && {
    title: labels.verification,
    outcome: '',
    about: [],
    labels,
    verification: compared.verification,
    pending: undefined,
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
    sectionTable(compared, labels),
    ...(compared.passages.length > 0 ? partsAlike(compared, labels, host) : []),
  ];
}

function partsAlike({ passages }: ComparisonView, labels: ReviewView['labels'], host: PanelHost): readonly Node[] {
  return passageList({ passages, selected: undefined, labels, heading: labels.passagesAlike, level: 'h2' }, host);
}

function sectionTable({ sections }: ComparisonView, labels: ReviewView['labels']): HTMLElement | undefined {
  const [first] = sections;
  if (!first) return undefined;
  const head = first.map((_, column) =>
    element('th', { scope: 'col', class: 'number', text: `${labels.section} ${column + 1}` }),
  );
  const rows = sections.map((scores, row) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', text: `${labels.section} ${row + 1}` }),
      ...scores.map((text) => element('td', { class: 'number', text })),
    ),
  );
  return element(
    'div',
    { class: 'table' },
    element('h2', { text: labels.sections }),
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, element('td'), ...head)),
      element('tbody', {}, ...rows),
    ),
  );
}
