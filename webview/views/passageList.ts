import type {
  ExcerptView,
  PanelHost,
  PassagesView,
  PassageView,
  PieceView,
  ReviewView,
} from '../../src/protocol/panel';
import { button, choice } from '../controls';
import { rowAfter } from '../candidateOrder';
import { element, focusByKey } from '../dom';

/** The candidate whose passages are shown. */
export interface PassagesData {
  readonly detail: PassagesView;
  readonly labels: ReviewView['labels'];
  readonly order: PassageOrder;
  /** The list's heading. */
  readonly level: 'h2' | 'h3';
}

/** How lists of passages are put in order; the page's own business, and their numbers stay. */
export type PassageOrder = 'strength' | 'place';

/** What the page does itself with its lists of passages. */
export interface PassageControls {
  readonly host: PanelHost;
  readonly sort: (order: PassageOrder) => void;
}

/** Passages shown before the rest is asked for. */
const shownPassages = 8;

/** An author's passages: alike, then against, then those set apart, folded under their count; their numbers are those in the editor. */
export function authorPassages(data: PassagesData, { host, sort }: PassageControls): readonly Node[] {
  const { labels, order, level } = data;
  const { passages, against, setApart, passagesPending } = data.detail;
  if (passagesPending !== undefined) {
    return [
      element(level, { text: labels.passagesAlike }),
      element('p', { class: 'quiet', role: 'status', text: passagesPending }),
    ];
  }
  const control = passages.length > 1 ? sorting(order, labels, sort) : undefined;
  return [
    ...passageList({ heading: labels.passagesAlike, passages, control }, data, host),
    ...(against.length > 0 ? passageList({ heading: labels.passagesAgainst, passages: against }, data, host) : []),
    ...(setApart.heading === '' ? [] : [folded(setApart.heading, items(setApart.passages, data, host))]),
  ];
}

interface PassageListData {
  readonly heading: string;
  readonly passages: readonly PassageView[];
  /** Stands beside the heading. */
  readonly control?: HTMLElement | undefined;
}

/** The first eight passages side by side, the rest folded. */
function passageList(
  { heading, passages, control }: PassageListData,
  data: PassagesData,
  host: PanelHost,
): readonly Node[] {
  const { labels, level } = data;
  const title = element(level, { text: `${heading} (${passages.length})` });
  if (passages.length === 0) return [title, element('p', { class: 'quiet', text: labels.noPassages })];
  const rest = passages.slice(shownPassages);
  return [
    control ? element('div', { class: 'list-head' }, title, control) : title,
    items(passages.slice(0, shownPassages), data, host),
    ...(rest.length > 0 ? [folded(`${labels.morePassages} (${rest.length})`, items(rest, data, host))] : []),
  ];
}

function sorting(order: PassageOrder, labels: ReviewView['labels'], sort: PassageControls['sort']): HTMLElement {
  const choices = [
    { id: 'strength', label: labels.byStrength, use: labels.passageOrder },
    { id: 'place', label: labels.byPlace, use: labels.passageOrder },
  ];
  const choose = (id: string): void => sort(id === 'place' ? 'place' : 'strength');
  return choice({ label: labels.passageOrder, focusKey: 'passageOrder', choices, chosen: order, choose });
}

function folded(summary: string, list: HTMLElement): HTMLElement {
  return element('details', { class: 'folded' }, element('summary', { text: summary }), list);
}

function items(
  listed: readonly PassageView[],
  { detail: { selected }, labels, order }: PassagesData,
  host: PanelHost,
): HTMLElement {
  const passages = order === 'place' ? listed.toSorted((a, b) => a.place - b.place) : listed;
  const isHere = passages.some(({ number }) => number === selected);
  const list = passages.map((passage, place) => {
    const current = passage.number === selected;
    const focusable = isHere ? current : place === 0;
    return passageItem(passage, { current, focusable, labels }, host);
  });
  const made = element('ol', { class: 'passages' }, ...list);
  made.addEventListener('keydown', (event) => goByKey(event, passages, made, host));
  return made;
}

/** Arrow keys, Home and End go from passage to passage, Enter opens both documents at one. */
function goByKey(event: KeyboardEvent, passages: readonly PassageView[], list: HTMLElement, host: PanelHost): void {
  if (!(event.target instanceof HTMLLIElement)) return; // a button has keys of its own
  const from = passages.findIndex(({ number }) => String(number) === (event.target as HTMLElement).dataset['number']);
  const here = passages[from];
  const target = here && rowAfter(event.key, from, passages.length);
  const next = target === undefined ? undefined : passages[target];
  if (event.key !== 'Enter' && !next) return;
  event.preventDefault();
  if (!next) {
    if (here) void host.openPassage(here.number);
    return;
  }
  focusByKey(list, `passage-${next.number}`);
  void host.selectPassage(next.number);
}

interface ItemLook {
  readonly current: boolean;
  /** Whether the tabulator stops here: at one passage of a list. */
  readonly focusable: boolean;
  readonly labels: ReviewView['labels'];
}

function passageItem(passage: PassageView, { current, focusable, labels }: ItemLook, host: PanelHost): HTMLElement {
  const { number, why, questioned, known } = passage;
  const item = element(
    'li',
    {
      class: 'passage',
      'data-number': String(number),
      tabindex: focusable ? '0' : '-1',
      focusKey: `passage-${number}`,
      ...(current && { 'aria-current': 'true' }),
    },
    element(
      'div',
      { class: 'passage-head' },
      element('span', { class: 'passage-number', text: String(number) }),
      element('span', { class: 'quiet', text: why }),
      button({
        label: labels.openBoth,
        name: `${labels.openBoth}, ${labels.passage} ${number}`,
        focusKey: `open-${number}`,
        press: () => void host.openPassage(number),
      }),
    ),
    element(
      'div',
      { class: 'pair' },
      excerptBlock(labels.questioned, questioned),
      excerptBlock(`${labels.known}: ${known.title}`, known),
    ),
  );
  item.addEventListener('click', (event) => {
    const onButton = event.target instanceof Element && event.target.closest('vscode-button');
    if (!onButton) void host.selectPassage(number);
  });
  return item;
}

function excerptBlock(caption: string, { before, passage, after }: ExcerptView): HTMLElement {
  return element(
    'figure',
    {},
    element('figcaption', { text: caption }),
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
