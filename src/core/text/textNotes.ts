import type { KnownDocument, Note, SourceText } from '../domain';
import type { DetectedLanguage } from '../ports';
import { isWhite } from './characters';
import { isValidatedLanguage } from './language';
import { oddShares } from './oddText';
import { countUnseen } from './rewrite';

/** Least share of a text's letters from which it is said to be in another language. */
const minOther = 0.05;
/** Odd words are said from so many on, and from this share of all words on. */
const minOddWords = 3;
const minOddShare = 0.005;

/** What there is to say of one text: other languages, mixed scripts, characters that nobody sees, and what it is unlike validated texts in. */
export function textNotes(source: SourceText | KnownDocument, found: DetectedLanguage): Note[] {
  const title = titleOf(source);
  const notes: Note[] = [];
  if (found.language === 'en' && found.other >= minOther)
    notes.push({ caveat: 'partlyOtherLanguage', title, share: found.other });
  const { words, odd } = countOddWords(source.text);
  if (odd >= minOddWords && odd >= minOddShare * words)
    notes.push({ caveat: 'mixedScripts', title, share: odd / words });
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

/** What is looked at of a word: a longer one is none that anybody writes. */
const maxWord = 200;

// A Latin letter beside one of another script; a mark that NFC leaves on a Latin letter. Neither reads a run of characters twice.
const otherLetter = String.raw`(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}`;
const twoScripts = new RegExp(String.raw`\p{Script=Latin}${otherLetter}|${otherLetter}\p{Script=Latin}`, 'u');
const looseMark = /\p{Script=Latin}\p{M}/u;

/**
 * Counts the white-space words, and the odd ones that no writer of English types: letters of two scripts side by side, or odd marks on letters. Linear in the
 * text.
 */
export function countOddWords(text: string): { readonly words: number; readonly odd: number } {
  let words = 0;
  let odd = 0;
  let start = -1;
  let ascii = true;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0x20;
    if (!isWhite(unit)) {
      if (start < 0) start = i;
      ascii &&= unit < 0x80;
    } else if (start >= 0) {
      words += 1;
      if (!ascii && isOdd(text.slice(start, Math.min(i, start + maxWord)))) odd += 1;
      start = -1;
      ascii = true;
    }
  }
  return { words, odd };
}

function isOdd(word: string): boolean {
  const composed = word.normalize('NFC');
  return twoScripts.test(composed) || looseMark.test(composed);
}
