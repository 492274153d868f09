import type sqlite3 from 'sqlite3';
import path from 'node:path';
import { statfsSync } from 'node:fs';
import {
  cancelled,
  diskFull,
  type IdiographError,
  indexCorrupt,
  indexLocked,
  indexUnavailable,
  libraryRefused,
} from '../../../core/errors';
import { type StopSignal, throwIfStopped } from '../../../core/basics/work';
import { saidBy, toSystemError } from '../../systemError';

type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** Milliseconds that a statement waits for another connection's lock. */
const busyTimeout = 2000;

/** Milliseconds between two checks of the signal that stops a long statement, and the result code of a stopped statement. */
const pollEvery = 50;
const interrupted = 9;
/** The primary result code of a statement that writes by a connection that cannot. */
const unwritable = 8;

/**
 * One connection to a SQLite file. Statements run one after the other in the order in which they are called. The caller must let nothing
 * else run between the statements of a transaction. Errors of the file are typed (see `toDatabaseError`).
 */
export class Database {
  private constructor(
    readonly file: string,
    private readonly handle: sqlite3.Database,
    private isReadOnly: boolean,
    private readonly closed?: () => Promise<void>,
  ) {
    handle.configure('busyTimeout', busyTimeout);
    handle.serialize();
  }

  /**
   * Opens a file that exists, or a database in memory for the name `:memory:`. Read-only, it follows the log and its shared memory, which
   * must both exist, and does not write to them. An immutable file is read without its log. The log of a copy may be written to, but
   * nothing is stored in it.
   * @param copy  for a copy: the file name for errors, and what is done after it is closed
   */
  static async open(
    file: string,
    access: 'readWrite' | 'readOnly' | 'immutable' | 'copy',
    { named = file, closed }: { readonly named?: string; readonly closed?: () => Promise<void> } = {},
  ): Promise<Database> {
    const readOnly = access !== 'readWrite';
    const isWritten = access === 'readWrite' || access === 'copy';
    const how = access === 'immutable' ? 'immutable' : 'readonly_shm';
    // Windows opens a path of 260 characters only in a longer form, which Node knows and SQLite does not. The names of logs are 8 longer.
    const long = file.length < 250 ? file : path.toNamespacedPath(path.resolve(file));
    const name = isWritten ? long : `${toAddress(long)}?${how}=1`;
    // loaded on first use, so that a package for another system can report this
    const { default: driver } = await import('sqlite3').catch((error: unknown) => {
      throw libraryRefused(saidBy(error), `${process.platform}-${process.arch}`);
    });
    const mode = isWritten ? driver.OPEN_READWRITE : driver.OPEN_READONLY | driver.OPEN_URI;
    return new Promise((resolve, reject) => {
      const opened = new driver.Database(name, mode, (error) => {
        if (error) reject(toDatabaseError(error, named));
        else resolve(new Database(named, opened, readOnly, closed));
      });
    });
  }

  /**
   * Whether nothing can be written by this connection. One that was opened for writing becomes so if SQLite could open its log's shared
   * memory only for reading, which the first statement that writes shows.
   */
  get readOnly(): boolean {
    return this.isReadOnly;
  }

  /** Runs one statement; `lastId` is the row id of an insert. */
  run(sql: string, ...values: readonly SqlValue[]): Promise<{ readonly changes: number; readonly lastId: number }> {
    return this.promisify((done) =>
      this.handle.run(sql, values.map(bindValue), function (error) {
        done(error, { changes: this.changes, lastId: this.lastID });
      }),
    );
  }

  selectAll(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.promisify((done) => this.handle.all<Row>(sql, values.map(bindValue), done));
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.selectAll(sql, ...values))[0];
  }

  /** Runs statements without values or results. */
  exec(sql: string): Promise<void> {
    return this.promisify((done) => this.handle.exec(sql, done));
  }

  /** Runs long statements. One that runs when the signal is raised is undone. Throws Cancelled. */
  async runUntil<T>(stop: StopSignal, statements: () => Promise<T>): Promise<T> {
    throwIfStopped(stop);
    const watch = setInterval(() => stop.stopped && this.handle.interrupt(), pollEvery);
    try {
      return await statements();
    } catch (error) {
      throw error instanceof Error && readResultCode(error) === interrupted ? cancelled() : error;
    } finally {
      clearInterval(watch);
    }
  }

  /** The value of a pragma. Undefined if it has none. */
  async readPragma(text: string): Promise<SqlValue | undefined> {
    const row = await this.get(`PRAGMA ${text}`);
    return row === undefined ? undefined : Object.values(row)[0];
  }

  /**
   * Does all of the work or nothing. By default it takes the write lock at once, so that what the work reads stays true. DEFERRED: it only
   * reads, all at one moment. EXCLUSIVE: without a WAL nobody else can even read.
   */
  async runTransaction<T>(
    work: () => Promise<T>,
    kind: 'DEFERRED' | 'IMMEDIATE' | 'EXCLUSIVE' = 'IMMEDIATE',
  ): Promise<T> {
    await this.run(`BEGIN ${kind}`);
    try {
      const result = await work();
      await this.run('COMMIT');
      return result;
    } catch (error) {
      await this.run('ROLLBACK').catch(() => undefined); // SQLite has already rolled back after some errors
      throw error;
    }
  }

  async close(): Promise<void> {
    const closing: Promise<void> = this.promisify((done) => this.handle.close(done));
    await closing;
    await this.closed?.();
  }

  private promisify<T>(call: (done: (error: Error | null, result: T) => void) => unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      call((error, result) => {
        if (error && (readResultCode(error) & 0xff) === unwritable) this.isReadOnly = true;
        if (error) reject(toDatabaseError(error, this.file));
        else resolve(result);
      });
    });
  }
}

/** The address of a file for SQLite: without an authority, and otherwise equal to the path. */
export function toAddress(file: string): string {
  return `file:${file.replace(/[%?#]/g, encodeURIComponent)}`;
}

/** The driver binds only Buffers as blobs. */
function bindValue(value: SqlValue): SqlValue {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

/** The primary result codes of SQLite (sqlite.org/rescode.html) that the user can do something about. */
const problems: Readonly<Record<number, (file: string) => IdiographError>> = {
  3: (file) => indexUnavailable(file, 'permission is denied'),
  5: indexLocked,
  6: indexLocked,
  7: (file) => indexUnavailable(file, 'there is not enough memory'),
  [unwritable]: createUnwritableError,
  10: (file) => (hasRoom(file) ? indexUnavailable(file, 'the disk reports an error') : diskFull(file)),
  11: (file) => indexCorrupt(file, 'its contents are damaged'),
  13: diskFull,
  14: (file) => indexUnavailable(file, 'it cannot be opened, or its folder cannot be written'),
  15: indexLocked,
  24: (file) => indexCorrupt(file, 'its header is damaged'),
  26: (file) => indexCorrupt(file, 'it is not a SQLite file'),
};

/** The typed error for an error of the SQLite driver. Other errors, which are bugs, are returned as they are. */
function toDatabaseError(error: Error, file: string): Error {
  return problems[readResultCode(error) & 0xff]?.(file) ?? error;
}

/** Why a readable file cannot be written. */
export function createUnwritableError(file: string): IdiographError {
  return hasRoom(file) ? indexUnavailable(file, 'it, or its folder, cannot be written') : diskFull(file);
}

/**
 * Whether the disk has room for SQLite's lock file. SQLite reports a lack of room as an error of the disk. The folder may be gone, and so
 * may its disk.
 */
function hasRoom(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path.dirname(file));
    return bavail * bsize >= 2 ** 16;
  } catch {
    return true;
  }
}

/** Whether an error came from the SQLite driver. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && readResultCode(error) > 0;
}

function readResultCode(error: Error): number {
  return 'errno' in error && typeof error.errno === 'number' ? error.errno : 0;
}

/** The typed error for an error of the file system. Other errors, which are bugs, are returned as they are. */
export function toFileError(error: unknown, file: string): unknown {
  const taken = 'a file has the name of its folder';
  return toSystemError(error, file, indexUnavailable, { EEXIST: taken, ENOTDIR: taken });
}
