import type {
  CandidateDetailView,
  ExcerptView,
  PanelHost,
  PassageView,
  PieceView,
  ReviewView,
} from '../../src/protocol/panel';
import { button } from '../controls';
import { rowAfter } from '../candidateOrder';
import { element, focusByKey } from '../dom';

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
