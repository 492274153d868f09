import { mkdir, readFile, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { indexFormat } from '../../src/node/sqlite/schema';
import { Database } from '../../src/node/sqlite/database/database';
import { rotationAround } from '../fakes/rotation';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { encodedSpans } from '../fakes/knownSpans';
import { encoder, FaultFolder, texts } from './faultFolder';
import { openIndex } from '../fakes/openIndex';

let place: FaultFolder;
beforeAll(async () => {
  place = await FaultFolder.make();
});
afterAll(() => place.remove());
beforeEach(() => place.next());

function withNumber(offset: number, value: number): Buffer {
  const bytes = Buffer.from(place.sound);
  bytes.writeUInt32BE(value, offset);
  return bytes;
}

describe('opening an index', () => {
  it('says that there is none, and makes none', async () => {
    await expect(place.open()).rejects.toMatchObject({ code: 'IndexEmpty', details: { file: place.file } });
    expect(await readdir(place.folder)).not.toContain(path.basename(place.file));
  });

  it('makes the folder of a new index', async () => {
    place.file = path.join(place.folder, 'new', 'folder', 'index.sqlite');
    const index = await place.open(true);
    expect(index.readInfo().documents).toBe(0);
    await index.close();
  });

  it('refuses an empty file, or makes it an index when asked to', async () => {
    await writeFile(place.file, '');
    await utimes(place.file, 0, 0); // no other process is creating it
    const asked = performance.now();
    await expect(place.open()).rejects.toMatchObject({ code: 'IndexCorrupt' });
    expect(performance.now() - asked).toBeLessThan(1500);
    const index = await place.open(true);
    await index.add(texts[0]!, encodedSpans(1, 1));
    await index.close();
    expect((await readFile(place.file)).length).toBeGreaterThan(4096);
  });

  it.each([true, false])('leaves a file alone that is not a SQLite file (create: %s)', async (create) => {
    await writeFile(place.file, 'Dear diary, '.repeat(1000));
    await expect(place.open(create)).rejects.toMatchObject({ code: 'IndexCorrupt' });
    expect(await readFile(place.file, 'utf8')).toBe('Dear diary, '.repeat(1000));
  });

  it('leaves the SQLite file of another program alone', async () => {
    await writeFile(place.file, '');
    const database = await Database.open(place.file, 'readWrite');
    await database.exec('CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES (1)');
    await database.close();
    const before = await readFile(place.file);
    await expect(place.open(true)).rejects.toMatchObject({
      code: 'IndexCorrupt',
      details: { problem: 'it was not made by Idiograph' },
    });
    expect(await readFile(place.file)).toEqual(before);
  });

  it('tells older and newer formats apart', async () => {
    const userVersion = 60; // offset in the header, sqlite.org/fileformat.html §1.3
    expect(place.found).toHaveLength(6);
    expect(await place.outcome(place.sound)).toEqual(place.found);
    expect(await place.outcome(withNumber(userVersion, 0))).toBe('IndexTooOld');
    expect(await place.outcome(withNumber(userVersion, indexFormat + 1))).toBe('IndexTooNew');
    expect(await place.outcome(withNumber(userVersion + 8, 1))).toBe('IndexCorrupt'); // application_id
  });

  it('refuses an index of another model and names both', async () => {
    await place.copy();
    const other = Object.assign(new HashingEncoder(), { modelId: 'other@ffffffffffff' });
    await expect(openIndex(place.file, other, { create: true })).rejects.toMatchObject({
      code: 'ModelMismatch',
      details: { expected: 'other@ffffffffffff', found: encoder.modelId },
    });
  });

  it('refuses an index of another patch length and names both', async () => {
    await place.copy();
    const other = new HashingEncoder({ patchTokens: 3 });
    await expect(openIndex(place.file, other, { create: false })).rejects.toMatchObject({
      code: 'ModelMismatch',
      details: { expected: 'hashing@000000000000 (n 3)', found: 'hashing@000000000000 (n 2)' },
    });
  });

  it('refuses an index with another centre', async () => {
    await place.copy();
    const other = Object.assign(new HashingEncoder(), { coding: rotationAround(new Float32Array(16).fill(0.1)) });
    await expect(openIndex(place.file, other, { create: false })).rejects.toMatchObject({
      code: 'ModelMismatch',
    });
  });

  it('refuses a folder', async () => {
    await mkdir(place.file);
    await expect(place.open()).rejects.toMatchObject({
      code: 'IndexUnavailable',
      details: { problem: 'it is not a file' },
    });
  });

  it('refuses a path that goes through a file', async () => {
    await writeFile(place.file, 'x');
    place.file = path.join(place.file, 'index.sqlite');
    await expect(place.open(true)).rejects.toMatchObject({ code: 'IndexUnavailable' });
  });
});
