import { indexCorrupt, indexTooNew, indexTooOld } from '../../core/errors';
import type { Database } from './database';

/** Number of the file format that this version writes and reads: SQLite's `user_version`. */
export const indexFormat = 1;

/** "IDIO": SQLite's `application_id` of our files. */
const applicationId = 0x4944494f;

/** The tables of format 1; docs/index-format.md says what the columns hold. */
const tables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE authors (id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE documents (
  id TEXT PRIMARY KEY,
  author_id INTEGER NOT NULL REFERENCES authors,
  role TEXT NOT NULL,
  title TEXT NOT NULL,
  mode TEXT NOT NULL,
  genre TEXT NOT NULL,
  language TEXT NOT NULL,
  text TEXT
) STRICT;
CREATE TABLE spans (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
  position INTEGER NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  patches INTEGER NOT NULL,
  codes BLOB NOT NULL,
  open BLOB,
  UNIQUE (document_id, position)
) STRICT;
CREATE TABLE cold (
  span_id INTEGER PRIMARY KEY REFERENCES spans ON DELETE CASCADE,
  ranges BLOB NOT NULL,
  rows BLOB NOT NULL
) STRICT;
CREATE TABLE vectors (
  document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
  model_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  row BLOB NOT NULL,
  PRIMARY KEY (document_id, model_id, position)
) STRICT;
`;

/** Whether a file has no pages yet: just created, or left by a process that was stopped before its first commit. */
export async function isBlank(database: Database): Promise<boolean> {
  return (await database.pragma('page_count')) === 0;
}

/** Makes a blank file an index with these facts, in one transaction; another process may have been quicker. */
export async function createTables(database: Database, facts: ReadonlyMap<string, string>): Promise<void> {
  await database.transaction(async () => {
    if ((await database.pragma('user_version')) !== 0) return;
    await database.exec(tables);
    for (const [key, value] of facts) await database.run('INSERT INTO meta VALUES (?, ?)', key, value);
    await database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${indexFormat}`);
  }, 'EXCLUSIVE');
}

/** Throws IndexCorrupt, IndexTooOld or IndexTooNew unless the file is an index of this format. Changes nothing. */
export async function requireFormat(database: Database): Promise<void> {
  if (await isBlank(database)) throw indexCorrupt(database.file, 'it is empty');
  if ((await database.pragma('application_id')) !== applicationId) {
    throw indexCorrupt(database.file, 'it was not made by Idiograph');
  }
  const format = Number(await database.pragma('user_version'));
  if (format > indexFormat) throw indexTooNew(database.file, format);
  if (format < indexFormat) throw indexTooOld(database.file, format);
}
