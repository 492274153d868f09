import { createHash } from 'node:crypto';
import type { Role } from '../../core/domain';
import { bytesOf } from './blobs';
import type { ArenaSegment, ArenaSpan } from './codeArena';
import { codeBits } from '../../core/scoring/projection';

/** One document of a segment: its spans have consecutive ids and lie end to end, in order. */
export interface SegmentDocument {
  /** Number of the document in the file, given once and never again. */
  readonly number: number;
  /** In hex. */
  readonly id: string;
  readonly author: number;
  readonly role: Role;
  readonly firstSpan: number;
  readonly spans: number;
  /** First 8 bytes of the SHA-256 of the document's counts and codes. */
  readonly digest: Uint8Array;
}

/** The resident part of some documents, in ascending order of their numbers (docs/index-format.md). */
export interface Segment {
  readonly documents: readonly SegmentDocument[];
  /** Patches of each span. */
  readonly counts: Uint32Array;
  /** 8 bytes a patch. */
  readonly codes: Uint8Array;
}

const idBytes = 32;
const numbers = 5;
const digestBytes = 8;
/** Bytes of a document in the directory: id, five uint32, digest. */
const recordBytes = idBytes + 4 * numbers + digestBytes;

export const codeBytes = codeBits / 8;

/** The segment of one document; spans have the ids from `firstSpan` on. */
export function documentSegment(
  document: Omit<SegmentDocument, 'spans' | 'digest'>,
  spans: readonly Omit<ArenaSpan, 'id'>[],
): Segment {
  const rows = {
    counts: Uint32Array.from(spans, ({ codes }) => codes.length / codeBytes),
    codes: joined(
      spans.map(({ codes }) => codes),
      newBytes,
    ),
  };
  return { documents: [{ ...document, spans: spans.length, digest: digestOf(rows) }], ...rows };
}

export function joinSegments(segments: readonly Segment[]): Segment {
  const [first] = segments;
  if (first && segments.length === 1) return first;
  return {
    documents: segments.flatMap(({ documents }) => documents),
    counts: joined(
      segments.map(({ counts }) => counts),
      newCounts,
    ),
    codes: joined(
      segments.map(({ codes }) => codes),
      newBytes,
    ),
  };
}

/** A segment of some of the documents; the segment itself where all are kept. */
export function keepDocuments(segment: Segment, keeps: (document: SegmentDocument) => boolean): Segment {
  const keepsEach = segment.documents.map(keeps);
  if (!keepsEach.includes(false)) return segment;
  return joinSegments([...documentParts(segment)].filter((_, at) => keepsEach[at]));
}

/** One segment for each document, without copies. */
export function* documentParts({ documents, counts, codes }: Segment): Generator<Segment> {
  let span = 0;
  let patch = 0;
  for (const document of documents) {
    const end = span + document.spans;
    let endPatch = patch;
    for (let i = span; i < end; i++) endPatch += counts[i]!;
    yield {
      documents: [document],
      counts: counts.subarray(span, end),
      codes: codes.subarray(patch * codeBytes, endPatch * codeBytes),
    };
    span = end;
    patch = endPatch;
  }
}

export function patchesOf({ codes }: Pick<Segment, 'codes'>): number {
  return codes.length / codeBytes;
}

/** What an arena takes, which numbers the documents from 0 on. */
export function arenaSegment({ documents, counts, codes }: Segment): ArenaSegment {
  const ids = new Float64Array(counts.length);
  const owners = new Uint32Array(counts.length);
  let span = 0;
  documents.forEach(({ firstSpan, spans }, owner) => {
    for (let i = 0; i < spans; i++) {
      ids[span] = firstSpan + i;
      owners[span++] = owner;
    }
  });
  return { ids, owners, counts, codes };
}

export function digestOf({ counts, codes }: Omit<Segment, 'documents'>): Uint8Array {
  return createHash('sha256').update(bytesOf(counts)).update(codes).digest().subarray(0, digestBytes);
}

export function directoryBlob(documents: readonly SegmentDocument[]): Uint8Array {
  const blob = Buffer.alloc(documents.length * recordBytes);
  documents.forEach(({ id, number, author, role, firstSpan, spans, digest }, place) => {
    let at = place * recordBytes;
    at += blob.write(id, at, idBytes, 'hex');
    for (const value of [number, author, role === 'known' ? 0 : 1, firstSpan, spans])
      at = blob.writeUInt32LE(value, at);
    blob.set(digest, at);
  });
  return blob;
}

export function fromDirectoryBlob(blob: Uint8Array): readonly SegmentDocument[] {
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  return Array.from({ length: bytes.length / recordBytes }, (_, place) => {
    const at = place * recordBytes;
    const value = (i: number): number => bytes.readUInt32LE(at + idBytes + 4 * i);
    return {
      id: bytes.toString('hex', at, at + idBytes),
      number: value(0),
      author: value(1),
      role: value(2) === 0 ? 'known' : 'population',
      firstSpan: value(3),
      spans: value(4),
      digest: bytes.subarray(at + idBytes + 4 * numbers, at + recordBytes),
    };
  });
}

function joined<T extends Uint8Array | Uint32Array>(parts: readonly T[], make: (length: number) => T): T {
  const all = make(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const newBytes = (length: number): Uint8Array => new Uint8Array(length);
const newCounts = (length: number): Uint32Array => new Uint32Array(length);
