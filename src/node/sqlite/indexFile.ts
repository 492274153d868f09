import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { IdiographError, indexCorrupt, indexMissing, indexUnavailable } from '../../core/errors';
import type { Kernels } from '../../lateInteraction/scoring/kernels';
import { readText } from './database/blobs';
import { Database, toFileError, isDatabaseError } from './database/database';
import { makeFolder, makeTemporaryName } from '../outputFile';
import { readStat } from '../places';
import { readSystemCode } from '../systemError';
import { openUntouched, requireOwnLog } from './log';
import { formatContentHeader, HashTree, type IndexEncoder, listIndexFacts, requireEncoder } from './records/indexFacts';
import { createTables, isBlank, requireIndex } from './schema';

export interface IndexOptions {
  /** Creates the file and its folder if there is none. */
  readonly create: boolean;
  /** Opens a damaged file as well: to check it, which writes nothing, or to repair it. */
  readonly damaged?: 'check' | 'remove' | 'repair';
  /** Nothing is written by this connection, although the file and its folder can be written, as another connection may do. */
  readonly readsOnly?: boolean;
  /** SQLite's `max_page_count`: the file may grow to this many pages of 4 KiB. */
  readonly maxPages?: number;
  /** Scan codes and score exact vectors. */
  readonly kernels: Kernels;
}

/** Milliseconds between two looks at a file, and the age up to which another process may still be creating it. */
const pause = 100;
const newFor = 2000;

/** The name of an index that exists only in memory. */
const inMemory = ':memory:';

/**
 * Opens or creates the file and returns what `use` makes of its connection. If that fails, the connection is closed, and a file that this
 * call created is removed. A file that existed before is never changed.
 */
export async function openIndexFile<T>(
  file: string,
  encoder: IndexEncoder,
  options: IndexOptions,
  use: (database: Database, lostLog: boolean) => Promise<T>,
): Promise<T> {
  const made = await makeFile(file, options);
  try {
    const look = (): Promise<boolean> => requireOwnLog(file, encoder, options.damaged === 'repair');
    // another process may have written between two steps of the first look
    const lostLog = file !== inMemory && (await look().catch(() => setTimeout(pause).then(look)));
    const database = options.damaged === 'check' ? await openUntouched(file) : await openDatabase(file);
    try {
      await prepare(database, encoder, options);
      return await use(database, lostLog);
    } catch (error) {
      await database.close().catch(() => undefined);
      // errors of SQLite while opening, such as a missing table, are caused by the file and not by us
      const isOfFile = [TypeError, RangeError, SyntaxError].some((kind) => error instanceof kind);
      if (!(error instanceof Error) || !(isOfFile || isDatabaseError(error))) throw error;
      throw indexCorrupt(file, error.message);
    }
  } catch (error) {
    const another = error instanceof IdiographError && error.code === 'IndexLocked';
    if (made && !another) await removeIndex(file);
    throw error;
  }
}

/** Creates an empty file if there is none, and returns whether it did. Throws IndexEmpty if it must not. */
async function makeFile(file: string, options: IndexOptions): Promise<boolean> {
  if (file === inMemory) return false;
  try {
    if (await isThere(file)) return false;
    if (!options.create) throw indexMissing(file);
    makeFolder(path.dirname(file));
    await (await open(file, 'wx')).close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST' && (await isThere(file))) return false;
    throw error instanceof IdiographError ? error : toFileError(error, file);
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    if ((await stat(file)).isFile()) return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
  throw indexUnavailable(file, 'it is not a file');
}

/** A file is opened read-only only if neither it nor its folder can be written, or if the disk has no room for a log. */
async function openDatabase(file: string): Promise<Database> {
  if (file !== inMemory && !(await isWritable(file))) return openUntouched(file);
  const database = await Database.open(file, 'readWrite');
  try {
    await database.readPragma('schema_version');
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof IdiographError && error.code === 'DiskFull') return openUntouched(file);
    throw error;
  }
}

async function isWritable(file: string): Promise<boolean> {
  try {
    await (await open(file, 'r+')).close();
    // Windows reports every folder as writable.
    const probe = makeTemporaryName(path.dirname(file));
    await (await open(probe, 'wx')).close();
    await rm(probe, { force: true });
    return true;
  } catch (error) {
    if (/^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT)$/.test(readSystemCode(error) ?? '')) return false;
    throw toFileError(error, file);
  }
}

async function prepare(database: Database, encoder: IndexEncoder, options: IndexOptions): Promise<void> {
  if (options.maxPages !== undefined) await database.readPragma(`max_page_count = ${options.maxPages}`);
  if (options.create && (await isBlank(database))) {
    const contentHash = new HashTree(formatContentHeader(encoder), []).computeValue();
    const facts = [...listIndexFacts(encoder), ['contentHash', contentHash], ['writing', '0']] as const;
    await createTables(database, new Map(facts));
  }
  const isNew = (): boolean => Date.now() - Number(readStat(database.file)?.mtimeMs) < newFor;
  while (!options.damaged && (await isBlank(database)) && isNew()) await setTimeout(pause);
  await requireIndex(database);
  await database.exec('PRAGMA trusted_schema = OFF');
  if (!database.readOnly && (await database.readPragma('journal_mode = WAL')) === 'wal') {
    await database.exec('PRAGMA synchronous = NORMAL'); // in WAL mode a loss of power costs only the last documents
  }
  if (options.readsOnly) await database.exec('PRAGMA query_only = ON');
  const rows = await database.selectAll('SELECT key, value FROM meta');
  requireEncoder(new Map(rows.map((row) => [readText(row, 'key'), readText(row, 'value')])), encoder);
}

/** Removes the files of a closed index. */
export async function removeIndex(file: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
}
