import { IdiographError } from '../../../core/errors';
import type { CheckRun } from '../../../core/ports';
import { jsonOf, textOf } from '../database/blobs';
import { nameOf } from '../records/catalogue';
import { ContentHash } from '../records/contentHash';
import { findDamage } from './damage';
import type { Database } from '../database/database';
import { contentHeader, type IndexEncoder } from '../records/indexFacts';
import { profileRecords } from '../records/profileRows';
import { foreignContent } from '../memory/indexMemory';

/** Everything that is wrong with an index, as sentences; an empty list when it is sound. Throws Cancelled. */
export async function checkIndex(database: Database, encoder: IndexEncoder, run: CheckRun): Promise<readonly string[]> {
  try {
    const pages = await damagedPages(database);
    if (pages.length > 0) return pages;
    return await database.transaction(async () => {
      const stray = await strayRows(database, encoder);
      const { segments, documents } = await findDamage({ database, encoder }, run);
      const named = documents.map(({ listed, problem }) => `Document ${nameOf(listed)} ${problem}.`);
      return [...stray, ...segments, ...named];
    }, 'DEFERRED');
  } catch (error) {
    if (!(error instanceof IdiographError) || error.code !== 'IndexCorrupt') throw error;
    return [error.message];
  }
}

/** What SQLite's own check says of the pages of a file. */
export async function damagedPages(database: Database): Promise<readonly string[]> {
  const pages = (await database.all('PRAGMA integrity_check')).map((row) => textOf(row, Object.keys(row)[0]!));
  return pages.filter((answer) => answer !== 'ok').map((answer) => `The file is damaged: ${answer}.`);
}

/** References between tables, and the content hash against the records. */
async function strayRows(database: Database, encoder: IndexEncoder): Promise<readonly string[]> {
  const references = await database.all('PRAGMA foreign_key_check');
  const problems = references.map(
    (row) => `A row of ${textOf(row, 'table')} refers to a row of ${textOf(row, 'parent')} that is gone.`,
  );
  const stored = await database.get("SELECT value FROM meta WHERE key = 'contentHash'");
  if (stored?.['value'] !== (await contentHashOf(database, encoder))) problems.push(`In the file, ${foreignContent}.`);
  return problems;
}

/** The content hash that the records of a file should have. */
async function contentHashOf(database: Database, encoder: IndexEncoder): Promise<string> {
  const row = await database.get('SELECT json_group_array(sha256) AS records FROM documents');
  const documents = jsonOf(row, 'records') as readonly string[];
  return new ContentHash(contentHeader(encoder), [...documents, ...(await profileRecords(database))]).value();
}

/** Makes the content hash that of the records. Part of a transaction. */
export async function renewContentHash(database: Database, encoder: IndexEncoder): Promise<void> {
  await storeContentHash(database, await contentHashOf(database, encoder));
}

export async function storeContentHash(database: Database, hash: string): Promise<void> {
  await database.run("UPDATE meta SET value = ? WHERE key = 'contentHash'", hash);
}
