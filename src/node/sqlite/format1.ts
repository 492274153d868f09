import { codeBits } from '../../core/scoring/projection';
import { indexCorrupt } from '../../core/errors';
import { blobOf, fromFloat16Blob, fromFloat32Blob, fromUint32Blob, integerOf, textOf } from './blobs';
import type { CodedSpan } from './coding';
import { ContentDigest } from './contentDigest';
import type { Database, Row } from './database';
import { insertDocument, knownDocument } from './documentRows';
import { digestHeader, type IndexEncoder } from './indexFacts';
import { indexFormat, tables } from './migrations';
import type { TailLimits } from './segmentRows';

const oldTables = ['meta', 'authors', 'documents', 'spans', 'cold', 'vectors'];

/**
 * Brings an index of format 1 to this one from its own rows, in one transaction; codes stay as they are. Format 1 kept
 * codes, open rows and texts in the tables of spans and documents, and exact rows as float16.
 *
 * @throws IndexCorrupt, IndexLocked, DiskFull; the file is then as it was
 */
export async function migrateFormat1(database: Database, encoder: IndexEncoder, limits: TailLimits): Promise<void> {
  await database.exec('PRAGMA foreign_keys = OFF'); // renaming and dropping must cascade to nothing
  await database.transaction(async () => {
    if ((await database.pragma('user_version')) !== 1) return; // another process was quicker
    for (const name of oldTables) await database.exec(`ALTER TABLE ${name} RENAME TO old_${name}`);
    await database.exec(tables);
    await database.exec('INSERT INTO meta SELECT key, value FROM old_meta');
    const ids = await copyDocuments(database, encoder, limits);
    await database.exec(`INSERT INTO vectors SELECT d.number, v.model_id, v.position, v.row
      FROM old_vectors v JOIN documents d ON d.id = v.document_id`);
    const contentHash = new ContentDigest(digestHeader(encoder), ids).value();
    await database.run("UPDATE meta SET value = ? WHERE key = 'contentHash'", contentHash);
    for (const name of oldTables.toReversed()) await database.exec(`DROP TABLE old_${name}`);
    await database.exec(`PRAGMA user_version = ${indexFormat}`);
  });
  await database.exec('PRAGMA foreign_keys = ON');
}

/** In the order in which they were added; the ids. */
async function copyDocuments(
  database: Database,
  encoder: IndexEncoder,
  limits: TailLimits,
): Promise<readonly string[]> {
  const rows = await database.all('SELECT id FROM old_documents ORDER BY rowid');
  const ids = rows.map((row) => textOf(row, 'id'));
  for (const id of ids) {
    const row = await database.get(
      `SELECT d.id, a.label, d.role, d.title, d.mode, d.genre, d.language, NULL AS source, d.text
       FROM old_documents d JOIN old_authors a ON a.id = d.author_id WHERE d.id = ?`,
      id,
    );
    if (!row) throw indexCorrupt(database.file, `document ${id} has no author`);
    const segment = await insertDocument(database, knownDocument(row), await codedSpans(database, id, encoder), limits);
    if (row['text'] !== null) continue;
    await database.run('DELETE FROM texts WHERE document = ?', segment.documents[0]!.number);
  }
  return ids;
}

async function codedSpans(database: Database, document: string, encoder: IndexEncoder): Promise<readonly CodedSpan[]> {
  const rows = await database.all(
    `SELECT s.start_at, s.end_at, s.tokens, s.patches, s.codes, s.open, c.ranges, c.rows
     FROM old_spans s JOIN old_cold c ON c.span_id = s.id WHERE s.document_id = ? ORDER BY s.position`,
    document,
  );
  return rows.map((row) => codedSpan(database, row, encoder));
}

function codedSpan(database: Database, row: Row, encoder: IndexEncoder): CodedSpan {
  const count = integerOf(row, 'patches');
  const codes = blobOf(row, 'codes');
  const open = row['open'] === null ? new Float32Array(encoder.openDim) : fromFloat32Blob(blobOf(row, 'open'));
  const ranges = fromUint32Blob(blobOf(row, 'ranges'));
  const patches = { dim: encoder.dim, values: fromFloat16Blob(blobOf(row, 'rows')), ranges };
  const fits =
    codes.length === (count * codeBits) / 8 &&
    ranges.length === 2 * count &&
    patches.values.length === count * encoder.dim &&
    open.length === encoder.openDim;
  if (!fits) throw indexCorrupt(database.file, 'a span has codes or rows of a wrong length');
  const range = { start: integerOf(row, 'start_at'), end: integerOf(row, 'end_at') };
  const span = { range, tokens: integerOf(row, 'tokens'), windows: [] };
  return { span, open, patches, codes };
}
