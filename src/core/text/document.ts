import type { Provenance, SourceText, TextRange } from '../domain/evidence';
import { documentTooLarge, emptyDocument, tooShort } from '../errors';
import { maxDocumentBytes } from '../../reading/text/readableFormats';
import { normaliseGenre } from './characters';
import { countWords } from './countWords';
import type { HandRange } from '../../reading/text/excludedRanges';
import { subtractRanges } from '../../reading/text/exclusions';

/** A text with fewer words cannot be scored. */
const minWords = 25;

/**
 * Refuses a text that cannot be scored. Words in `exclude`, the parts to leave out, do not count.
 * @param name  the name of the document in the message
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

/** At most this many titles are named. If there are more texts, only the first title is. */
const maxNamed = 3;

const betweenTexts = '\n\n';

/** Joins texts that are examined as one. */
export function joinTexts(texts: readonly Pick<SourceText, 'text'>[]): string {
  return texts.map(({ text }) => text).join(betweenTexts);
}

/** The places of ranges set by hand in the joined text. Undefined if there are none. */
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

/** How a document was produced, as long as nobody has said it. */
export const unlabelled: Provenance = { mode: 'unknown', genre: 'unknown', language: 'en' };

/** Mode and genre if all texts have the same, otherwise unknown; the language of the first. */
export function joinFacts(texts: readonly Provenance[]): Provenance {
  const { mode, genre, language } = texts[0]!;
  return {
    mode: texts.every((each) => each.mode === mode) ? mode : 'unknown',
    genre: texts.every((each) => normaliseGenre(each.genre) === normaliseGenre(genre)) ? genre : 'unknown',
    language,
  };
}
