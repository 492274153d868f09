import { IdiographError } from '../../core/errors';
import type { StopSignal } from '../../core/ports';
import { textOf } from './blobs';
import { ContentDigest } from './contentDigest';
import { findDamage } from './damage';
import type { Database } from './database';
import { digestHeader, type IndexEncoder } from './indexFacts';

/** Everything that is wrong with an index, as sentences; an empty list when it is sound. Throws Cancelled. */
export async function checkIndex(
  database: Database,
  encoder: IndexEncoder,
  stop: StopSignal,
): Promise<readonly string[]> {
  try {
    const pages = await damagedPages(database);
    if (pages.length > 0) return pages;
    return await database.transaction(async () => {
      const stray = await strayRows(database, encoder);
      const { segments, documents } = await findDamage(database, encoder, stop);
      return [...stray, ...segments, ...documents.map(({ id, problem }) => `Document ${id} ${problem}.`)];
    }, 'DEFERRED');
  } catch (error) {
    if (!(error instanceof IdiographError) || error.code !== 'IndexCorrupt') throw error;
    return [error.message];
  }
}

/** What SQLite's own check says of the pages of a file. */
export async function damagedPages(database: Database): Promise<readonly string[]> {
  const pages = (await database.all('PRAGMA quick_check')).map((row) => textOf(row, Object.keys(row)[0]!));
  return pages.filter((answer) => answer !== 'ok').map((answer) => `The file is damaged: ${answer}.`);
}

/** References between tables, and the content hash against the documents. */
async function strayRows(database: Database, encoder: IndexEncoder): Promise<readonly string[]> {
  const references = await database.all('PRAGMA foreign_key_check');
  const problems = references.map(
    (row) => `A row of ${textOf(row, 'table')} refers to a row of ${textOf(row, 'parent')} that is gone.`,
  );
  const stored = await database.get("SELECT value FROM meta WHERE key = 'contentHash'");
  if (stored?.['value'] !== (await contentHashOf(database, encoder))) {
    problems.push('The content hash is not that of the documents: some were added or removed by another program.');
  }
  return problems;
}

/** The content hash that the documents of a file should have. */
export async function contentHashOf(database: Database, encoder: IndexEncoder): Promise<string> {
  const ids = (await database.all('SELECT id FROM documents')).map((row) => textOf(row, 'id'));
  return new ContentDigest(digestHeader(encoder), ids).value();
}
