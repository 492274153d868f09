import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/stop';
import { Database } from '../../../src/node/sqlite/database';
import { SqliteIndex } from '../../../src/node/sqlite/sqliteIndex';
import { HashingEncoder } from '../../fakes/hashingEncoder';

/** Three documents by two authors, one with a profile, written by the last version that wrote format 3. */
const fixture = path.join(import.meta.dirname, '../../fixtures/index/format3.sqlite');
const encoder = new HashingEncoder();

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-format3-'));
  file = path.join(folder, 'index.sqlite');
  await copyFile(fixture, file);
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('an index of format 3', () => {
  it('is brought to this format with its documents; its profiles are to be made anew', async () => {
    const index = await SqliteIndex.open(file, encoder, { create: false });
    expect(index.info()).toMatchObject({ indexFormat: 4, documents: 3, authors: 2, spans: 3, patches: 183 });
    expect(await index.check(neverStops)).toEqual([]);
    const { id, mode } = (await index.documents())[0]!;
    expect((await index.profiles([id], 'a profiler')).size).toBe(0);
    const features = { ids: Uint32Array.of(3), weights: Float32Array.of(0.5) };
    const profile = { mode, open: Float32Array.of(0.5), features };
    await index.storeProfiles(new Map([[id, profile]]), 'a profiler');
    expect((await index.profiles([id], 'a profiler')).get(id)).toEqual(profile);
    await index.close();
    const database = await Database.open(file, 'readOnly');
    expect(await database.pragma('user_version')).toBe(4);
    await database.close();
  });

  it('stays as it is where it may not be written', async () => {
    await expect(SqliteIndex.open(file, encoder, { create: false, readOnly: true })).rejects.toMatchObject({
      code: 'IndexTooOld',
    });
  });
});
