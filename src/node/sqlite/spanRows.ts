import { createHash } from 'node:crypto';
import { indexCorrupt } from '../../core/errors';
import type { EncodedSpan, StoredSpan } from '../../core/ports';
import { blobOf, bytesOf, fromFloat32Blob, fromUint32Blob, integerOf, textOf } from './blobs';
import { coldBlob, coldBytes, fromColdBlob } from './coldRows';
import type { Database, Row } from './database';

/** Spans whose cold rows are stored by one statement: each takes the driver a turn of two threads. */
const batch = 8;

/** Stores the spans of a document with their cold rows and returns the id of the first; those of the others follow. */
export async function insertSpans(
  database: Database,
  document: number,
  spans: readonly EncodedSpan[],
): Promise<number> {
  if (spans.length === 0) return 0;
  const facts = spans.map(({ span: { range, tokens }, patches }, position) => {
    return [position, range.start, range.end, tokens, patches.ranges.length / 2];
  });
  const { lastId } = await database.run(
    `INSERT INTO spans (document, position, start_at, end_at, tokens, patches)
     SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`,
    document,
    JSON.stringify(facts),
  );
  const first = lastId - spans.length + 1; // SQLite counts ids up
  for (let at = 0; at < spans.length; at += batch) {
    const some = spans.slice(at, at + batch);
    const sql = `INSERT INTO cold (span_id, sha256, open, ranges, rows) VALUES ${some.map(() => '(?, ?, ?, ?, ?)').join()}`;
    await database.run(sql, ...some.flatMap((span, i) => [first + at + i, ...coldBlobs(span)]));
  }
  return first;
}

function coldBlobs({ patches, open }: EncodedSpan): readonly Uint8Array[] {
  const blobs = [bytesOf(open), bytesOf(patches.ranges), coldBlob(patches.values, patches.dim)] as const;
  return [coldSha256(...blobs), ...blobs];
}

/** What finds any damage of a span's cold rows. */
export function coldSha256(open: Uint8Array, ranges: Uint8Array, rows: Uint8Array): Uint8Array {
  return createHash('sha256').update(open).update(ranges).update(rows).digest();
}

/** The spans with these ids that are there, in any order. */
export async function selectSpans(
  database: Database,
  ids: readonly number[],
  dim: number,
): Promise<Map<number, StoredSpan>> {
  const rows = await database.all(
    `SELECT s.id, d.id AS document, a.label, s.start_at, s.end_at, s.tokens, s.patches, c.open, c.ranges, c.rows
     FROM spans s JOIN cold c ON c.span_id = s.id JOIN documents d ON d.number = s.document
     JOIN authors a ON a.id = d.author_id WHERE s.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [integerOf(row, 'id'), storedSpan(database, row, dim)]));
}

/** The windows of a span served the encoder only and are not stored. */
function storedSpan(database: Database, row: Row, dim: number): StoredSpan {
  const patches = integerOf(row, 'patches');
  const values = blobOf(row, 'rows');
  const ranges = blobOf(row, 'ranges');
  if (values.length !== coldBytes(dim) * patches || ranges.length !== 8 * patches) {
    throw indexCorrupt(database.file, `span ${integerOf(row, 'id')} has rows of a wrong length`);
  }
  return {
    id: integerOf(row, 'id'),
    document: textOf(row, 'document'),
    author: textOf(row, 'label'),
    span: {
      range: { start: integerOf(row, 'start_at'), end: integerOf(row, 'end_at') },
      tokens: integerOf(row, 'tokens'),
      windows: [],
    },
    open: fromFloat32Blob(blobOf(row, 'open')),
    patches: { dim, values: fromColdBlob(values, dim), ranges: fromUint32Blob(ranges) },
  };
}
