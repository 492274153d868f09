import { rename, rm } from 'node:fs/promises';
import type { KnownDocument } from '../../core/domain/evidence';
import { readStat } from '../places';
import { readText } from './database/blobs';
import { readDocumentsAfter, readStoredTexts } from './records/documentRows';
import { type IndexEncoder, isOfEncoder } from './records/indexFacts';
import { openUntouched } from './log';
import { requireIndex } from './schema';

/**
 * The documents of an index file that was built with another model, as they were added. Undefined if there is no such file, or if it lacks
 * the text of a document, so that it cannot be built again.
 * @throws IndexCorrupt, IndexTooNew, IndexTooOld
 */
export async function readOfOtherModel(
  file: string,
  encoder: IndexEncoder,
): Promise<readonly KnownDocument[] | undefined> {
  if (!readStat(file)?.isFile()) return undefined;
  const database = await openUntouched(file);
  try {
    await requireIndex(database);
    const facts = await database.selectAll('SELECT key, value FROM meta');
    if (isOfEncoder(new Map(facts.map((row) => [readText(row, 'key'), readText(row, 'value')])), encoder))
      return undefined;
    const documents: KnownDocument[] = [];
    for await (const rows of readDocumentsAfter(database, 0)) {
      const listed = rows.map(({ document }) => document);
      const texts = await readStoredTexts(database, listed);
      if (texts.size < listed.length) return undefined;
      documents.push(...listed.map(({ facts: own }) => ({ ...own, text: texts.get(own.id)! })));
    }
    return documents;
  } finally {
    await database.close();
  }
}

/** Puts a closed index in the place of another, of which nothing is left. */
export async function replaceIndex(made: string, file: string): Promise<void> {
  for (const ending of ['-wal', '-shm', '-journal']) await rm(file + ending, { force: true });
  await rename(made, file);
}
