import { indexCorrupt } from '../../core/errors';
import { blobOf, fromFloat32Blob, integerOf, textOf } from './blobs';
import type { ArenaSpan, CodeArena } from './codeArena';
import type { Database, Row } from './database';
import { codeBits } from './indexFacts';
import { roleOf } from './spanRows';

/** Documents read at once, so that memory holds their codes once and not twice. */
const batch = 1000;

/** Fills an empty arena from the file, document by document in the order of their ids. */
export async function readArena(database: Database, arena: CodeArena): Promise<CodeArena> {
  const documents = await database.all(
    'SELECT d.id, a.label, d.role FROM documents d JOIN authors a ON a.id = d.author_id ORDER BY d.id',
  );
  for (let at = 0; at < documents.length; at += batch) {
    const some = documents.slice(at, at + batch);
    const spans = await spansByDocument(database, arena, textOf(some[0]!, 'id'), textOf(some.at(-1)!, 'id'));
    for (const row of some) {
      const id = textOf(row, 'id');
      arena.add({ id, author: textOf(row, 'label'), role: roleOf(row) }, spans.get(id) ?? []);
    }
  }
  return arena;
}

async function spansByDocument(
  database: Database,
  arena: CodeArena,
  first: string,
  last: string,
): Promise<Map<string, ArenaSpan[]>> {
  const rows = await database.all(
    'SELECT id, document_id, patches, codes, open FROM spans WHERE document_id BETWEEN ? AND ? ORDER BY document_id, position',
    first,
    last,
  );
  const spans = new Map<string, ArenaSpan[]>();
  for (const row of rows) {
    const document = textOf(row, 'document_id');
    const of = spans.get(document) ?? [];
    if (of.length === 0) spans.set(document, of);
    of.push(arenaSpan(database, row, arena.openDim));
  }
  return spans;
}

function arenaSpan(database: Database, row: Row, openDim: number): ArenaSpan {
  const id = integerOf(row, 'id');
  const codes = blobOf(row, 'codes');
  const open = row['open'] === null ? new Float32Array(openDim) : fromFloat32Blob(blobOf(row, 'open'));
  if (codes.length !== (codeBits / 8) * integerOf(row, 'patches') || open.length !== openDim) {
    throw indexCorrupt(database.file, `span ${id} has codes or an open row of a wrong length`);
  }
  return { id, codes, open };
}
