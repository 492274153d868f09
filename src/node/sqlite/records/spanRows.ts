import type { StopSignal } from '../../../core/ports';
import { throwIfStopped } from '../../../core/stop';
import { bytesOf, blobOf, integerOf } from '../database/blobs';
import type { CodedSpan } from './coding';
import { exactVectorBlob } from './exactVectors';
import type { Database, Row } from '../database/database';
import { type SpanBlobs, spanSha256 } from './records';
import type { HashedSpan } from './segment';

/** Spans whose exact vectors are stored by one statement: each takes the driver a turn of two threads. */
const batch = 8;
/** Spans of a document that are read by one statement: a few megabytes. */
const readAtOnce = 64;

/** A span as the file holds it. */
interface PlacedSpan extends SpanBlobs {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

/** A span to store. */
export type NewSpan = HashedSpan & PlacedSpan;

/** A span that was read. */
export interface StoredSpanRow extends PlacedSpan {
  readonly id: number;
  /** Number of its document. */
  readonly document: number;
  readonly position: number;
  /** What the hash of the span should be. */
  readonly sha256: Uint8Array;
}

/** The spans of a document as they are stored. Throws Cancelled. */
export function hashedSpans(spans: readonly CodedSpan[], stop: StopSignal): readonly NewSpan[] {
  return spans.map(({ span, patches, documentVector, codes }, position) => {
    throwIfStopped(stop);
    const blobs = {
      documentVector: bytesOf(documentVector),
      ranges: bytesOf(patches.ranges),
      vectors: exactVectorBlob(patches.values, patches.dim),
    };
    const { start, end } = span.range;
    return { ...blobs, start, end, tokens: span.tokens, codes, sha256: spanSha256(position, span, blobs) };
  });
}

/** Stores the spans of a document with their exact vectors and returns the id of the first; those of the others follow. Throws Cancelled. */
export async function insertSpans(
  database: Database,
  document: number,
  spans: readonly NewSpan[],
  stop: StopSignal,
): Promise<number> {
  if (spans.length === 0) return 0;
  const facts = spans.map(({ start, end, tokens }, position) => [position, start, end, tokens]);
  const { lastId } = await database.run(
    `INSERT INTO spans (document, position, start_at, end_at, tokens)
     SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
    document,
    JSON.stringify(facts),
  );
  const first = lastId - spans.length + 1; // SQLite counts ids up
  for (let at = 0; at < spans.length; at += batch) {
    throwIfStopped(stop);
    const some = spans.slice(at, at + batch);
    const sql = `INSERT INTO exact_vectors (span_id, document_vector, ranges, vectors) VALUES ${some.map(() => '(?, ?, ?, ?)').join()}`;
    const values = some.flatMap(({ documentVector, ranges, vectors }, i) => [
      first + at + i,
      documentVector,
      ranges,
      vectors,
    ]);
    await database.run(sql, ...values);
  }
  return first;
}

const columns = `SELECT s.id, s.document, s.position, s.start_at, s.end_at, s.tokens, v.document_vector, v.ranges, v.vectors
  FROM spans s JOIN exact_vectors v ON v.span_id = s.id`;

/** The spans with these ids that are there, in any order. */
export async function selectSpans(database: Database, ids: readonly number[]): Promise<readonly StoredSpanRow[]> {
  const sql = `${columns} WHERE s.id IN (SELECT value FROM json_each(?))`;
  return (await database.all(sql, JSON.stringify(ids))).map(spanRow);
}

/** The spans of a document, in order. Throws Cancelled between two readings. */
export async function spansOfDocument(
  database: Database,
  number: number,
  stop: StopSignal,
): Promise<readonly StoredSpanRow[]> {
  const sql = `${columns} WHERE s.document = ? AND s.position > ? ORDER BY s.position LIMIT ${readAtOnce}`;
  const found: StoredSpanRow[] = [];
  for (;;) {
    throwIfStopped(stop);
    const some = await database.all(sql, number, found.at(-1)?.position ?? -1);
    for (const row of some) found.push(spanRow(row));
    if (some.length < readAtOnce) return found;
  }
}

function spanRow(row: Row): StoredSpanRow {
  const [position, start, end, tokens] = ['position', 'start_at', 'end_at', 'tokens'].map((name) =>
    integerOf(row, name),
  ) as [number, number, number, number];
  const blobs = {
    documentVector: blobOf(row, 'document_vector'),
    ranges: blobOf(row, 'ranges'),
    vectors: blobOf(row, 'vectors'),
  };
  return {
    ...{ id: integerOf(row, 'id'), document: integerOf(row, 'document'), position, start, end, tokens },
    ...blobs,
    sha256: spanSha256(position, { range: { start, end }, tokens }, blobs),
  };
}
