import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/stop';
import { Database } from '../../../src/node/sqlite/database';
import { SqliteIndex } from '../../../src/node/sqlite/sqliteIndex';
import { HashingEncoder } from '../../fakes/hashingEncoder';

/** Three documents by two authors, written by the last version that wrote format 2. */
const fixture = path.join(import.meta.dirname, '../../fixtures/index/format2.sqlite');
const encoder = new HashingEncoder();

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-format2-'));
  file = path.join(folder, 'index.sqlite');
  await copyFile(fixture, file);
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function open(options: { readonly readOnly?: boolean } = {}): Promise<SqliteIndex> {
  return SqliteIndex.open(file, encoder, { create: false, ...options });
}

async function change<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await Database.open(file, 'readWrite');
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

describe('an index of format 2', () => {
  it('is brought to this format with all that it holds', async () => {
    const index = await open();
    expect(index.info()).toMatchObject({ indexFormat: 4, documents: 3, authors: 2, spans: 3, patches: 183 });
    expect(await index.check(neverStops)).toEqual([]);
    await index.close();
    expect(await change((database) => database.pragma('user_version'))).toBe(4);
    const again = await open({ readOnly: true });
    expect(await again.check(neverStops)).toEqual([]);
    await again.close();
  });

  it('still shows what was damaged before', async () => {
    await change((database) => database.exec('UPDATE segments SET open = zeroblob(length(open)) WHERE id = 1'));
    const index = await open();
    expect((await index.check(neverStops)).join(' ')).toContain('has damaged codes');
    await index.close();
  });

  it('stays as it is where it may not be written, and where its directory is damaged', async () => {
    await expect(open({ readOnly: true })).rejects.toMatchObject({ code: 'IndexTooOld' });
    await change((database) => database.exec('UPDATE segments SET counts = zeroblob(length(counts)) WHERE id = 1'));
    await expect(open()).rejects.toMatchObject({ code: 'IndexCorrupt' });
    expect(await change((database) => database.pragma('user_version'))).toBe(2);
  });
});
