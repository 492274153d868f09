import { indexCorrupt } from '../../core/errors';
import type { IndexRepair, RepairRun } from '../../core/ports';
import { throwIfStopped } from '../../core/stop';
import { textOf } from './blobs';
import { codeSpan } from './coding';
import { findDamage } from './damage';
import type { Database } from './database';
import { deleteDocument, documentColumns, insertDocument, knownDocument } from './documentRows';
import type { IndexEncoder } from './indexFacts';
import { contentHashOf, damagedPages } from './integrity';
import { rewriteSegments, type TailLimits } from './segmentRows';

/** The tables whose rows belong to a row of another table: the column, and the table. */
const belongings = [
  ['spans', 'document NOT IN (SELECT number FROM documents)'],
  ['cold', 'span_id NOT IN (SELECT id FROM spans)'],
  ['texts', 'document NOT IN (SELECT number FROM documents)'],
  ['vectors', 'document NOT IN (SELECT number FROM documents)'],
  ['profiles', 'document NOT IN (SELECT number FROM documents)'],
] as const;

/**
 * Encodes damaged documents again, one transaction each, and then puts right what holds them together.
 *
 * @throws IndexCorrupt  where pages are damaged: then the file must be saved into another; Cancelled
 */
export async function repairIndex(
  database: Database,
  encoder: IndexEncoder,
  limits: TailLimits,
  run: RepairRun,
): Promise<IndexRepair> {
  const [page] = await damagedPages(database);
  if (page !== undefined) throw indexCorrupt(database.file, 'its contents are damaged');
  const { documents } = await findDamage(database, encoder, run.stop);
  const mendable = documents.filter((document) => document.mendable).map(({ id }) => id);
  const untilTidied = { patches: Infinity, documents: Infinity };
  for (const [done, id] of mendable.entries()) {
    throwIfStopped(run.stop);
    run.progress?.(done, mendable.length);
    await encodeAgain(database, encoder, untilTidied, { id, encode: run.encode });
  }
  await database.transaction(() => tidy(database, encoder, limits));
  run.progress?.(mendable.length, mendable.length);
  return { repaired: mendable, unsound: documents.filter(({ mendable }) => !mendable).map(({ id }) => id) };
}

async function encodeAgain(
  database: Database,
  encoder: IndexEncoder,
  limits: TailLimits,
  { id, encode }: Pick<RepairRun, 'encode'> & { readonly id: string },
): Promise<void> {
  const row = await database.get(`${documentColumns} WHERE d.id = ?`, id);
  if (!row) return; // another window has removed it
  const document = knownDocument(row);
  const spans = (await encode(document.text)).map((span) => codeSpan(span, encoder));
  await database.transaction(async () => {
    if (await deleteDocument(database, id)) await insertDocument(database, document, spans, limits);
  });
}

/** Takes out rows that belong to nothing, and segments' entries that are not those of the documents. */
async function tidy(database: Database, encoder: IndexEncoder, limits: TailLimits): Promise<void> {
  for (const [table, stray] of belongings) await database.run(`DELETE FROM ${table} WHERE ${stray}`);
  const rows = await database.all('SELECT number, id FROM documents');
  const missing = new Map(rows.map((row) => [row['number'], textOf(row, 'id')]));
  const keeps = ({ number, id }: { readonly number: number; readonly id: string }): boolean =>
    missing.get(number) === id && missing.delete(number);
  await rewriteSegments(database, limits, { keeps, damaged: () => undefined });
  await database.run('DELETE FROM gone');
  const hash = await contentHashOf(database, encoder);
  await database.run("UPDATE meta SET value = ? WHERE key = 'contentHash'", hash);
}
