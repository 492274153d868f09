import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import { finish, neverStops } from '../../../src/core/basics/work';
import { encodeSpans } from '../../../src/core/text/encodeText';
import { addAll } from '../../../src/node/indexing';
import { Database } from '../../../src/node/sqlite/database/database';
import type { FileIndex } from '../../../src/node/sqlite/fileRows';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { encodedSpan, encodedSpans, knownDocument } from '../../fakes/knownSpans';
import { openIndex } from '../../fakes/openIndex';
import { wordProfiler } from '../../fakes/wordProfiler';

const encoder = new HashingEncoder();
const profile = {
  mode: 'written',
  documentVector: Float32Array.of(0.5, -0.25),
  features: { ids: Uint32Array.of(3, 70_000), weights: Float32Array.of(0.5, 0.125) },
} as const;
const documents = Array.from({ length: 4 }, (_, i) =>
  knownDocument(`Author ${i % 2}`, `Text ${i} is what the letter says, and it says so at some length. `.repeat(6)),
);

let [folder, file] = ['', ''];
let whole: FileIndex;
let pulled: FileIndex;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-textless-'));
  file = path.join(folder, 'pulled.sqlite');
  whole = await openIndex(':memory:', encoder, { create: true });
  for (const [i, each] of documents.entries())
    await whole.add(each, encodedSpans(i, 2), i === 3 ? {} : { made: { profiler: 'a', profile } });
  pulled = await openIndex(file, encoder, { create: true });
  await pullFrom(pulled, 'lab.example/known');
  for (const each of await whole.packed(
    documents.map(({ id }) => id),
    neverStops,
  ))
    await pulled.addPacked(each, neverStops);
});
afterEach(async () => {
  await Promise.all([whole.close(), pulled.close()]);
  await rm(folder, { recursive: true });
});

function pullFrom(index: FileIndex, server: string): Promise<void> {
  return index.turn(() => index.rows.pullFrom(server));
}

function addTexts(...texts: readonly KnownDocument[]) {
  const encode = (text: string) => encodeSpans(text, encoder, { n: encoder.patchTokens, stop: neverStops });
  const additions = texts.map((each) => ({ name: each.id, document: () => Promise.resolve(each) }));
  return finish(addAll({ index: pulled, encode, profiler: wordProfiler, stop: neverStops }, additions));
}

async function changed(sql: string): Promise<void> {
  const database = await Database.open(file, 'readWrite');
  await database.exec(sql);
  await database.close();
}

describe('a file of documents without texts', () => {
  it('holds all but the texts, and says so of each document, also when it is opened again', async () => {
    const again = await openIndex(file, encoder, { create: false });
    for (const index of [pulled, again]) {
      expect(index.readInfo().contentHash).toBe(whole.readInfo().contentHash);
      for (const { id, onServer } of await index.listDocuments())
        expect(onServer).toEqual({ hasText: false, hasProfile: id !== documents[3]!.id });
      for (const { id, text } of documents) {
        expect(await index.readDocument(id)).toBeUndefined();
        expect(await index.findCopies(text)).toEqual([id]);
      }
    }
    await again.close();
    const query = encodedSpan(99, 8);
    const scores = async (index: FileIndex) => {
      const options = { limit: 20, scope: { role: 'known' }, scanned: Infinity } as const;
      return index.rerank(query, await index.shortlist(query, options, neverStops), neverStops);
    };
    expect(await scores(pulled)).toEqual(await scores(whole));
    const ids = documents.map(({ id }) => id);
    expect(await pulled.readProfiles(ids, 'a')).toEqual(await whole.readProfiles(ids, 'a'));
  });

  it('is sound, and nothing of it is encoded again', async () => {
    expect(await pulled.check({ stop: neverStops })).toEqual([]);
    const [{ id }] = documents as [KnownDocument];
    await changed(`UPDATE spans SET tokens = 1 WHERE id IN (SELECT number << 16 FROM documents WHERE id = '${id}')`);
    expect(await pulled.check({ stop: neverStops })).toEqual([expect.stringContaining('has damaged exact vectors')]);
    const encode = () => Promise.reject(new Error('there is no text to encode'));
    expect(await pulled.repair({ stop: neverStops, encode })).toMatchObject({ repaired: [], unsound: [id] });
    expect(await pulled.remove([id])).toBe(1);
    expect(await pulled.check({ stop: neverStops })).toEqual([]);
  });

  it('takes an added text in place of what it had of it, with any author', async () => {
    const [first, second] = documents as [KnownDocument, KnownDocument];
    const renamed = knownDocument('Somebody', second.text);
    expect(await addTexts(first, renamed)).toMatchObject({ replaced: 2, added: 0, documents: 4, problems: [] });
    expect((await pulled.readDocument(first.id))?.text).toBe(first.text);
    expect(await pulled.readDocument(renamed.id)).toMatchObject({ author: 'Somebody', text: second.text });
    expect(await pulled.findCopies(second.text)).toEqual([renamed.id]);
    expect(await addTexts(first, renamed)).toMatchObject({ present: 2, replaced: 0, documents: 4 });
    expect(await pulled.check({ stop: neverStops })).toEqual([]);
  });

  it('is of one server, and no other index loses a text unnoticed', async () => {
    await pullFrom(pulled, 'lab.example/known');
    await expect(pullFrom(pulled, 'other.example/known')).rejects.toMatchObject({ code: 'Usage' });
    await expect(pullFrom(whole, 'lab.example/known')).rejects.toMatchObject({ code: 'Usage' });
    const own = path.join(folder, 'own.sqlite');
    const index = await openIndex(own, encoder, { create: true });
    await index.add(documents[0]!, encodedSpans(0, 2));
    file = own;
    await changed("UPDATE documents SET text = ''");
    expect(await index.check({ stop: neverStops })).toEqual([expect.stringContaining('has another text')]);
    await expect(index.readDocument(documents[0]!.id)).rejects.toMatchObject({ code: 'IndexCorrupt' });
    await index.close();
  });
});
