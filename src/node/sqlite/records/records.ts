import { createHash } from 'node:crypto';
import type { Span } from '../../../core/domain';
import type { IndexedDocument } from '../../../core/ports';
import { bytesOf } from '../database/blobs';

// The hashes of what an index stores (docs/index-format.md, "Hashes"): a document's record covers its facts, its text and
// its rows, a profile's record covers the document's. The content hash covers the records.

/** A document as the index lists it, with the hashes of its text and of its rows. */
export interface DocumentFacts extends IndexedDocument {
  /** Of the text's UTF-8, in hex. */
  readonly textSha256: string;
  /** `rowsSha256` of its spans. */
  readonly rowsSha256: string;
}

/** The hash of a document's record, in hex. */
export function recordSha256(facts: DocumentFacts): string {
  const { id, author, role, title, mode, genre, language, words, spans, source } = facts;
  const values = [id, author, role, title, mode, genre, language, words, spans, source ?? null];
  return sha256(JSON.stringify([...values, facts.textSha256, facts.rowsSha256]));
}

/** What stays in memory of a document's spans: patches of each, hash of each (32 bytes), codes end to end. */
export interface InMemorySpans {
  readonly counts: Uint32Array;
  readonly hashes: Uint8Array;
  readonly codes: Uint8Array;
}

/** The hash of what stays in memory of a document's spans, in hex: by the hashes in it, of all that is stored of them. */
export function rowsSha256({ counts, hashes, codes }: InMemorySpans): string {
  return createHash('sha256').update(bytesOf(counts)).update(hashes).update(codes).digest('hex');
}

/** A span's exact vectors as they are stored. */
export interface SpanBlobs {
  readonly documentVector: Uint8Array;
  readonly ranges: Uint8Array;
  readonly vectors: Uint8Array;
}

/** The hash of a span: its place in the document and the text, and its exact vectors. */
export function spanSha256(
  position: number,
  { range, tokens }: Pick<Span, 'range' | 'tokens'>,
  { documentVector, ranges, vectors }: SpanBlobs,
): Uint8Array {
  const place = bytesOf(Float64Array.of(position, range.start, range.end, tokens));
  return createHash('sha256').update(place).update(documentVector).update(ranges).update(vectors).digest();
}

/** The hash of a profile's record, in hex, which holds for the document with this record and for no other. */
export function profileSha256(record: string, profiler: string, blobs: readonly Uint8Array[]): string {
  const lengths = blobs.map(({ length }) => length);
  const hash = createHash('sha256').update(JSON.stringify([record, profiler, lengths]));
  for (const blob of blobs) hash.update(blob);
  return hash.digest('hex');
}

/** The SHA-256, in hex, of bytes or of a text's UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
