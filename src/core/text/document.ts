import type { KnownDocument, Provenance, SourceText, TextRange } from '../domain/evidence';
import { documentTooLarge, emptyDocument, tooShort } from '../errors';
import { maxDocumentBytes } from '../../reading/text/readableFormats';
import { countWords } from './countWords';
import { subtractRanges } from '../../reading/text/exclusions';
import type { ReviewedIndex } from '../ports';

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

/** A class of every JavaScript host. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/** Bytes of the text in UTF-8; a lone surrogate takes three, as the replacement character does. */
export function countUtf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Joins texts that are examined as one. */
export function joinTexts(texts: readonly Pick<SourceText, 'text'>[]): string {
  return texts.map(({ text }) => text).join('\n\n');
}

/** How a document was produced, as long as nobody has said it. */
export const unlabelled: Provenance = { mode: 'unknown', genre: 'unknown', language: 'en' };

/** Documents of an index with their texts. Documents that are missing are left out. @param rows  the documents, or their ids */
export async function readDocuments(
  index: Pick<ReviewedIndex, 'readDocument'>,
  rows: readonly (string | Pick<KnownDocument, 'id'>)[],
): Promise<readonly KnownDocument[]> {
  const read = await Promise.all(rows.map((row) => index.readDocument(typeof row === 'string' ? row : row.id)));
  return read.flatMap((document) => document ?? []);
}
