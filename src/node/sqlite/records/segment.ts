import { codeBits } from '../../../core/scoring/signCodes';
import type { InMemorySpans } from './records';

/** One document of a segment: its spans have consecutive ids and lie end to end, in order. */
export interface SegmentDocument {
  /** Number of the document in the file, given once and never again. */
  readonly number: number;
  readonly firstSpan: number;
  readonly spans: number;
}

/** What memory holds of some documents, in ascending order of their numbers (docs/index-format.md). */
export interface Segment extends InMemorySpans {
  readonly documents: readonly SegmentDocument[];
}

/** A span with the hash of what is stored of it. */
export interface HashedSpan {
  /** 8 bytes a patch. */
  readonly codes: Uint8Array;
  readonly sha256: Uint8Array;
}

/** Numbers of a document in the directory. */
const numbers = 3;

export const codeBytes = codeBits / 8;
export const hashBytes = 32;

/** The segment of one document; spans have the ids from `firstSpan` on. */
export function documentSegment(document: Omit<SegmentDocument, 'spans'>, spans: readonly HashedSpan[]): Segment {
  return {
    documents: [{ ...document, spans: spans.length }],
    counts: Uint32Array.from(spans, ({ codes }) => codes.length / codeBytes),
    hashes: joinedBytes(spans.map(({ sha256 }) => sha256)),
    codes: joinedBytes(spans.map(({ codes }) => codes)),
  };
}

export function joinSegments(segments: readonly Segment[]): Segment {
  const [first] = segments;
  if (first && segments.length === 1) return first;
  return {
    documents: segments.flatMap(({ documents }) => documents),
    counts: joined(
      segments.map(({ counts }) => counts),
      (length) => new Uint32Array(length),
    ),
    hashes: joinedBytes(segments.map(({ hashes }) => hashes)),
    codes: joinedBytes(segments.map(({ codes }) => codes)),
  };
}

/** A segment of some of the documents; the segment itself where all are kept. */
export function keepDocuments(segment: Segment, keeps: (document: SegmentDocument) => boolean): Segment {
  const keepsEach = segment.documents.map(keeps);
  if (!keepsEach.includes(false)) return segment;
  return joinSegments([...documentParts(segment)].filter((_, at) => keepsEach[at]));
}

/** One segment for each document, without copies. */
export function* documentParts({ documents, counts, hashes, codes }: Segment): Generator<Segment> {
  let span = 0;
  let patch = 0;
  for (const document of documents) {
    const end = span + document.spans;
    let endPatch = patch;
    for (let i = span; i < end; i++) endPatch += counts[i]!;
    yield {
      documents: [document],
      counts: counts.subarray(span, end),
      hashes: hashes.subarray(span * hashBytes, end * hashBytes),
      codes: codes.subarray(patch * codeBytes, endPatch * codeBytes),
    };
    span = end;
    patch = endPatch;
  }
}

export function patchesOf({ codes }: Pick<Segment, 'codes'>): number {
  return codes.length / codeBytes;
}

export function directoryNumbers(documents: readonly SegmentDocument[]): Uint32Array {
  return Uint32Array.from(documents.flatMap(({ number, firstSpan, spans }) => [number, firstSpan, spans]));
}

export function fromDirectoryNumbers(values: Uint32Array): readonly SegmentDocument[] {
  return Array.from({ length: values.length / numbers }, (_, i) => {
    const [number, firstSpan, spans] = values.subarray(i * numbers, (i + 1) * numbers);
    return { number: number!, firstSpan: firstSpan!, spans: spans! };
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

function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  return joined(parts, (length) => new Uint8Array(length));
}
