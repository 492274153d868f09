import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HandRange } from '../../../src/reading/text/readableFormats';
import { neverStops } from '../../../src/core/basics/work';
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

const ofWork = { ...plain, works: ['The Vane'], id: computeDocumentId({ ...plain, works: ['The Vane'] }) };

/** An index with a document in a format before this one. */
async function formerIndex(
  name: string,
  format: number,
): Promise<{ readonly file: string; readonly contentHash: string }> {
  const file = path.join(folder, name);
  const index = await openIndex(file, encoder, { create: true });
  await index.add(plain, encodedSpans(1, 2));
  const { contentHash } = index.readInfo();
  await index.close();
  const database = await Database.open(file, 'readWrite');
  for (const column of ['works', 'by_hand'].slice(0, indexFormat - format))
    await database.exec(`ALTER TABLE documents DROP COLUMN ${column}`);
  await database.exec(`PRAGMA user_version = ${format}`);
  await database.close();
  return { file, contentHash };
}

async function formatOf(file: string): Promise<unknown> {
  const database = await Database.open(file, 'readWrite');
  const format = await database.readPragma('user_version');
  await database.close();
  return format;
}

it.each([6, 7])(
  'brings an index of format %i to this one, with the same documents and content hash',
  async (format) => {
    const { file, contentHash } = await formerIndex(`former-${format}.sqlite`, format);
    const index = await openIndex(file, encoder, { create: false });
    expect(index.readInfo().contentHash).toBe(contentHash);
    expect(await index.readDocument(plain.id)).toEqual(plain);
    expect(await index.add(ranged, encodedSpans(2, 2))).toBe('added');
    expect(await index.add(ofWork, encodedSpans(3, 2))).toBe('added');
    expect(await index.check({ stop: neverStops })).toEqual([]);
    await index.close();
    expect(await formatOf(file)).toBe(indexFormat);
    const again = await openIndex(file, encoder, { create: false });
    expect(await again.readDocument(ranged.id)).toEqual(ranged);
    expect(await again.readDocument(ofWork.id)).toEqual(ofWork);
    const listed = (await again.listDocuments()).map(({ byHand, works }) => [byHand, works]);
    expect(listed).toEqual(
      expect.arrayContaining([
        [undefined, undefined],
        [ranged.byHand, undefined],
        [undefined, ofWork.works],
      ]),
    );
    await again.close();
  },
);

it.each([6, 7])('reads an index of format %i that it must not write, and leaves it current', async (format) => {
  const { file } = await formerIndex(`read-${format}.sqlite`, format);
  const index = await openIndex(file, encoder, { create: false, damaged: 'check' });
  expect(await index.check({ stop: neverStops })).toEqual([]);
  await index.close();
  expect(await formatOf(file)).toBe(format);
});

it.each([
  [5, 'IndexTooOld'],
  [indexFormat + 1, 'IndexTooNew'],
])('refuses an index of format %i, and leaves it as it is', async (format, code) => {
  const { file } = await formerIndex(`refused-${format}.sqlite`, indexFormat);
  const database = await Database.open(file, 'readWrite');
  await database.exec(`PRAGMA user_version = ${format}`);
  await database.close();
  await expect(openIndex(file, encoder, { create: false })).rejects.toMatchObject({ code });
  expect(await formatOf(file)).toBe(format);
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

it('finds that the work of a document is not the one that it was added with', async () => {
  const file = path.join(folder, 'otherWork.sqlite');
  const index = await openIndex(file, encoder, { create: true });
  await index.add(ofWork, encodedSpans(1, 2));
  await index.close();
  const database = await Database.open(file, 'readWrite');
  await database.exec(`UPDATE documents SET works = replace(works, 'Vane', 'Weir')`);
  await database.close();
  await expect(openIndex(file, encoder, { create: false })).rejects.toMatchObject({ code: 'IndexCorrupt' });
});
