import { createHash } from 'node:crypto';
import type { KnownDocument } from '../../../core/domain';

/** The SHA-256, in hex, of bytes or of a text's UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Id of a known document: SHA-256, in hex, of author, mode, genre and text, separated by NUL, as UTF-8. */
export function documentId(document: Pick<KnownDocument, 'author' | 'mode' | 'genre' | 'text'>): string {
  const { author, mode, genre, text } = document;
  return sha256([author, mode, genre, text].join('\0'));
}
