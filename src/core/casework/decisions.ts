import * as v from 'valibot';
import { fieldsOnly, list, oneOf, type Shape, text } from '../shape';

/** Why a passage may be set aside although two texts are alike in it. */
export const asideReasons = ['same topic', 'formula', 'quotation', 'edited', 'other'] as const;
export type AsideReason = (typeof asideReasons)[number];

const decisionEntries = {
  kept: v.exactOptional(v.literal(true, 'true')),
  setAside: v.exactOptional(oneOf(asideReasons)),
  note: v.exactOptional(v.pipe(text, v.maxLength(2000, 'at most 2,000 characters'))),
};

/** What a reader makes of a passage: kept, or set aside for a reason, or neither; noted in either case. */
export const decisionShape = fieldsOnly(decisionEntries);
export type Decision = Shape<typeof decisionShape>;

const decision = v.pipe(
  fieldsOnly({ ...{ document: text, candidate: text, questioned: text, known: text }, ...decisionEntries }),
  v.check(({ kept, setAside }) => kept === undefined || setAside === undefined, 'either "kept" or "setAside"'),
);

/** A decision as a case file has it. */
export type PassageDecision = Shape<typeof decision>;

/** A passage that somebody decided on: of which questioned document, by its path in the case, and of which author's passages. */
export type DecidedPassage = Omit<PassageDecision, keyof Decision>;

/** A passage by the words of both places, with single blanks: what it is known by from one run to the next. */
export type PassageWords = Pick<PassageDecision, 'questioned' | 'known'>;

/** The decisions of a case file. */
export const passageDecisions = list(decision);

/** Text with single blanks, as decisions know passages by. */
export function collapseBlanks(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

/** Whether two are of one passage: the same words on both sides, of one questioned document. */
export function isSamePassage(a: Omit<DecidedPassage, 'candidate'>, b: Omit<DecidedPassage, 'candidate'>): boolean {
  return a.document === b.document && a.questioned === b.questioned && a.known === b.known;
}

/** What was decided alone; an empty note is none. */
export function trimDecision({ kept, setAside, note }: Decision): Decision {
  return { ...(kept && { kept }), ...(setAside && { setAside }), ...(note !== undefined && note !== '' && { note }) };
}

/** Whether two say the same of a passage. */
export function isSameDecision(a: Decision, b: Decision): boolean {
  return a.kept === b.kept && a.setAside === b.setAside && a.note === b.note;
}

/** The decisions with this one in the place of an earlier one of the same passage; an empty one takes it away. */
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
