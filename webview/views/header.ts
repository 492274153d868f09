import type { HeaderView, NoticeView, PanelHost, PanelIntent, ReviewView } from '../../src/protocol/panel';
import { busyMark, button } from '../controls';
import { element } from '../dom';

/** What was compared with what, and what can be done with it. */
export function header(view: HeaderData, host: PanelHost): readonly (Node | undefined)[] {
  const { header: about, labels, kind } = view;
  if (!about) return [];
  const press = (intent: PanelIntent) => () => void host.intend(intent);
  const actions = element('div', { class: 'actions' });
  if (kind !== 'running')
    actions.append(button({ label: labels.reviewAgain, focusKey: 'reviewAgain', press: press('review') }));
  if (view.hasFindings)
    actions.append(button({ label: labels.exportReport, focusKey: 'exportReport', press: press('exportReport') }));
  const facts = element('button', {
    type: 'button',
    class: 'plain choice',
    text: about.facts,
    title: labels.setFacts,
    focusKey: 'setFacts',
  });
  facts.addEventListener('click', press('setFacts'));
  return [
    element(
      'div',
      { class: 'facts' },
      element('h1', { text: about.title }),
      facts,
      element('span', { class: 'quiet', text: about.reviewed }),
      actions,
    ),
  ];
}

export interface HeaderData {
  readonly header: HeaderView | undefined;
  readonly labels: ReviewView['labels'];
  readonly kind: ReviewView['kind'];
  readonly hasFindings: boolean;
}

/** Sentences that the reviewer should know, each with at most one thing to do. */
export function notices(list: readonly NoticeView[], host: PanelHost): readonly Node[] {
  return list.map(({ tone, text, action }, i) => {
    const item = element('div', { class: `notice ${tone}`, role: tone === 'error' ? 'alert' : 'note' });
    item.append(element('p', { text }));
    if (action)
      item.append(
        button({ label: action.label, focusKey: `notice-${i}`, press: () => void host.intend(action.intent) }),
      );
    return item;
  });
}

/** How far a run is, in a line of its own that changes, with the way to stop it, which stays under the mouse. */
export function progress({ isRunning, cancel }: ProgressData, line: Node, host: PanelHost): readonly Node[] {
  if (!isRunning) return [];
  return [busyMark(), line, button({ label: cancel, focusKey: 'cancel', press: () => void host.intend('cancel') })];
}

export interface ProgressData {
  readonly isRunning: boolean;
  readonly cancel: string;
}

/** The one sentence and the ways on while nothing was reviewed. */
export function introduction(view: IntroductionData, host: PanelHost): readonly Node[] {
  const { text, kind, labels } = view;
  if (text === undefined) return [];
  if (kind === 'opening') return [element('p', { text })];
  const press = (intent: PanelIntent) => () => void host.intend(intent);
  const first: PanelIntent = kind === 'noIndex' ? 'buildIndex' : 'review';
  return [
    element('p', { text }),
    element(
      'div',
      { class: 'actions' },
      button({ label: labels[first], focusKey: first, appearance: 'primary', press: press(first) }),
      button({ label: labels.openSample, focusKey: 'openSample', press: press('openSample') }),
    ),
  ];
}

export interface IntroductionData {
  readonly text: string | undefined;
  readonly kind: ReviewView['kind'];
  readonly labels: ReviewView['labels'];
}
