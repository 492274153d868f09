import { pathToFileURL } from 'node:url';
import sqlite3 from 'sqlite3';
import { databaseError } from './databaseErrors';

export type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** DEFERRED: only reads, all of one moment. EXCLUSIVE: nobody else reads either, where there is no WAL. */
type TransactionKind = 'DEFERRED' | 'IMMEDIATE' | 'EXCLUSIVE';

/** Milliseconds that a statement waits for another connection's lock. */
const busyTimeout = 2000;

/**
 * One connection to a SQLite file. Statements run in the order they are called; the caller lets nothing else run
 * between the statements of a transaction. Errors of the file are typed (see `databaseError`).
 */
export class Database {
  private constructor(
    readonly file: string,
    private readonly handle: sqlite3.Database,
  ) {
    handle.serialize();
    handle.configure('busyTimeout', busyTimeout);
  }

  /** Opens a file that exists, or a database in memory for the name `:memory:`. */
  static open(file: string, access: 'readWrite' | 'readOnly' | 'immutable'): Promise<Database> {
    const immutable = access === 'immutable';
    const name = immutable ? `${pathToFileURL(file).href}?immutable=1` : file;
    const rights = access === 'readWrite' ? sqlite3.OPEN_READWRITE : sqlite3.OPEN_READONLY;
    const mode = immutable ? rights | sqlite3.OPEN_URI : rights;
    return new Promise((resolve, reject) => {
      const opened = new sqlite3.Database(name, mode, (error) => {
        if (error) reject(databaseError(error, file));
        else resolve(new Database(file, opened));
      });
    });
  }

  /** Runs one statement; `lastId` is the row id of an insert. */
  run(sql: string, ...values: readonly SqlValue[]): Promise<{ readonly changes: number; readonly lastId: number }> {
    return new Promise((resolve, reject) => {
      const { file } = this;
      this.handle.run(sql, values.map(bound), function (error: Error | null) {
        if (error) reject(databaseError(error, file));
        else resolve({ changes: this.changes, lastId: this.lastID });
      });
    });
  }

  all(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.handle.all(sql, values.map(bound), (error: Error | null, rows: readonly Row[]) => {
        if (error) reject(databaseError(error, this.file));
        else resolve(rows);
      });
    });
  }

  async get(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return (await this.all(sql, ...values))[0];
  }

  /** Runs statements without values or results. */
  exec(sql: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.handle.exec(sql, (error) => {
        if (error) reject(databaseError(error, this.file));
        else resolve();
      });
    });
  }

  /** The value of a pragma; undefined where it gives none. */
  async pragma(text: string): Promise<SqlValue | undefined> {
    const row = await this.get(`PRAGMA ${text}`);
    return row === undefined ? undefined : Object.values(row)[0];
  }

  /** All of the work or nothing. Takes the write lock at once unless told, so that what the work reads stays true. */
  async transaction<T>(work: () => Promise<T>, kind: TransactionKind = 'IMMEDIATE'): Promise<T> {
    await this.run(`BEGIN ${kind}`);
    try {
      const result = await work();
      await this.run('COMMIT');
      return result;
    } catch (error) {
      await this.run('ROLLBACK').catch(() => undefined); // SQLite has rolled back by itself after some errors
      throw error;
    }
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.handle.close((error) => {
        if (error) reject(databaseError(error, this.file));
        else resolve();
      });
    });
  }
}

/** The driver binds only Buffers as blobs. */
function bound(value: SqlValue): SqlValue {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
