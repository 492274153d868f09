import { createHash } from 'node:crypto';
import type { KnownDocument } from '../core/domain/evidence';

/** SHA-256, in hex, of bytes or of a text's UTF-8. */
export function computeSha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Id of a known document: the SHA-256 of author, mode, genre, text, and, if there are any, the ranges set by hand and the work, separated
 * by NUL.
 */
export function computeDocumentId(
  document: Pick<KnownDocument, 'author' | 'mode' | 'genre' | 'text' | 'byHand' | 'works'>,
): string {
  const { author, mode, genre, text, byHand = [], works = [] } = document;
  const ranges = byHand.map(({ start, end, isAuthors, sha256 }) => [start, end, isAuthors, sha256].join(' '));
  return computeSha256([author, mode, genre, text, ...ranges, ...works.map((work) => `work ${work}`)].join('\0'));
}
