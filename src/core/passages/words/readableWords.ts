import type { TextRange } from '../../domain';
import { isOpener } from './functionWords';

/** How well a reader can stop between two words. */
export const borders = { none: 0, phrase: 1, clause: 2, sentence: 3, paragraph: 4, text: 5 } as const;

/** A word with the signs that belong to it. */
export interface ReadableWord extends TextRange {
  /** In lower case, without signs, with plain apostrophes. */
  readonly word: string;
}

/** The words of a text in order; `before[i]` is the border before word i, and before[words.length] that at the end. */
export interface ReadableWords {
  readonly words: readonly ReadableWord[];
  readonly before: Uint8Array;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’.,/@_-][\p{L}\p{N}\p{M}]+)*/gu;
const blankLine = /\n[^\S\n]*\n|\r[^\S\r\n]*\r|\r\n[^\S\n]*\r\n|\u2029/u;
const sentenceEnd = /[.!?…。！？][^\p{L}\p{N}]*\s/u;
const clauseSign = /[,;:—–()[\]"“”«»]|(?:^|\s)-{1,3}(?:\s|$)/u;
const abbreviations = new Set(
  'mr mrs ms dr st prof rev gen col capt no vs etc jr sr fig vol ed eds inc ltd co cf al e.g i.e'.split(' '),
);

/** Cuts ranges of a text into words and the borders between them; nothing is joined across two ranges. */
export function readableWords(text: string, ranges: readonly TextRange[]): ReadableWords {
  const words: ReadableWord[] = [];
  const before: number[] = [];
  for (const range of ranges) addRange(text, range, words, before);
  before.push(borders.text);
  return { words, before: Uint8Array.from(before) };
}

function addRange(text: string, range: TextRange, words: ReadableWord[], before: number[]): void {
  const part = text.slice(range.start, range.end);
  const found = [...part.matchAll(wordPattern)];
  const ends = found.map((match) => match.index + match[0].length);
  for (const [i, match] of found.entries()) {
    const gapBefore = part.slice(i === 0 ? 0 : ends[i - 1], match.index);
    const gapAfter = part.slice(ends[i], found[i + 1]?.index);
    const word = match[0].toLowerCase().replaceAll('’', "'");
    before.push(i === 0 ? borders.text : borderIn(gapBefore, words.at(-1)!.word, match[0]));
    words.push({
      word,
      start: range.start + match.index - leadingSigns(gapBefore, i === 0),
      end: range.start + ends[i]! + trailingSigns(gapAfter, i === found.length - 1),
    });
  }
}

function borderIn(gap: string, last: string, next: string): number {
  if (blankLine.test(gap)) return borders.paragraph;
  if (endsSentence(gap, last)) {
    const goesOn = /^\p{Ll}/u.test(next) && !/[!?]/u.test(gap);
    return goesOn ? borders.clause : borders.sentence;
  }
  if (isNewItem(gap, next)) return borders.sentence;
  if (clauseSign.test(gap)) return borders.clause;
  return isOpener(next.toLowerCase()) ? borders.phrase : borders.none;
}

function endsSentence(gap: string, last: string): boolean {
  return sentenceEnd.test(gap) && !(gap.startsWith('.') && isAbbreviation(last));
}

/** A line that begins with a capital, or with the mark of a list, is no part of the one before it. */
function isNewItem(gap: string, next: string): boolean {
  return gap.includes('\n') && (!/^\p{Ll}/u.test(next) || /[*•–-]/u.test(gap));
}

function isAbbreviation(word: string): boolean {
  return abbreviations.has(word) || /^\p{L}$/u.test(word);
}

/** Signs before a word that open something: those after the last space, and a dash without spaces. */
function leadingSigns(gap: string, isFirst: boolean): number {
  const space = gap.search(/\s\S*$/u);
  if (space >= 0) return gap.length - space - 1;
  return isFirst ? gap.length : (/[—–-]*$/u.exec(gap)?.[0].length ?? 0);
}

/** Signs behind a word up to the first space, but for a dash that leads on. */
function trailingSigns(gap: string, isLast: boolean): number {
  const space = gap.search(/\s/u);
  if (space >= 0 || isLast) return space >= 0 ? space : gap.length;
  return gap.length - (/[—–-]*$/u.exec(gap)?.[0].length ?? 0);
}
