import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import { neverStops, type StopSignal } from '../../../src/core/basics/work';
import { encodeText } from '../../../src/core/text/encodeText';
import { kernelFile, loadKernels } from '../../../src/lateInteraction/kernels/loadKernels';
import { computeDocumentId } from '../../../src/node/sha256';
import { openFile } from '../../../src/node/sqlite/fileRows';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { encodedSpans, knownDocument } from '../../fakes/knownSpans';
import { MemoryIndex } from '../../fakes/memoryIndex';
import { describeReferenceIndex } from '../referenceIndex.contract';
import { openIndex } from '../../fakes/openIndex';

let folder = '';
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-index-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describeReferenceIndex('SqliteIndex in a file', () =>
  openIndex(path.join(folder, `${files++}.sqlite`), new HashingEncoder(), { create: true }),
);
describeReferenceIndex('SqliteIndex in memory', () => openIndex(':memory:', new HashingEncoder(), { create: true }));
describeReferenceIndex('SqliteIndex with WebAssembly kernels', async () => {
  const kernels = await loadKernels(path.join(import.meta.dirname, '../../../dist', kernelFile));
  return openFile(':memory:', new HashingEncoder(), { create: true, kernels });
});
describeReferenceIndex('MemoryIndex', () => Promise.resolve(new MemoryIndex()));

describe('a span that is searched for again', () => {
  it('gets the same list until the documents change', async () => {
    const index = await openIndex(':memory:', new HashingEncoder(), { create: true });
    const [first, second] = ['One', 'Two'].map((name, i) => knownDocument(`Author ${name}`, `Text ${i}.`));
    await index.add(first!, encodedSpans(1, 2));
    const [query] = encodedSpans(1, 1);
    const options = { limit: 10, scope: { role: 'known' }, scanned: Infinity } as const;
    const listed = await index.shortlist(query!, options, neverStops);
    const found = await index.rerank(query!, listed, neverStops);
    expect(await index.shortlist({ ...query! }, options, neverStops)).toBe(listed);
    expect(await index.rerank({ ...query! }, listed, neverStops)).toBe(found);
    const scope = { role: 'known', exclude: [first!.id] } as const;
    expect(await index.shortlist(query!, { ...options, scope }, neverStops)).toEqual([]);
    await index.add(second!, encodedSpans(2, 2));
    expect(await index.shortlist(query!, options, neverStops)).toHaveLength(4);
    await index.close();
  });
});

it('looks at the stop signal while the pages of a file are examined, before any document is', async () => {
  const index = await openIndex(path.join(folder, `${files++}.sqlite`), new HashingEncoder(), { create: true });
  await expect(index.check({ stop: { stopped: true } })).rejects.toMatchObject({ code: 'Cancelled' });
  expect(await index.check({ stop: neverStops })).toEqual([]);
  await index.close();
});

describe('a long document', () => {
  const encoder = new HashingEncoder({ maxTokens: 16 });
  const facts = {
    text: 'wind went round to the west '.repeat(800),
    author: 'Ann',
    mode: 'written',
    genre: 'log',
  } as const;
  const document: KnownDocument = {
    id: computeDocumentId(facts),
    ...facts,
    role: 'known',
    title: 'Ann',
    language: 'en',
  };

  function raisedAfter(most: number): StopSignal {
    let looks = 0;
    return {
      get stopped() {
        looks += 1;
        return looks > most;
      },
    };
  }

  it.each([0, 50, 85])(
    'is not stored when its storing is stopped after %d looks, and is the next time',
    async (looks) => {
      const index = await openIndex(path.join(folder, `${files++}.sqlite`), encoder, { create: true });
      const spans = await encodeText(document.text, encoder, { n: 2, stop: neverStops });
      const cancelled = expect.objectContaining({ code: 'Cancelled' }) as Error;
      await expect(index.add(document, spans, { stop: raisedAfter(looks) })).rejects.toEqual(cancelled);
      expect(index.readInfo().documents).toBe(0);
      expect(await index.add(document, spans)).toBe('added');
      expect(await index.check({ stop: neverStops })).toEqual([]);
      await index.close();
    },
  );

  it.each([false, true])(
    'keeps all documents when a stop is raised while some are removed; damaged: %s',
    async (isDamaged) => {
      const file = path.join(folder, `${files++}.sqlite`);
      const known = Array.from({ length: 9 }, (_, i) => knownDocument(`Author ${i}`, `Text ${i}.`));
      const first = await openIndex(file, encoder, { create: true });
      for (const [i, each] of known.entries()) await first.add(each, encodedSpans(i, 1));
      await first.close();
      const index = await openIndex(file, encoder, { create: false, ...(isDamaged && { damaged: 'remove' }) });
      const ids = known.slice(1).map(({ id }) => id);
      await expect(index.remove(ids, raisedAfter(7))).rejects.toMatchObject({ code: 'Cancelled' });
      expect(await index.count()).toBe(9);
      expect(await index.remove(ids, raisedAfter(8))).toBe(8);
      await index.close();
    },
  );

  it.each([1, 2, 40, 80])('is not checked to its end when that is stopped after %d looks', async (looks) => {
    const index = await openIndex(':memory:', encoder, { create: true });
    await index.add(document, await encodeText(document.text, encoder, { n: 2, stop: neverStops }));
    await expect(index.check({ stop: raisedAfter(looks) })).rejects.toMatchObject({ code: 'Cancelled' });
    await index.close();
  });
});

it('waits for the tables of a file that another process has just created', async () => {
  const file = path.join(folder, `${files++}.sqlite`);
  await writeFile(file, '');
  const opening = openIndex(file, new HashingEncoder(), { create: false, readsOnly: true });
  await setTimeout(100);
  const made = await openIndex(file, new HashingEncoder(), { create: true });
  const index = await opening;
  expect(index.readInfo().documents).toBe(0);
  await index.close();
  await made.close();
});
