import { createHash } from 'node:crypto';
import type { KnownDocument } from '../../../core/domain';

/** Id of a known document: SHA-256, in hex, of author, mode, genre and text, separated by NUL, as UTF-8. */
export function documentId(document: Pick<KnownDocument, 'author' | 'mode' | 'genre' | 'text'>): string {
  const { author, mode, genre, text } = document;
  return createHash('sha256').update([author, mode, genre, text].join('\0')).digest('hex');
}
