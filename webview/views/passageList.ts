import type { ExcerptView, PanelHost, PassageView, ReviewView } from '../../src/protocol/panel';
import { button } from '../controls';
import { element } from '../dom';

export interface PassagesData {
  readonly passages: readonly PassageView[];
  readonly selected: number | undefined;
  readonly labels: ReviewView['labels'];
  readonly heading: string;
  /** One below the heading that it stands under. */
  readonly level: 'h2' | 'h3';
}

/** Passages alike, questioned and known side by side; their numbers are those in the editor. */
export function passageList(data: PassagesData, host: PanelHost): readonly Node[] {
  const { passages, selected, labels, heading, level } = data;
  const title = element(level, { text: `${heading} (${passages.length})` });
  if (passages.length === 0) return [title, element('p', { class: 'quiet', text: labels.noPassages })];
  const items = passages.map((passage) => passageItem(passage, passage.number === selected, labels, host));
  return [
    title,
    element('p', { class: 'quiet', text: labels.passageScores }),
    element('ol', { class: 'passages' }, ...items),
  ];
}

function passageItem(
  passage: PassageView,
  current: boolean,
  labels: ReviewView['labels'],
  host: PanelHost,
): HTMLElement {
  const { number, score, questioned, known } = passage;
  const item = element(
    'li',
    { class: 'passage', 'data-number': String(number), ...(current && { 'aria-current': 'true' }) },
    element(
      'div',
      { class: 'passage-head' },
      element('span', { class: 'passage-number', text: String(number) }),
      element('span', { class: 'quiet', text: `${labels.score} ${score}` }),
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
      element('mark', { text: passage }),
      element('span', { text: after }),
    ),
  );
}
