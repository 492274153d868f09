import { createHash } from 'node:crypto';
import { indexCorrupt } from '../../core/errors';
import type { EncodedSpan, StoredSpan } from '../../core/ports';
import { blobOf, bytesOf, fromFloat32Blob, fromUint32Blob, integerOf, textOf } from './blobs';
import { coldBlob, coldBytes, fromColdBlob } from './coldRows';
import type { Database, Row } from './database';

/** Stores one span with its cold rows and returns its id. */
export async function insertSpan(
  database: Database,
  owner: { readonly document: number; readonly position: number },
  { span, patches, open }: EncodedSpan,
): Promise<number> {
  const { lastId } = await database.run(
    'INSERT INTO spans (document, position, start_at, end_at, tokens, patches) VALUES (?, ?, ?, ?, ?, ?)',
    owner.document,
    owner.position,
    span.range.start,
    span.range.end,
    span.tokens,
    patches.ranges.length / 2,
  );
  const blobs = [bytesOf(open), bytesOf(patches.ranges), coldBlob(patches.values, patches.dim)] as const;
  await database.run(
    'INSERT INTO cold (span_id, sha256, open, ranges, rows) VALUES (?, ?, ?, ?, ?)',
    lastId,
    coldSha256(...blobs),
    ...blobs,
  );
  return lastId;
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
