import { isWhite, isInsidePair } from './characters';
import { dropUnseen } from './rewrite';

/** Number of words: white-space words, and an estimate for scripts without blanks between words. */
export function countWords(original: string): number {
  const text = dropUnseen(original);
  const counter = new WordCounter();
  for (let i = 0; i < text.length; i++) counter.beginsWord(text.charCodeAt(i));
  return counter.words;
}

const fewestCellWords = 10;

/** Whether a cell of a table with several in its row is left out, because figures and labels are no prose. */
export function isShortCell(text: string): boolean {
  return countWords(text) < fewestCellWords;
}

class WordCounter {
  words = 0;
  isInside = false;
  /** Tenths of a word since the last one began, in a script without blanks. */
  private tenths = 0;

  /** Takes the next code unit. Returns whether a word begins with it. */
  beginsWord(unit: number): boolean {
    if (isWhite(unit)) return (this.isInside = false);
    const isNew = !this.isInside;
    const isSpaced = unit < unspacedScripts[0][0];
    const tenths = isSpaced ? 0 : (unspacedScripts.find(([from, to]) => unit >= from && unit < to)?.[2] ?? 0);
    this.tenths = (isNew ? 0 : this.tenths) + tenths;
    this.isInside = true;
    if (!isNew && this.tenths <= wholeWord) return false;
    if (!isNew) this.tenths -= wholeWord;
    this.words += 1;
    return true;
  }
}

const wholeWord = 10;

/**
 * Scripts without blanks between words, with the tenths of a word that a code unit counts. About five code units of Thai, Lao, Burmese or
 * Khmer, or two of Chinese or Japanese, make a word.
 */
const unspacedScripts = [
  [0x0e00, 0x0f00, 2],
  [0x1000, 0x10a0, 2],
  [0x1780, 0x1800, 2],
  [0x3040, 0x3100, 5],
  [0x3400, 0xa000, 5],
  [0xf900, 0xfb00, 5],
] as const;

/** Most UTF-16 code units of a text's first words without their spaces, on average and in a short text: longer words are cut there. */
const unitsPerWord = 20;
const minUnits = 1000;

/**
 * The text from its first character to the end of its nth white-space word; all of it if it has fewer words. If words are longer than in
 * any language, n times 20 code units.
 */
export function takeFirstWords(original: string, n: number): string {
  if (n <= 0) return '';
  const text = dropUnseen(original);
  const counter = new WordCounter();
  let left = Math.max(minUnits, n * unitsPerWord);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isWhite(unit)) {
      if (counter.isInside && counter.words >= n) return text.slice(0, i);
    } else if (left-- === 0) return text.slice(0, isInsidePair(text, i) ? i - 1 : i);
    if (counter.beginsWord(unit) && counter.words > n) return text.slice(0, i);
  }
  return text;
}

/** Cuts texts in sequence to `words` words in total. Texts after the end are left out. */
export function cutTexts(texts: readonly string[], words: number): readonly string[] {
  const cut: string[] = [];
  let left = words;
  for (const text of texts) {
    if (left <= 0) break;
    cut.push(takeFirstWords(text, left));
    left -= countWords(text);
  }
  return cut;
}
