import type {
  CandidateDetailView,
  ExcerptView,
  PanelHost,
  PassageView,
  PieceView,
  ReviewView,
} from '../../src/protocol/panel';
import { button } from '../controls';
import { element } from '../dom';

/** The candidate whose passages are shown. */
export interface PassagesData {
  readonly detail: Pick<CandidateDetailView, 'passages' | 'against' | 'setApart' | 'selected'>;
  readonly labels: ReviewView['labels'];
}

/** One list of passages under its heading. */
export interface PassageListData {
  readonly passages: readonly PassageView[];
  readonly selected: number | undefined;
  readonly labels: ReviewView['labels'];
  readonly heading: string;
  /** One below the heading that it stands under. */
  readonly level: 'h2' | 'h3';
}

/** Passages shown before the rest is asked for. */
const shownPassages = 8;

/** A candidate's passages: alike, then against, then those set apart, folded under their count. */
export function candidatePassages({ detail, labels }: PassagesData, host: PanelHost): readonly Node[] {
  const { passages, against, setApart, selected } = detail;
  const list = (heading: string, shown: readonly PassageView[]): readonly Node[] =>
    passageList({ passages: shown, selected, labels, heading, level: 'h3' }, host);
  return [
    ...list(labels.passagesAlike, passages),
    ...(against.length > 0 ? list(labels.passagesAgainst, against) : []),
    ...(setApart.heading === '' ? [] : [folded(setApart.heading, items(setApart.passages, selected, labels, host))]),
  ];
}

/** Passages, questioned and known side by side; their numbers are those in the editor. The first eight, the rest folded. */
export function passageList(
  { passages, selected, labels, heading, level }: PassageListData,
  host: PanelHost,
): readonly Node[] {
  const title = element(level, { text: `${heading} (${passages.length})` });
  if (passages.length === 0) return [title, element('p', { class: 'quiet', text: labels.noPassages })];
  const rest = passages.slice(shownPassages);
  return [
    title,
    items(passages.slice(0, shownPassages), selected, labels, host),
    ...(rest.length > 0
      ? [folded(`${labels.morePassages} (${rest.length})`, items(rest, selected, labels, host))]
      : []),
  ];
}

function folded(summary: string, list: HTMLElement): HTMLElement {
  return element('details', { class: 'folded' }, element('summary', { text: summary }), list);
}

function items(
  passages: readonly PassageView[],
  selected: number | undefined,
  labels: ReviewView['labels'],
  host: PanelHost,
): HTMLElement {
  const list = passages.map((passage) => passageItem(passage, passage.number === selected, labels, host));
  return element('ol', { class: 'passages' }, ...list);
}

function passageItem(
  passage: PassageView,
  current: boolean,
  labels: ReviewView['labels'],
  host: PanelHost,
): HTMLElement {
  const { number, why, questioned, known } = passage;
  const item = element(
    'li',
    { class: 'passage', 'data-number': String(number), ...(current && { 'aria-current': 'true' }) },
    element(
      'div',
      { class: 'passage-head' },
      element('span', { class: 'passage-number', text: String(number) }),
      element('span', { class: 'quiet', text: why }),
      button({
        label: labels.openBoth,
        focusKey: `open-${number}`,
        press: () => void host.openPassage(number),
      }),
    ),
    element('div', { class: 'pair' }, excerptBlock(labels.questioned, questioned), excerptBlock(labels.known, known)),
  );
  item.addEventListener('click', (event) => {
    const onButton = event.target instanceof Element && event.target.closest('vscode-button');
    if (!onButton) void host.selectPassage(number);
  });
  return item;
}

function excerptBlock(role: string, { title, before, passage, after }: ExcerptView): HTMLElement {
  return element(
    'figure',
    {},
    element('figcaption', { text: `${role}: ${title}` }),
    element(
      'blockquote',
      {},
      element('span', { text: before }),
      element('mark', {}, ...passage.map(piece)),
      element('span', { text: after }),
    ),
  );
}

function piece({ text, carries }: PieceView): HTMLElement {
  return element(carries ? 'strong' : 'span', { text });
}
