import { indexCorrupt } from '../../core/errors';
import { sketchOf } from '../../core/scoring/sketch';
import { blobOf, fromFloat32Blob, integerOf, textOf } from './blobs';
import type { ArenaSpan, CodeArena } from './codeArena';
import { fromColdBlob } from './coldRows';
import type { Database, Row } from './database';
import { codeBits, type IndexMaker } from './indexFacts';
import { roleOf } from './spanRows';

/** Documents read at once, so that memory holds their codes once and not twice. */
const batch = 1000;

/** Fills an empty arena from the file, document by document in the order of their ids. */
export async function readArena(database: Database, arena: CodeArena, maker: IndexMaker): Promise<CodeArena> {
  const documents = await database.all(
    'SELECT d.id, a.label, d.role FROM documents d JOIN authors a ON a.id = d.author_id ORDER BY d.id',
  );
  for (let at = 0; at < documents.length; at += batch) {
    const some = documents.slice(at, at + batch);
    const spans = await spansByDocument(database, maker, textOf(some[0]!, 'id'), textOf(some.at(-1)!, 'id'));
    for (const row of some) {
      const id = textOf(row, 'id');
      arena.add({ id, author: textOf(row, 'label'), role: roleOf(row) }, spans.get(id) ?? []);
    }
  }
  return arena;
}

async function spansByDocument(
  database: Database,
  maker: IndexMaker,
  first: string,
  last: string,
): Promise<Map<string, ArenaSpan[]>> {
  const rows = await database.all(
    `SELECT s.id, s.document_id, s.patches, s.codes, s.open, c.rows FROM spans s JOIN cold c ON c.span_id = s.id
     WHERE s.document_id BETWEEN ? AND ? ORDER BY s.document_id, s.position`,
    first,
    last,
  );
  const spans = new Map<string, ArenaSpan[]>();
  for (const row of rows) {
    const document = textOf(row, 'document_id');
    const of = spans.get(document) ?? [];
    if (of.length === 0) spans.set(document, of);
    of.push(arenaSpan(database, row, maker));
  }
  return spans;
}

function arenaSpan(database: Database, row: Row, { encoder, rotation }: IndexMaker): ArenaSpan {
  const id = integerOf(row, 'id');
  const codes = blobOf(row, 'codes');
  const open = row['open'] === null ? new Float32Array(encoder.openDim) : fromFloat32Blob(blobOf(row, 'open'));
  if (codes.length !== (codeBits / 8) * integerOf(row, 'patches') || open.length !== encoder.openDim) {
    throw indexCorrupt(database.file, `span ${id} has codes or an open row of a wrong length`);
  }
  const rows = { dim: encoder.dim, values: fromColdBlob(blobOf(row, 'rows'), encoder.dim) };
  return { id, codes, sketch: sketchOf(rows, rotation, encoder.mean), open };
}
