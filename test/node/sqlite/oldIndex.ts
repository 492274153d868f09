import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Database } from '../../../src/node/sqlite/database';
import { SqliteIndex } from '../../../src/node/sqlite/sqliteIndex';
import { HashingEncoder } from '../../fakes/hashingEncoder';

/** The encoder of the old files. */
export const encoder = new HashingEncoder();

/** A copy, for each test, of three documents by two authors, written by the last version that wrote a format. */
export class OldIndex {
  file = '';
  private folder = '';

  constructor(format: number) {
    const fixture = path.join(import.meta.dirname, `../../fixtures/index/format${format}.sqlite`);
    beforeEach(async () => {
      this.folder = await mkdtemp(path.join(tmpdir(), `idiograph-format${format}-`));
      this.file = path.join(this.folder, 'index.sqlite');
      await copyFile(fixture, this.file);
    });
    afterEach(() => rm(this.folder, { recursive: true }));
  }

  open(options: { readonly maxPages?: number; readonly readOnly?: boolean } = {}): Promise<SqliteIndex> {
    return SqliteIndex.open(this.file, encoder, { create: false, ...options });
  }

  /** The format that the file has now. */
  format(): Promise<unknown> {
    return this.change((database) => database.pragma('user_version'));
  }

  async change<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await Database.open(this.file, 'readWrite');
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
}
