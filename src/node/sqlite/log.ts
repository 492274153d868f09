import { constants, copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IdiographError, indexCorrupt } from '../../core/errors';
import { isRunning } from '../outputFile';
import { readJson } from './database/blobs';
import { Database } from './database/database';
import { computeRecordsHash, type IndexEncoder, readRecordsHash } from './records/indexFacts';

// SQLite keeps the last commits in a log beside the file ("-wal") until the last connection is closed. The file itself says whether there
// is such a log, so that a missing log, or that of another file, is noticed.

const isMarked = "SELECT 1 FROM meta WHERE key = 'writing' AND value = '1'";

/** Marks in the file itself, before a change, that changes are in the log. */
export async function markWriting(database: Database): Promise<void> {
  if ((await database.readPragma('journal_mode')) !== 'wal' || (await database.get(isMarked))) return;
  await database.run("UPDATE meta SET value = '1' WHERE key = 'writing'");
  await database.readPragma('wal_checkpoint(PASSIVE)');
}

/** Marks that the file is complete, as it is after the last connection is closed. */
export async function markClosed(database: Database): Promise<void> {
  if (database.readOnly || !(await database.get(isMarked))) return;
  await database.run("UPDATE meta SET value = '0' WHERE key = 'writing'");
}

/**
 * Compares a file with the log beside it. Writes nothing into either.
 * @param mayLack  accepts the remaining contents if the log is missing
 * @returns whether the log is missing
 * @throws IndexCorrupt  if the log is missing, or is that of another file
 */
export async function requireOwnLog(file: string, encoder: IndexEncoder, mayLack: boolean): Promise<boolean> {
  // the copies that ended processes left in the temporary folder are removed, as far as this user can
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, pid] = /^idiograph-index-(\d+)-\w{6}$/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
  const log = `${file}-wal`;
  const stats = await stat(log).catch(() => undefined);
  if (stats && stats.size === 0) return false;
  const alone = await judgeContent(Database.open(file, 'immutable'), encoder).catch(() => undefined);
  if (!alone) return false; // no index, which is reported elsewhere, or another program is writing into it
  if (!stats) {
    if (!alone.marked || mayLack) return alone.marked;
    const left = 'Put the log back, or accept with a repair what is left, and add those documents again';
    throw indexCorrupt(file, `its log ${log} is missing, and with it the last additions. ${left}`);
  }
  const whole = await judgeContent(openUntouched(file), encoder).catch((error: unknown) => {
    if (error instanceof IdiographError && error.code === 'IndexCorrupt') return undefined;
    throw error;
  });
  // a log continues a file if it does not damage intact contents, and if no number belongs to two documents
  const isOther = ([number, sha256]: readonly [number, string]): boolean =>
    (whole?.records.get(number) ?? sha256) !== sha256;
  if (!whole || (alone.isSound && !whole.isSound) || [...alone.records].some(isOther))
    throw indexCorrupt(file, `the log ${log} beside it is that of another file. Move the log away`);
  return false;
}

interface Content {
  readonly marked: boolean;
  /** Hash of each document's record, by its number. */
  readonly records: ReadonlyMap<number, string>;
  /** Whether the content hash is that of the records. */
  readonly isSound: boolean;
}

/** The contents of a file, with or without its log. */
async function judgeContent(opening: Promise<Database>, encoder: IndexEncoder): Promise<Content> {
  const database = await opening;
  try {
    return await database.runTransaction(async () => {
      const row = await database.get(`SELECT EXISTS (${isMarked}) AS marked,
        (SELECT json_group_array(json_array(number, sha256)) FROM documents) AS records`);
      const records = new Map(readJson(row, 'records') as readonly (readonly [number, string])[]);
      const hash = (await computeRecordsHash(database, encoder)).computeValue();
      return { marked: row?.['marked'] === 1, records, isSound: (await readRecordsHash(database)) === hash };
    }, 'DEFERRED');
  } finally {
    await database.close();
  }
}

/** Opens a file to read it with its log. It writes nothing into the file, its log or its folder, which may be full or read-only. */
export async function openUntouched(file: string): Promise<Database> {
  const beside = ['-wal', '-shm'].map((suffix) => stat(`${file}${suffix}`).catch(() => undefined));
  const [log, shared] = await Promise.all(beside);
  if (log && shared) {
    const database = await Database.open(file, 'readOnly');
    try {
      await database.readPragma('schema_version');
      return database;
    } catch (error) {
      await database.close();
      if (!(error instanceof IdiographError) || error.code !== 'IndexLocked') throw error;
    } // a process was killed at a moment after which the log cannot be followed without writing
  }
  if (!log || log.size === 0) return Database.open(file, 'immutable');
  // SQLite cannot follow a log without its shared memory, and would create that beside the file. Here it does so beside a copy.
  const folder = await mkdtemp(path.join(tmpdir(), `idiograph-index-${process.pid}-`));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copy = path.join(folder, path.basename(file));
    for (const suffix of ['', '-wal']) {
      await copyFile(`${file}${suffix}`, `${copy}${suffix}`, constants.COPYFILE_FICLONE);
    }
    return await Database.open(copy, 'copy', { named: file, closed: remove });
  } catch (error) {
    await remove();
    throw error;
  }
}
