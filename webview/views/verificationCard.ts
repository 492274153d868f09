import type { PanelHost, ReviewView, VerificationView } from '../../src/protocol/panel';
import { choice } from '../controls';
import { element } from '../dom';

export interface VerificationData {
  readonly verification: VerificationView | undefined;
  readonly pending: string | undefined;
  readonly labels: ReviewView['labels'];
  readonly verifiers: ReviewView['verifiers'];
  readonly chosenVerifier: ReviewView['chosenVerifier'];
  /** One below the heading that it stands under. */
  readonly level: 'h2' | 'h3';
}

/** What the findings say about the two hypotheses, or as plainly that they say nothing. */
export function verificationCard(data: VerificationData, host: PanelHost): HTMLElement {
  const { labels, verification } = data;
  const card = element('section', { class: 'card', 'aria-labelledby': 'verification-title' });
  card.append(element(data.level, { text: labels.verification, id: 'verification-title' }));
  if (!verification) {
    card.append(element('p', { text: data.pending ?? '' }));
    return card;
  }
  card.append(element('p', { class: statementClass(verification), text: verification.statement }));
  if (verification.chance !== '')
    card.append(element('p', { class: statementClass(verification), text: verification.chance }));
  if (verification.details.length > 0) card.append(list('details', verification.details));
  card.append(...verification.grounds.map((text) => element('p', { text })));
  if (data.verifiers.length > 0) card.append(verifierChoice(data, host));
  if (verification.caveats.length > 0) card.append(list('caveats', verification.caveats));
  return card;
}

function statementClass({ abstained, carried }: VerificationView): string {
  return `statement${abstained ? ' abstained' : ''}${carried ? ' carried' : ''}`;
}

function verifierChoice({ labels, verifiers, chosenVerifier }: VerificationData, host: PanelHost): HTMLElement {
  return choice({
    label: labels.verifier,
    focusKey: 'verifier',
    choices: verifiers,
    chosen: chosenVerifier,
    choose: (id) => void host.chooseVerifier(id),
  });
}

function list(kind: string, sentences: readonly string[]): HTMLElement {
  return element('ul', { class: kind }, ...sentences.map((text) => element('li', { text })));
}
