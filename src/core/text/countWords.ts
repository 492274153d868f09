import { isWhite, isInsidePair } from './characters';
import { dropUnseen } from './rewrite';

/** Number of white-space words. */
export function countWords(original: string): number {
  const text = dropUnseen(original);
  let words = 0;
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    const white = isWhite(text.charCodeAt(i));
    if (!white && !inside) words += 1;
    inside = !white;
  }
  return words;
}

/** Most UTF-16 code units of a text's first words without their spaces, on average and in a short text: longer words are cut there. */
const unitsPerWord = 20;
const minUnits = 1000;

/**
 * The text as it is read, from its first character to the end of its nth white-space word; all of it when it has fewer words. Of words that are
 * longer than any language's, n times 20 code units.
 */
export function takeFirstWords(original: string, n: number): string {
  if (n <= 0) return '';
  const text = dropUnseen(original);
  let words = 0;
  let left = Math.max(minUnits, n * unitsPerWord);
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    if (isWhite(text.charCodeAt(i))) {
      if (inside && words >= n) return text.slice(0, i);
      inside = false;
      continue;
    }
    if (left-- === 0) return text.slice(0, isInsidePair(text, i) ? i - 1 : i);
    if (!inside) words += 1;
    inside = true;
  }
  return text;
}

/** Cuts texts that are read one after the other to `words` words in all; texts past the end are left out. */
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
