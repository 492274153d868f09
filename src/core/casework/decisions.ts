import * as v from 'valibot';
import { fieldsOnly, list, oneOf, type Shape, text } from '../basics/shape';

/** The reasons to set a passage aside although the texts have it in common. */
export const asideReasons = ['same topic', 'formula', 'quotation', 'edited', 'other'] as const;
export type AsideReason = (typeof asideReasons)[number];

const decisionEntries = {
  /** Earlier versions also kept passages. It has no meaning any more. */
  kept: v.exactOptional(v.literal(true, 'true')),
  setAside: v.exactOptional(oneOf(asideReasons)),
  note: v.exactOptional(v.pipe(text, v.maxLength(2000, 'at most 2,000 characters'))),
};

/** A reader's decision on a passage: set aside for a reason or not, with an optional note. */
export const decisionShape = fieldsOnly(decisionEntries);
export type Decision = Shape<typeof decisionShape>;

const decision = fieldsOnly({
  ...{ document: text, candidate: text, questioned: text, known: text },
  ...decisionEntries,
});

/** A decision as the case file stores it. */
export type PassageDecision = Shape<typeof decision>;

/** A passage with a decision: its questioned document, by path in the case, its candidate, and its words. */
export type DecidedPassage = Omit<PassageDecision, keyof Decision>;

/** The words of both sides of a passage, with single blanks. They identify it from one run to the next. */
export type PassageWords = Pick<PassageDecision, 'questioned' | 'known'>;

/** The decisions of a case file. */
export const passageDecisions = list(decision);

/** A text with single blanks, as decisions store it. */
export function collapseBlanks(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

/** Whether two are about the same passage: the same words on both sides, in one questioned document. */
export function isSamePassage(a: Omit<DecidedPassage, 'candidate'>, b: Omit<DecidedPassage, 'candidate'>): boolean {
  return a.document === b.document && a.questioned === b.questioned && a.known === b.known;
}

/** The decision alone, without an empty note. */
export function trimDecision({ setAside, note }: Decision): Decision {
  return { ...(setAside && { setAside }), ...(note !== undefined && note !== '' && { note }) };
}

/** Adds a decision, which replaces an earlier one on the same passage. An empty decision removes it. */
export function replaceDecision(
  decisions: readonly PassageDecision[],
  passage: DecidedPassage,
  decided: Decision,
): readonly PassageDecision[] {
  const { document, candidate, questioned, known } = passage;
  const made = trimDecision(decided);
  const now = Object.keys(made).length > 0 ? [{ document, candidate, questioned, known, ...made }] : [];
  const at = decisions.findIndex((each) => isSamePassage(each, passage));
  return at < 0 ? [...decisions, ...now] : decisions.toSpliced(at, 1, ...now);
}
