import * as l10n from '@vscode/l10n';
import {
  type AsideReason,
  type Decision,
  trimDecision,
  isSamePassage,
  type PassageDecision,
  type PassageWords,
  collapseBlanks,
} from '../core/casework/decisions';
import type { ExcerptView, PassagesView, PassageView } from './passages';
import { cutBeginning } from './words/words';

/** A passage that is gone is shown with at most this many characters. */
const maxTold = 60;

/** Why a passage is set aside, in the reader's language. */
export function describeReason(reason: AsideReason): string {
  const words: Readonly<Record<AsideReason, string>> = {
    'same topic': l10n.t('same topic'),
    formula: l10n.t('formula'),
    quotation: l10n.t('quoted text'),
    edited: l10n.t('edited'),
    other: l10n.t('other reason'),
  };
  return words[reason];
}

/** A decision as one line. */
export function describeDecision({ setAside, note }: Decision): string {
  const said = [
    ...(setAside ? [l10n.t('Set aside: {reason}', { reason: describeReason(setAside) })] : []),
    ...(note === undefined ? [] : [l10n.t('Note: {note}', { note })]),
  ];
  return said.join(' · ');
}

export function readPassageWords({ questioned, known }: Pick<PassageView, 'questioned' | 'known'>): PassageWords {
  return { questioned: readShownWords(questioned), known: readShownWords(known) };
}

function readShownWords({ passage }: ExcerptView): string {
  return collapseBlanks(passage.map(({ text }) => text).join(''));
}

/** The decision on a passage; undefined if there is none. */
export function findDecision(
  words: PassageWords,
  decisions: readonly PassageDecision[] | undefined,
): PassageView['decision'] {
  const result = decisions?.find((each) => isSamePassage(each, { ...words, document: each.document }));
  const says = result ? describeDecision(result) : '';
  return result && says !== '' ? { ...trimDecision(result), says } : undefined;
}

/**
 * Adds to an author's passages what readers decided on each, and lists the decisions on passages that are not listed any more.
 * @param view       has all passages that were found
 * @param decisions  on the questioned document; undefined if it belongs to no case
 */
export function addDecisions<View extends PassagesView>(
  view: View,
  author: string,
  decisions: readonly PassageDecision[] | undefined,
): View {
  if (!decisions) return view;
  const addDecisionsTo = (passages: readonly PassageView[]): readonly PassageView[] =>
    passages.map((passage) => {
      const decision = findDecision(readPassageWords(passage), decisions);
      return decision ? { ...passage, decision } : passage;
    });
  const lists = { passages: addDecisionsTo(view.passages), against: addDecisionsTo(view.against) };
  const all = [...lists.passages, ...lists.against];
  const isListed = (each: PassageDecision): boolean =>
    all.some((passage) => isSamePassage({ ...readPassageWords(passage), document: each.document }, each));
  const gone = decisions.flatMap((each) => {
    const [words, decided] = [cutBeginning(each.questioned, maxTold), describeDecision(each)];
    if (each.candidate !== author || decided === '' || isListed(each)) return [];
    return [l10n.t('Not in the list any more: “{words}” ({decided})', { words, decided })];
  });
  const aside = all.filter(({ decision }) => decision?.setAside).length;
  const values = { aside, all: all.length };
  const says = aside > 0 ? l10n.t('Passages set aside: {aside} of {all}. This changes no ratio.', values) : '';
  return { ...view, ...lists, weighed: { says, gone: all.some(isPending) ? [] : gone } };
}

/** Whether the known text of a passage is not read yet. */
export function isPending({ known }: PassageView): boolean {
  return readShownWords(known) === '…';
}
