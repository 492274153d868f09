import { isWhite, splitsPair } from './characters';

/** Number of white-space words. */
export function countWords(text: string): number {
  let words = 0;
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    const white = isWhite(text.charCodeAt(i));
    if (!white && !inside) words += 1;
    inside = !white;
  }
  return words;
}

/** Most UTF-16 code units of a text's first words, on average and in a short text: what goes on without spaces is cut there. */
const unitsPerWord = 20;
const leastUnits = 1000;

/**
 * The text from its first character to the end of its nth white-space word; all of it when it has fewer words. Of words that are
 * longer than any language's, n times 20 code units.
 */
export function firstWords(text: string, n: number): string {
  if (n <= 0) return '';
  let words = 0;
  let inside = false;
  const most = Math.max(leastUnits, n * unitsPerWord);
  for (let i = 0; i < text.length; i++) {
    if (i >= most) return text.slice(0, splitsPair(text, i) ? i - 1 : i);
    const white = isWhite(text.charCodeAt(i));
    if (white && inside && words >= n) return text.slice(0, i);
    if (!white && !inside) words += 1;
    inside = !white;
  }
  return text;
}
