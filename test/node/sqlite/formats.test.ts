import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HandRange } from '../../../src/core/text/excludedRanges';
import { neverStops } from '../../../src/core/work';
import { computeDocumentId } from '../../../src/node/sha256';
import { Database } from '../../../src/node/sqlite/database/database';
import { indexFormat } from '../../../src/node/sqlite/schema';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { encodedSpans, knownDocument } from '../../fakes/knownSpans';
import { openIndex } from '../../fakes/openIndex';

const encoder = new HashingEncoder();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-formats-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const plain = knownDocument('Ann', 'The wind went round to the west. '.repeat(20));
const range: HandRange = { start: 0, end: 33, isAuthors: false, sha256: 'a'.repeat(64) };
const ranged = { ...plain, byHand: [range], id: computeDocumentId({ ...plain, byHand: [range] }) };

/** An index with a document in the format before this one. */
async function formerIndex(name: string): Promise<{ readonly file: string; readonly contentHash: string }> {
  const file = path.join(folder, name);
  const index = await openIndex(file, encoder, { create: true });
  await index.add(plain, encodedSpans(1, 2));
  const { contentHash } = index.readInfo();
  await index.close();
  const database = await Database.open(file, 'readWrite');
  await database.exec('ALTER TABLE documents DROP COLUMN by_hand; PRAGMA user_version = 6');
  await database.close();
  return { file, contentHash };
}

async function formatOf(file: string): Promise<unknown> {
  const database = await Database.open(file, 'readWrite');
  const format = await database.readPragma('user_version');
  await database.close();
  return format;
}

it('brings an index of the former format to this one, with the same documents and content hash', async () => {
  const { file, contentHash } = await formerIndex('former.sqlite');
  const index = await openIndex(file, encoder, { create: false });
  expect(index.readInfo().contentHash).toBe(contentHash);
  expect(await index.readDocument(plain.id)).toEqual(plain);
  expect(await index.add(ranged, encodedSpans(2, 2))).toBe('added');
  expect(await index.check({ stop: neverStops })).toEqual([]);
  await index.close();
  expect(await formatOf(file)).toBe(indexFormat);
  const again = await openIndex(file, encoder, { create: false });
  expect(await again.readDocument(ranged.id)).toEqual(ranged);
  expect((await again.listDocuments()).map(({ byHand }) => byHand)).toEqual(
    expect.arrayContaining([undefined, ranged.byHand]),
  );
  await again.close();
});

it('reads an index of the former format that it must not write, and leaves it current', async () => {
  const { file } = await formerIndex('read.sqlite');
  const index = await openIndex(file, encoder, { create: false, damaged: 'check' });
  expect(await index.check({ stop: neverStops })).toEqual([]);
  await index.close();
  expect(await formatOf(file)).toBe(6);
});

it('finds that the ranges of a document are not those that it was added with', async () => {
  const file = path.join(folder, 'changed.sqlite');
  const index = await openIndex(file, encoder, { create: true });
  await index.add(ranged, encodedSpans(1, 2));
  await index.close();
  const database = await Database.open(file, 'readWrite');
  await database.exec(`UPDATE documents SET by_hand = replace(by_hand, 'false', 'true')`);
  await database.close();
  await expect(openIndex(file, encoder, { create: false })).rejects.toMatchObject({ code: 'IndexCorrupt' });
});
