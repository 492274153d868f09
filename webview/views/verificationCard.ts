import type { ActionView, PanelHost, ReviewView, VerificationView } from '../../src/protocol/panel';
import { button, choice } from '../controls';
import { element } from '../dom';

export interface VerificationData {
  readonly title: string;
  /** Whether the first candidate stands out; empty where that is not told. */
  readonly outcome: string;
  readonly verification: VerificationView | undefined;
  readonly pending: string | undefined;
  readonly withheld: string;
  readonly ways: readonly ActionView[];
  /** What the review is about and rests on, for Details. */
  readonly about: readonly string[];
  readonly labels: ReviewView['labels'];
  readonly verifiers: ReviewView['verifiers'];
  readonly chosenVerifier: ReviewView['chosenVerifier'];
  readonly terms: ReviewView['terms'];
}

/** The answer: what the findings say about the two hypotheses, or as plainly that they say nothing, and then what to do. */
export function verificationCard(data: VerificationData, host: PanelHost): HTMLElement {
  const { verification, outcome, withheld } = data;
  const card = element('section', { class: 'card', 'aria-labelledby': 'verification-title' });
  card.append(...(outcome === '' ? [] : [element('p', { class: 'outcome', text: outcome })]));
  card.append(element('h2', { text: data.title, id: 'verification-title' }));
  const { statement = data.pending ?? '', chance = '' } = verification ?? {};
  for (const text of [statement, chance].filter((sentence) => sentence !== ''))
    card.append(element('p', { class: statementClass(verification), text }));
  card.append(...(withheld === '' ? [] : [element('p', { text: withheld })]), ...waysOn(data, host));
  if (!verification) return card;
  if (verification.caveats.length > 0) card.append(list('caveats', verification.caveats));
  card.append(details(data, verification, host));
  return card;
}

function statementClass(verification: VerificationView | undefined): string {
  if (!verification) return '';
  return `statement${verification.abstained ? ' abstained' : ''}${verification.carried ? ' carried' : ''}`;
}

/** What can lead to a ratio: one button that leads, the others behind "More". */
function waysOn({ ways: [main, ...others], labels }: VerificationData, host: PanelHost): readonly Node[] {
  if (!main) return [];
  const more = element(
    'details',
    { class: 'more' },
    element('summary', { text: labels.moreWays, focusKey: 'moreWays' }),
  );
  more.append(buttons(host, others));
  return [buttons(host, [main], 'primary'), ...(others.length > 0 ? [more] : [])];
}

/** A row of buttons, each with what it asks for. */
function buttons(host: PanelHost, ways: readonly ActionView[], appearance?: 'primary'): HTMLElement {
  const made = ways.map(({ label, intent }) =>
    button({
      label,
      focusKey: `way-${intent}`,
      press: () => void host.intend(intent),
      ...(appearance && { appearance }),
    }),
  );
  return element('div', { class: 'actions' }, ...made);
}

/** Figures, hypotheses, population, verifier and hashes; open or closed as the reader left it. */
function details(
  data: VerificationData,
  { details: figures, grounds }: VerificationView,
  host: PanelHost,
): HTMLElement {
  const { labels, about, verifiers, terms } = data;
  const made = element(
    'details',
    detailsOpen ? { open: '', class: 'more' } : { class: 'more' },
    element('summary', { text: labels.details, focusKey: 'details' }),
    figures.length > 0 ? explainedList('figures', figures, terms) : undefined,
    ...grounds.map((text) => element('p', {}, ...withTerms(text, terms))),
    buttons(host, [
      { label: labels.showPopulation, intent: 'showPopulation' },
      { label: labels.ownWriters, intent: 'ownWriters' },
    ]),
    verifiers.length > 0 ? verifierChoice(data, host) : undefined,
    ...about.map((text) => element('p', { class: 'quiet' }, ...withTerms(text, terms))),
    glossary(labels.terms, terms),
  );
  made.addEventListener('toggle', () => (detailsOpen = made.open));
  return made;
}

let detailsOpen = false;

function verifierChoice({ labels, verifiers, chosenVerifier }: VerificationData, host: PanelHost): HTMLElement {
  return choice({
    label: labels.verifier,
    focusKey: 'verifier',
    choices: verifiers,
    chosen: chosenVerifier,
    choose: (id) => void host.chooseVerifier(id),
  });
}

/** A text whose terms of art explain themselves under the mouse; the list below says the same to everybody. */
function withTerms(text: string, terms: VerificationData['terms']): readonly Node[] {
  const [found] = terms
    .map(({ term, meaning }) => ({ term, meaning, at: text.indexOf(term) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  if (!found) return [document.createTextNode(text)];
  const { term, meaning, at } = found;
  const others = terms.filter((each) => each.term !== term);
  return [
    document.createTextNode(text.slice(0, at)),
    element('abbr', { text: term, title: meaning }),
    ...withTerms(text.slice(at + term.length), others),
  ];
}

function glossary(heading: string, terms: VerificationData['terms']): HTMLElement {
  const lines = terms.flatMap(({ term, meaning }) => [element('dt', { text: term }), element('dd', { text: meaning })]);
  return element('details', { class: 'more' }, element('summary', { text: heading }), element('dl', {}, ...lines));
}

function explainedList(kind: string, sentences: readonly string[], terms: VerificationData['terms']): HTMLElement {
  return element('ul', { class: kind }, ...sentences.map((text) => element('li', {}, ...withTerms(text, terms))));
}

function list(kind: string, sentences: readonly string[]): HTMLElement {
  return element('ul', { class: kind }, ...sentences.map((text) => element('li', { text })));
}
