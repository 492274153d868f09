import type { KnownDocument, Note, SourceText } from '../domain';
import type { DetectedLanguage } from '../ports';
import { oddShares } from './oddText';
import { countOddWords } from './oddWords';
import { countUnseen } from './unseen';
import { isValidatedLanguage } from './validatedLanguage';

/** Least share of a text's letters that is worth saying to be in another language. */
const leastOther = 0.05;
/** Odd words are said from so many on, and from this share of all words on. */
const fewestOdd = 3;
const leastOdd = 0.005;

/** What there is to say of one text: other languages, mixed scripts, characters that nobody sees, and what it is unlike validated texts in. */
export function textNotes(source: SourceText | KnownDocument, found: DetectedLanguage): Note[] {
  const title = titleOf(source);
  const notes: Note[] = [];
  if (found.language === 'en' && found.other >= leastOther)
    notes.push({ caveat: 'partlyOtherLanguage', title, share: found.other });
  const { words, odd } = countOddWords(source.text);
  if (odd >= fewestOdd && odd >= leastOdd * words) notes.push({ caveat: 'mixedScripts', title, share: odd / words });
  const hidden = countUnseen(source.text);
  if (hidden > 0) notes.push({ caveat: 'hiddenCharacters', title, share: hidden });
  if (isValidatedLanguage(found))
    notes.push(...oddShares(source.text).map(([caveat, share]) => ({ caveat, title, share })));
  return notes;
}

/** A questioned text is known by its id. */
export function titleOf(source: SourceText | KnownDocument): string {
  return 'title' in source ? source.title : source.id;
}
