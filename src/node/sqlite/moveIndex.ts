import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Kernels } from '../../lateInteraction/scoring/kernels';
import { makeFolder, makeTemporaryName } from '../outputFile';
import { findFileNamed, nameFrom, readStat } from '../places';
import { Database } from './database/database';
import { openFile } from './fileRows';
import { readDocumentsAfter, recordSha256, readStoredTexts } from './records/documentRows';
import { computeRecordsHash, type IndexEncoder, storeRecordsHash, isOfEncoder } from './records/indexFacts';
import { computeProfileSha256, isProfileAsStored, selectProfiles } from './records/profileRows';
import type { KnownDocument } from '../../core/domain/evidence';
import { readText } from './database/blobs';
import { removeIndex } from './indexFile';
import { openUntouched } from './log';
import { requireIndex } from './schema';

/**
 * Moves an index to a place that has none. Its documents name their files from the new folder. Either all is moved or nothing. An index
 * that another program has open stays where it is, and false is returned.
 * @throws the errors of `openFile`
 */
export async function moveIndex(from: string, to: string, encoder: IndexEncoder, kernels: Kernels): Promise<boolean> {
  await (await openFile(from, encoder, { create: false, kernels })).close(); // writes the last changes into the file
  if (readStat(`${from}-wal`)) return false;
  makeFolder(path.dirname(to));
  const copy = makeTemporaryName(path.dirname(to));
  try {
    await copyFile(from, copy);
    const database = await Database.open(copy, 'readWrite');
    try {
      // The sources of intact documents. The hashes of their records and profiles, and that of all records, are computed again.
      await database.runTransaction(async () => {
        for await (const rows of readDocumentsAfter(database, 0)) {
          const listed = rows.map(({ document }) => document);
          const profiles = await selectProfiles(database, listed);
          for (const document of listed) {
            const { number, facts } = document;
            if (facts.source === undefined || recordSha256(document) !== document.sha256) continue;
            const source = nameFrom(path.dirname(to), findFileNamed(path.dirname(from), facts.source));
            const sha256 = recordSha256({ ...document, facts: { ...facts, source } });
            await database.run('UPDATE documents SET source = ?, sha256 = ? WHERE number = ?', source, sha256, number);
            const profile = profiles.get(facts.id);
            if (!profile || !isProfileAsStored(profile, document)) continue;
            const ofProfile = computeProfileSha256(sha256, profile);
            await database.run('UPDATE profiles SET sha256 = ? WHERE document = ?', ofProfile, number);
          }
        }
        await storeRecordsHash(database, (await computeRecordsHash(database, encoder)).computeValue());
      });
    } finally {
      await database.close();
    }
    await rename(copy, to);
  } finally {
    await removeIndex(copy);
  }
  await rm(from);
  return true;
}

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
