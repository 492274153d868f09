import { computeMedian } from './pdfGeometry';

/** The gap that divides words, as a share of the height of letters. */
export const wordGap = 0.2;
/** Kerns are at most this wide, as a share of the size of letters, and a line has at least this many gaps if its blanks are measured. */
const [widestKern, fewestGaps] = [0.12, 3];

/**
 * The gap that divides words in a line of shrunk blanks, as a share of the size of letters: a share of the median gap that is wider than a
 * kern. `wordGap` in lines with few gaps, and where each third sign has one, as in spaced letters.
 *
 * @param glyphs  signs, and moves to the left in thousandths of the size
 */
export function findNarrowGap(glyphs: readonly unknown[]): number {
  const gaps = glyphs.filter((glyph): glyph is number => typeof glyph === 'number' && glyph < -1000 * widestKern);
  const isSpaced = gaps.length < fewestGaps || 3 * gaps.length > glyphs.length - gaps.length;
  return isSpaced ? wordGap : Math.min(wordGap, (-0.6 * computeMedian(gaps)) / 1000);
}

/** Whether a word ends before a sign: at a gap, or at a shrunk blank. The dots of an ellipsis are one word. */
export function findEnd(word: string, sign: string, gap: number, narrow: number): 'gap' | 'blank' | undefined {
  if (gap > wordGap || gap < -1) return 'gap';
  return gap > narrow && !(sign === '.' && word.endsWith('.')) ? 'blank' : undefined;
}
