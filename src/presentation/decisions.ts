import * as l10n from '@vscode/l10n';
import {
  type AsideReason,
  type Decision,
  decisionOf,
  isSamePassage,
  type PassageDecision,
  type PassageWords,
  singleBlanks,
} from '../core/casework/decisions';
import type { ExcerptView, PassagesView, PassageView } from './passages';
import { beginning } from './words/words';

/** Characters by which a passage that is gone is told. */
const maxTold = 60;

/** Why a passage is set aside, in the reader's language. */
export function reasonWords(reason: AsideReason): string {
  const words: Readonly<Record<AsideReason, string>> = {
    'same topic': l10n.t('same topic'),
    formula: l10n.t('formula'),
    quotation: l10n.t('quotation'),
    edited: l10n.t('edited'),
    other: l10n.t('other reason'),
  };
  return words[reason];
}

/** A decision in a line. */
export function decisionWords({ kept, setAside, note }: Decision): string {
  const said = [
    ...(kept ? [l10n.t('Kept')] : []),
    ...(setAside ? [l10n.t('Set aside: {reason}', { reason: reasonWords(setAside) })] : []),
    ...(note === undefined ? [] : [l10n.t('Note: {note}', { note })]),
  ];
  return said.join(' · ');
}

/** A passage by the words that it is shown with. */
export function wordsOf({ questioned, known }: Pick<PassageView, 'questioned' | 'known'>): PassageWords {
  return { questioned: shownWords(questioned), known: shownWords(known) };
}

function shownWords({ passage }: ExcerptView): string {
  return singleBlanks(passage.map(({ text }) => text).join(''));
}

/** What was decided of a passage; undefined: nothing. */
export function decisionOn(
  words: PassageWords,
  decisions: readonly PassageDecision[] | undefined,
): PassageView['decision'] {
  const found = decisions?.find((each) => isSamePassage(each, { ...words, document: each.document }));
  return found && { ...decisionOf(found), says: decisionWords(found) };
}

/**
 * An author's passages with what readers made of each, and what they decided of passages that are gone.
 *
 * @param view       with all passages that were found
 * @param decisions  on the questioned document; undefined: it is of no case
 */
export function weighed<View extends PassagesView>(
  view: View,
  author: string,
  decisions: readonly PassageDecision[] | undefined,
): View {
  if (!decisions) return view;
  const decided = (passages: readonly PassageView[]): readonly PassageView[] =>
    passages.map((passage) => {
      const decision = decisionOn(wordsOf(passage), decisions);
      return decision ? { ...passage, decision } : passage;
    });
  const lists = {
    passages: decided(view.passages),
    against: decided(view.against),
    setApart: { ...view.setApart, passages: decided(view.setApart.passages) },
  };
  const all = [...lists.passages, ...lists.against, ...lists.setApart.passages];
  const isRead = !all.some(isPending);
  const gone = decisions.filter((each) => each.candidate === author && !all.some((passage) => isOf(passage, each)));
  return { ...view, ...lists, weighed: { says: weighedWords(all), gone: isRead ? gone.map(goneWords) : [] } };
}

/** Whether its known text is not read yet. */
export function isPending({ known }: PassageView): boolean {
  return shownWords(known) === '…';
}

function isOf(passage: PassageView, decision: PassageDecision): boolean {
  return isSamePassage({ ...wordsOf(passage), document: decision.document }, decision);
}

/** Empty where nothing was decided yet. */
function weighedWords(passages: readonly PassageView[]): string {
  const kept = passages.filter(({ decision }) => decision?.kept).length;
  const aside = passages.filter(({ decision }) => decision?.setAside).length;
  const rest = passages.length - kept - aside;
  if (kept + aside === 0) return '';
  const values = { kept, aside, rest };
  return l10n.t('{kept} kept · {aside} set aside · {rest} not decided. No ratio changes by what is decided.', values);
}

function goneWords(decision: PassageDecision): string {
  const words = beginning(decision.questioned, maxTold);
  return l10n.t('No longer found: “{words}” ({decided})', { words, decided: decisionWords(decision) });
}
