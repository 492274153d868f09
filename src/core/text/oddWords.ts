import { isWhite } from './characters';

/** What is looked at of a word: a longer one is none that anybody writes. */
const longestWord = 200;

// A Latin letter beside one of another script; a mark that NFC leaves on a Latin letter. Neither reads a run of characters twice.
const otherLetter = String.raw`(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}`;
const twoScripts = new RegExp(String.raw`\p{Script=Latin}${otherLetter}|${otherLetter}\p{Script=Latin}`, 'u');
const looseMark = /\p{Script=Latin}\p{M}/u;

/** White-space words of a text, and how many of them are odd. */
export interface OddWords {
  readonly words: number;
  readonly odd: number;
}

/**
 * Counts the words that no writer of English types: letters of two scripts side by side, or odd marks on letters. Linear in the
 * text.
 */
export function countOddWords(text: string): OddWords {
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
      if (!ascii && isOdd(text.slice(start, Math.min(i, start + longestWord)))) odd += 1;
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
