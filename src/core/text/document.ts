import type { Provenance, SourceText, TextRange } from '../domain';
import { documentTooLarge, emptyDocument, tooShort, wrongEncoding } from '../errors';
import { normaliseGenre } from './characters';
import { countWords } from './countWords';
import type { HandRange } from './excludedRanges';
import { subtractRanges } from './exclusions';

/** Longest text that is read, in bytes of UTF-8: 10 MB. */
export const maxDocumentBytes = 10_000_000;
/** Fewest words that can be scored. */
export const minWords = 25;

/**
 * Refuses what cannot be scored; `exclude` holds parts that will be left out, which do not count as words.
 *
 * @param name  what to call the document in the message
 * @throws EmptyDocument, DocumentTooLarge, TooShort
 */
export function checkDocument(text: string, name: string, exclude: readonly TextRange[] = []): void {
  if (!/\S/.test(text)) throw emptyDocument(name);
  const bytes = countUtf8Bytes(text);
  if (bytes > maxDocumentBytes) throw documentTooLarge((bytes / 1e6).toFixed(1), maxDocumentBytes / 1e6);
  const kept = subtractRanges({ start: 0, end: text.length }, exclude);
  const words = kept.reduce((sum, { start, end }) => sum + countWords(text.slice(start, end)), 0);
  if (words < minWords) throw tooShort(words, minWords);
}

/** Bytes of the text in UTF-8; a lone surrogate takes three, as the replacement character does. */
export function countUtf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) bytes += 1;
    if (unit >= 0x800) bytes += 1;
    if ((unit & 0xfc00) === 0xdc00 && i > 0 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) bytes -= 2;
  }
  return bytes;
}

/** Refuses a text in which U+FFFD stands for what an editor or another program could not read. Throws WrongEncoding. */
export function refuseLostCharacters(text: string, name: string): void {
  const offset = text.indexOf('\uFFFD');
  if (offset >= 0) throw wrongEncoding(name, `the character at offset ${offset}`);
}

/** The most titles that are named; with more texts only the first title is. */
const maxNamed = 3;

const betweenTexts = '\n\n';

/** Questioned texts that are asked about as one. */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(betweenTexts);
}

/** Where the ranges that were set by hand in texts lie in these texts as one; undefined: there are none. */
export function joinRanges(texts: readonly Pick<SourceText, 'text' | 'byHand'>[]): readonly HandRange[] | undefined {
  let before = 0;
  const ranges = texts.flatMap(({ text, byHand = [] }) => {
    const at = before;
    before += text.length + betweenTexts.length;
    return byHand.map((range) => ({ ...range, start: range.start + at, end: range.end + at }));
  });
  return ranges.length === 0 ? undefined : ranges;
}

export function joinTitles(titles: readonly string[]): string {
  const named = titles.length > maxNamed ? [titles[0], `${titles.length - 1} more`] : titles;
  return named.join(' + ');
}

/** Mode and genre that all texts share, else unknown; the language of the first. */
export function joinFacts(texts: readonly Provenance[]): Provenance {
  const { mode, genre, language } = texts[0]!;
  return {
    mode: texts.every((each) => each.mode === mode) ? mode : 'unknown',
    genre: texts.every((each) => normaliseGenre(each.genre) === normaliseGenre(genre)) ? genre : 'unknown',
    language,
  };
}
