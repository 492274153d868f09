import { indexCorrupt, indexTooNew, indexTooOld } from '../../core/errors';
import { readJson } from './database/blobs';
import { Database } from './database/database';

/** Number of the file format that this version writes: SQLite's `user_version`. */
export const indexFormat = 8;
/** The earliest format that is also read. Such a file gets the present format when it is opened for writing. */
const formerFormat = 6;
/** The columns of `documents` that each later format added, all with the type TEXT. */
const addedColumns = ['by_hand', 'works'] as const;

function addColumns(from: number, to: number): string {
  const added = addedColumns.slice(from - formerFormat, to - formerFormat);
  return added.map((column) => `ALTER TABLE documents ADD COLUMN ${column} TEXT;`).join(' ');
}

/** "IDIO": SQLite's `application_id` of our files. */
const applicationId = 0x4944494f;

/** The tables of the earliest format; docs/index-format.md says what the columns hold. */
const formerTables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE documents (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  author TEXT NOT NULL,
  role TEXT NOT NULL,
  title TEXT NOT NULL,
  mode TEXT NOT NULL,
  genre TEXT NOT NULL,
  language TEXT NOT NULL,
  words INTEGER NOT NULL,
  spans INTEGER NOT NULL,
  source TEXT,
  text_sha256 TEXT NOT NULL,
  codes_sha256 TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  codes BLOB NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE spans (
  id INTEGER PRIMARY KEY,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  document_vector BLOB NOT NULL,
  ranges BLOB NOT NULL,
  vectors BLOB NOT NULL
) STRICT;
CREATE TABLE profiles (
  document INTEGER PRIMARY KEY,
  profiler TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  document_vector BLOB NOT NULL,
  feature_ids BLOB NOT NULL,
  feature_weights BLOB NOT NULL
) STRICT;
CREATE TRIGGER document_deleted AFTER DELETE ON documents BEGIN
  DELETE FROM spans WHERE id BETWEEN old.number << 16 AND (old.number << 16) + 65535;
  DELETE FROM profiles WHERE document = old.number;
END;
`;

/** Whether a file has no pages yet: just created, or left by a process that was stopped before its first commit. */
export async function isBlank(database: Database): Promise<boolean> {
  return (await database.readPragma('page_count')) === 0;
}

/** Makes a blank file an index with these facts, in one transaction. Another process may have been faster. */
export async function createTables(database: Database, facts: ReadonlyMap<string, string>): Promise<void> {
  await database.runTransaction(async () => {
    if ((await database.readPragma('user_version')) !== 0) return;
    await database.exec(formerTables + addColumns(formerFormat, indexFormat));
    for (const [key, value] of facts) await database.run('INSERT INTO meta VALUES (?, ?)', key, value);
    await database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${indexFormat}`);
  }, 'EXCLUSIVE');
}

/** The schema of each format, which is made once. */
const schemas = new Map<number, ReadonlyMap<string, string>>();

/**
 * Checks that a file is an index in a readable format, with exactly its tables, indexes and triggers. The only change that it makes is to
 * update the format of an older index that can be written.
 * @throws IndexCorrupt (another program's file, or one that another program changed), IndexTooOld, IndexTooNew
 */
export async function requireIndex(database: Database): Promise<void> {
  if (await isBlank(database)) throw indexCorrupt(database.file, 'it is empty');
  if ((await database.readPragma('application_id')) !== applicationId) {
    throw indexCorrupt(database.file, 'it was not made by Idiograph');
  }
  const format = Number(await database.readPragma('user_version'));
  if (format > indexFormat) throw indexTooNew(database.file, format);
  if (format < formerFormat) throw indexTooOld(database.file, format);
  let expected = schemas.get(format);
  if (!expected) {
    const made = await Database.open(':memory:', 'readWrite');
    await made.exec(formerTables + addColumns(formerFormat, format));
    expected = await readSchema(made);
    await made.close();
    schemas.set(format, expected);
  }
  const found = await readSchema(database);
  const names = new Set([...found.keys(), ...expected.keys()]);
  const differing = [...names].filter((name) => found.get(name) !== expected.get(name));
  if (differing.length > 0) {
    const list = differing.sort().join(', ');
    throw indexCorrupt(database.file, `another program has added, changed or removed parts of it: ${list}`);
  }
  if (format === indexFormat || database.readOnly) return;
  await database.runTransaction(async () => {
    const present = Number(await database.readPragma('user_version')); // another process may have been faster
    await database.exec(`${addColumns(present, indexFormat)} PRAGMA user_version = ${indexFormat}`);
  }, 'EXCLUSIVE');
}

/** The expressions to select for the columns that were added. A file in an older format that is only read does not have some of them. */
export async function readAddedColumns(database: Database): Promise<readonly string[]> {
  const format = Number(await database.readPragma('user_version'));
  return addedColumns.map((column, i) => (formerFormat + i < format ? column : 'NULL'));
}

/** The definition of every table, index, trigger and view by its kind and name. */
async function readSchema(database: Database): Promise<ReadonlyMap<string, string>> {
  const sql = `SELECT json_group_array(json_array(type || ' ' || name, tbl_name || ': ' || coalesce(sql, '')))
    AS parts FROM sqlite_schema`;
  return new Map(readJson(await database.get(sql), 'parts') as readonly (readonly [string, string])[]);
}
