import { indexCorrupt, indexTooNew, indexTooOld } from '../../core/errors';
import type { Database } from './database';

/** Number of the file format that this version writes and reads: SQLite's `user_version`. */
export const indexFormat = 4;

/** The oldest format that is brought to this one when it is opened for writing. */
const oldestFormat = 1;

/** "IDIO": SQLite's `application_id` of our files. */
const applicationId = 0x4944494f;

/** The tables of this format; docs/index-format.md says what the columns hold. */
export const tables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE authors (id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE documents (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  author_id INTEGER NOT NULL REFERENCES authors,
  role TEXT NOT NULL,
  title TEXT NOT NULL,
  mode TEXT NOT NULL,
  genre TEXT NOT NULL,
  language TEXT NOT NULL,
  words INTEGER NOT NULL,
  spans INTEGER NOT NULL,
  text_sha256 TEXT NOT NULL,
  source TEXT
) STRICT;
CREATE INDEX document_texts ON documents (text_sha256);
CREATE INDEX document_authors ON documents (author_id);
CREATE TABLE texts (
  document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE spans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  position INTEGER NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  patches INTEGER NOT NULL,
  UNIQUE (document, position)
) STRICT;
CREATE TABLE cold (
  span_id INTEGER PRIMARY KEY REFERENCES spans ON DELETE CASCADE,
  sha256 BLOB NOT NULL,
  open BLOB NOT NULL,
  ranges BLOB NOT NULL,
  rows BLOB NOT NULL
) STRICT;
CREATE TABLE segments (
  id INTEGER PRIMARY KEY,
  last_document INTEGER NOT NULL,
  sealed INTEGER NOT NULL,
  patches INTEGER NOT NULL,
  directory_sha256 BLOB NOT NULL,
  documents BLOB NOT NULL,
  counts BLOB NOT NULL,
  codes BLOB NOT NULL
) STRICT;
CREATE INDEX tail ON segments (last_document, patches) WHERE sealed = 0;
CREATE TABLE gone (
  change INTEGER PRIMARY KEY AUTOINCREMENT,
  number INTEGER NOT NULL,
  id TEXT NOT NULL
) STRICT;
CREATE TRIGGER document_gone AFTER DELETE ON documents BEGIN
  INSERT INTO gone (number, id) VALUES (old.number, old.id);
  DELETE FROM segments WHERE sealed = 0 AND last_document = old.number;
END;
CREATE TABLE vectors (
  document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  model_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  row BLOB NOT NULL,
  PRIMARY KEY (document, model_id, position)
) STRICT;
CREATE TABLE profiles (
  document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
  profiler TEXT NOT NULL,
  sha256 BLOB NOT NULL,
  open BLOB NOT NULL,
  feature_ids BLOB NOT NULL,
  feature_weights BLOB NOT NULL
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

/**
 * The format of a file, from the oldest that can be brought to this one to this one. Changes nothing.
 *
 * @throws IndexCorrupt (another program's file), IndexTooOld, IndexTooNew
 */
export async function formatOf(database: Database): Promise<number> {
  if (await isBlank(database)) throw indexCorrupt(database.file, 'it is empty');
  if ((await database.pragma('application_id')) !== applicationId) {
    throw indexCorrupt(database.file, 'it was not made by Idiograph');
  }
  const format = Number(await database.pragma('user_version'));
  if (format > indexFormat) throw indexTooNew(database.file, format);
  if (format < oldestFormat) throw indexTooOld(database.file, format);
  return format;
}
