import { usage } from '../../../core/errors';
import type { StopSignal } from '../../../core/ports';
import { textOf } from '../database/blobs';
import type { Database } from '../database/database';
import { documentNumbers, type DocumentRow, insertRows, pulledFrom } from './documentRows';
import type { PackedDocument } from './packedDocument';
import { insertProfileBlobs } from './profileRows';

/** Marks a file as pulled from a server. Part of a transaction. @throws Usage  where it holds documents that were not */
export async function markPulled(database: Database, server: string): Promise<void> {
  const row = await database.get('SELECT value FROM meta WHERE key = ?', pulledFrom);
  if (row?.['value'] === server) return;
  if (row) throw usage(`${database.file} was pulled from ${textOf(row, 'value')}. Name another file.`);
  if ((await documentNumbers(database)).length > 0)
    throw usage(`${database.file} holds documents that were not pulled from a server. Name another file.`);
  await database.run('INSERT INTO meta VALUES (?, ?)', pulledFrom, server);
}

/** Stores a document that a server holds, and gives the hashes of its profile's record. Part of a transaction. Throws Cancelled. */
export async function insertPulled(
  database: Database,
  { facts, spans, profile }: PackedDocument,
  stop: StopSignal,
): Promise<{ readonly added: DocumentRow; readonly profiles: readonly string[] }> {
  const { document, codes } = await insertRows(database, { facts, spans, text: '' }, stop);
  const { added } = profile ? await insertProfileBlobs(database, document, profile) : { added: [] };
  const onServer = { hasText: false, hasProfile: profile !== undefined };
  return { added: { document: { ...document, onServer }, codes }, profiles: added };
}
