import { isWhite } from './characters';

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

/** The text from its first character to the end of its nth white-space word; all of it when it has fewer words. */
export function firstWords(text: string, n: number): string {
  if (n <= 0) return '';
  let words = 0;
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    const white = isWhite(text.charCodeAt(i));
    if (white && inside && words >= n) return text.slice(0, i);
    if (!white && !inside) words += 1;
    inside = !white;
  }
  return text;
}
