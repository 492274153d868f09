import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IdiographError } from '../../../src/core/errors';
import type { ScoredSpan } from '../../../src/core/ports';
import { neverStops } from '../../../src/core/stop';
import { Database } from '../../../src/node/sqlite/database';
import { SqliteIndex } from '../../../src/node/sqlite/sqliteIndex';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { encodedSpan, encodedSpans, knownDocument } from '../../fakes/knownSpans';
import { asOrdinaryUser } from '../ordinaryUser';

const encoder = new HashingEncoder();
const everything = { limit: 1000, scope: { role: 'known' }, open: Infinity } as const;
const texts = ['One.', 'Two.', 'Three.'].map((text, i) => knownDocument(`author ${i}`, text.repeat(900)));

let folder = '';
let sound: Buffer;
let soundFound: readonly ScoredSpan[] = [];
let file = '';
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-faults-'));
  await chmod(folder, 0o755);
  const index = await SqliteIndex.open(path.join(folder, 'sound.sqlite'), encoder, { create: true });
  for (const [i, document] of texts.entries()) await index.add(document, encodedSpans(i, 2, 60));
  soundFound = await index.shortlist(encodedSpan(1), everything, neverStops);
  await index.close();
  sound = await readFile(path.join(folder, 'sound.sqlite'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  file = path.join(folder, `${files++}.sqlite`);
});

function open(create = false): Promise<SqliteIndex> {
  return SqliteIndex.open(file, encoder, { create });
}

/**
 * Opens the bytes as an index and uses all of it: the code of a typed error, else the problems that its check finds,
 * else what a search finds.
 */
async function outcome(bytes: Uint8Array): Promise<unknown> {
  await writeFile(file, bytes);
  let index: SqliteIndex | undefined;
  try {
    index = await open();
    const found = await index.shortlist(encodedSpan(1), everything, neverStops);
    await index.read(found.map(({ id }) => id));
    await index.documents();
    const problems = await index.check(neverStops);
    return problems.length > 0 ? { problems } : found;
  } catch (error) {
    if (error instanceof IdiographError) return error.code;
    throw error;
  } finally {
    await index?.close();
    for (const suffix of ['-wal', '-shm', '-journal']) await rm(`${file}${suffix}`, { force: true });
  }
}

/** Whether an outcome says that something is wrong. */
function isReported(found: unknown): boolean {
  return typeof found === 'string' || !Array.isArray(found);
}

function withNumber(offset: number, value: number): Buffer {
  const bytes = Buffer.from(sound);
  bytes.writeUInt32BE(value, offset);
  return bytes;
}

function withBitTurned(bit: number): Buffer {
  const bytes = Buffer.from(sound);
  bytes[bit >> 3] = bytes[bit >> 3]! ^ (1 << (bit & 7));
  return bytes;
}

describe('opening an index', () => {
  it('says that there is none, and makes none', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'IndexEmpty', details: { file } });
    expect(await readdir(folder)).not.toContain(path.basename(file));
  });

  it('makes the folder of a new index', async () => {
    file = path.join(folder, 'new', 'folder', 'index.sqlite');
    const index = await open(true);
    expect(index.info().documents).toBe(0);
    await index.close();
  });

  it('refuses an empty file, or makes it an index when asked to', async () => {
    await writeFile(file, '');
    await expect(open()).rejects.toMatchObject({ code: 'IndexCorrupt' });
    const index = await open(true);
    await index.add(texts[0]!, encodedSpans(1, 1));
    await index.close();
    expect((await readFile(file)).length).toBeGreaterThan(4096);
  });

  it.each([true, false])('leaves a file alone that is not a SQLite file (create: %s)', async (create) => {
    await writeFile(file, 'Dear diary, '.repeat(1000));
    await expect(open(create)).rejects.toMatchObject({ code: 'IndexCorrupt' });
    expect(await readFile(file, 'utf8')).toBe('Dear diary, '.repeat(1000));
  });

  it('leaves the SQLite file of another program alone', async () => {
    await writeFile(file, '');
    const database = await Database.open(file, 'readWrite');
    await database.exec('CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES (1)');
    await database.close();
    const before = await readFile(file);
    await expect(open(true)).rejects.toMatchObject({
      code: 'IndexCorrupt',
      details: { problem: 'it was not made by Idiograph' },
    });
    expect(await readFile(file)).toEqual(before);
  });

  it('tells older and newer formats apart', async () => {
    const userVersion = 60; // offset in the header, sqlite.org/fileformat.html §1.3
    expect(soundFound).toHaveLength(6);
    expect(await outcome(sound)).toEqual(soundFound);
    expect(await outcome(withNumber(userVersion, 0))).toBe('IndexTooOld');
    expect(await outcome(withNumber(userVersion, 2))).toBe('IndexTooNew');
    expect(await outcome(withNumber(userVersion + 8, 1))).toBe('IndexCorrupt'); // application_id
  });

  it('refuses an index of another model and names both', async () => {
    await writeFile(file, sound);
    const other = Object.assign(new HashingEncoder(), { modelId: 'other@ffffffffffff' });
    await expect(SqliteIndex.open(file, other, { create: true })).rejects.toMatchObject({
      code: 'ModelMismatch',
      details: { expected: 'other@ffffffffffff', found: encoder.modelId },
    });
  });

  it('refuses an index of another patch length and names both', async () => {
    await writeFile(file, sound);
    const other = new HashingEncoder({ patchTokens: 3 });
    await expect(SqliteIndex.open(file, other, { create: false })).rejects.toMatchObject({
      code: 'ModelMismatch',
      details: { expected: 'hashing@000000000000 (n 3)', found: 'hashing@000000000000 (n 2)' },
    });
  });

  it('refuses an index with another centre', async () => {
    await writeFile(file, sound);
    const other = Object.assign(new HashingEncoder(), { mean: new Float32Array(16).fill(0.1) });
    await expect(SqliteIndex.open(file, other, { create: false })).rejects.toMatchObject({ code: 'ModelMismatch' });
  });

  it('refuses a folder', async () => {
    await mkdir(file);
    await expect(open()).rejects.toMatchObject({ code: 'IndexUnavailable', details: { problem: 'it is not a file' } });
  });

  it('refuses a path that goes through a file', async () => {
    await writeFile(file, 'x');
    file = path.join(file, 'index.sqlite');
    await expect(open(true)).rejects.toMatchObject({ code: 'IndexUnavailable' });
  });
});

describe('a damaged index', () => {
  it('is found out wherever it was cut off', async () => {
    for (let length = 1; length < sound.length; length += 1777) {
      const found = await outcome(sound.subarray(0, length));
      expect(found, `cut at ${length}`).not.toEqual(soundFound);
      expect(found, `cut at ${length}`).toSatisfy(isReported);
    }
  });

  it('gives the right answer or a typed error whichever bit of its header is turned', async () => {
    for (let bit = 0; bit < 800; bit++) {
      const found = await outcome(withBitTurned(bit));
      if (!isReported(found)) expect(found, `bit ${bit}`).toEqual(soundFound);
    }
  });

  it('gives an answer or a typed error whichever bit is turned', async () => {
    for (let bit = 801; bit < sound.length * 8; bit += 3989) await outcome(withBitTurned(bit));
  });

  it.each([
    ["UPDATE documents SET text = text || '!' WHERE author_id = 1", 'another text'],
    ['UPDATE documents SET text = NULL WHERE author_id = 1', 'another text'],
    ['DELETE FROM documents WHERE author_id = 1', 'content hash'],
    ['UPDATE spans SET codes = zeroblob(length(codes)) WHERE id = 2', 'Span 2 has codes that are not the signs'],
    ['UPDATE cold SET rows = zeroblob(length(rows)) WHERE span_id = 3', 'Span 3 has exact rows that are not of unit'],
    ['UPDATE cold SET ranges = zeroblob(length(ranges)) WHERE span_id = 3', 'Span 3 has patches outside'],
    ['UPDATE cold SET rows = zeroblob(7) WHERE span_id = 3', 'Span 3 has codes, ranges or rows of a wrong length'],
    ['DELETE FROM cold WHERE span_id = 4', 'Span 4 has codes, ranges or rows of a wrong length'],
    ['DELETE FROM spans WHERE id = 1', 'lacks a span'],
    ['PRAGMA foreign_keys = OFF; DELETE FROM authors WHERE id = 1', 'refers to a row of authors that is gone'],
  ])('is described by its check after %s', async (sql, problem) => {
    await writeFile(file, sound);
    const database = await Database.open(file, 'readWrite');
    await database.exec(`PRAGMA foreign_keys = ON; ${sql}`);
    await database.close();
    const index = await open();
    expect((await index.check(neverStops)).join(' ')).toContain(problem);
    await index.close();
  });

  it('does not pass codes of a wrong length on', async () => {
    await writeFile(file, sound);
    const database = await Database.open(file, 'readWrite');
    await database.exec('UPDATE spans SET codes = zeroblob(3) WHERE id = 2');
    await database.close();
    await expect(open()).rejects.toMatchObject({ code: 'IndexCorrupt' });
  });

  it('may lack the texts of a population', async () => {
    await writeFile(file, sound);
    const database = await Database.open(file, 'readWrite');
    await database.exec("UPDATE documents SET text = NULL, role = 'population'");
    await database.close();
    const index = await open();
    expect(await index.check(neverStops)).toEqual([]);
    await index.close();
  });

  it('stops being checked when told to', async () => {
    await writeFile(file, sound);
    const index = await open();
    await expect(index.check({ stopped: true })).rejects.toMatchObject({ code: 'Cancelled' });
    await index.close();
  });
});

describe('an index without room', () => {
  it('keeps what it has when a document does not fit', async () => {
    await writeFile(file, sound);
    const before = await open();
    const { contentHash } = before.info();
    await before.close();
    const maxPages = sound.length / 4096 + 4;
    const full = await SqliteIndex.open(file, encoder, { create: false, maxPages });
    const large = knownDocument('Dora', 'Four.');
    await expect(full.add(large, encodedSpans(9, 4, 200))).rejects.toMatchObject({
      code: 'DiskFull',
      details: { file },
    });
    expect(await full.check(neverStops)).toEqual([]);
    expect(full.info()).toMatchObject({ contentHash, documents: 3 });
    expect(await full.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(6);
    await full.close();
    const index = await open();
    expect(await index.add(large, encodedSpans(9, 4, 200))).toBe('added');
    expect(await index.check(neverStops)).toEqual([]);
    await index.close();
  });

  it('leaves no half-made file behind', async () => {
    await expect(SqliteIndex.open(file, encoder, { create: true, maxPages: 3 })).rejects.toMatchObject({
      code: 'DiskFull',
    });
    expect((await readdir(folder)).filter((name) => name.startsWith(path.basename(file)))).toEqual([]);
  });
});

describe.runIf(process.platform !== 'win32')('an index in a folder that cannot be written', () => {
  beforeEach(async () => {
    file = path.join(folder, `locked-${files}`, 'index.sqlite');
    await mkdir(path.dirname(file));
    await writeFile(file, sound);
    await chmod(path.dirname(file), 0o555);
  });

  it('can be searched read-only, and not written', async () => {
    await asOrdinaryUser(async () => {
      const index = await SqliteIndex.open(file, encoder, { create: false, readOnly: true });
      expect(await index.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(6);
      await expect(index.remove([texts[0]!.id])).rejects.toMatchObject({ code: 'IndexUnavailable' });
      await index.close();
    });
  });

  it('cannot be opened for writing', async () => {
    await asOrdinaryUser(async () => {
      await expect(open()).rejects.toMatchObject({ code: 'IndexUnavailable' });
    });
  });

  it('cannot be made', async () => {
    file = path.join(path.dirname(file), 'new.sqlite');
    await asOrdinaryUser(async () => {
      await expect(open(true)).rejects.toMatchObject({
        code: 'IndexUnavailable',
        details: { problem: 'permission is denied' },
      });
    });
  });

  it('cannot be read without the right to', async () => {
    await chmod(file, 0o000);
    await asOrdinaryUser(async () => {
      await expect(open()).rejects.toMatchObject({ code: 'IndexUnavailable' });
    });
  });
});
