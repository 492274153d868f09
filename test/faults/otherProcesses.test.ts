import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/basics/work';
import type { FileIndex } from '../../src/node/sqlite/fileRows';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { encodedSpan, encodedSpans, knownDocument } from '../fakes/knownSpans';
import { bundledChild, startChild } from './childProcess';
import { openIndex } from '../fakes/openIndex';

const encoder = new HashingEncoder();
const everything = { limit: 1000, scope: { role: 'known' }, scanned: Infinity } as const;
const ann = knownDocument('Ann', 'One.');
const ben = knownDocument('Ben', 'Two.');

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-interrupted-'));
  file = path.join(folder, 'index.sqlite');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('an index that another process holds', () => {
  beforeEach(async () => {
    const index = await openIndex(file, encoder, { create: true });
    await index.add(ann, encodedSpans(1, 1));
    await index.close();
  });

  it('is searched but not written, and says so', async () => {
    const index = await openIndex(file, encoder, { create: false });
    const child = await startChild('holdLock', folder, file, 'write');
    await child.printedLines(1);
    await expect(index.add(ben, encodedSpans(2, 1))).rejects.toMatchObject({ code: 'IndexLocked', details: { file } });
    expect(await index.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(1);
    await child.kill();
    expect(await index.add(ben, encodedSpans(2, 1))).toBe('added');
    await index.close();
  });

  it('is not opened while every lock is taken, and is as it was afterwards', async () => {
    const child = await startChild('holdLock', folder, file, 'all');
    await child.printedLines(1);
    for (const create of [true, false]) {
      await expect(openIndex(file, encoder, { create })).rejects.toMatchObject({ code: 'IndexLocked' });
    }
    await child.kill();
    const index = await openIndex(file, encoder, { create: true });
    expect(index.readInfo().documents).toBe(1);
    await index.close();
  });
});

describe('an index open in two windows', () => {
  it('answers each with what the other has written', async () => {
    const first = await openIndex(file, encoder, { create: true });
    const second = await openIndex(file, encoder, { create: true });
    await first.add(ann, encodedSpans(1, 2));
    expect(await second.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(2);
    expect(await second.add(ann, encodedSpans(1, 2))).toBe('present');
    await second.add(ben, encodedSpans(2, 3));
    expect(await first.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(5);
    expect(first.readInfo()).toEqual(second.readInfo());
    await first.remove([ann.id]);
    expect(await second.listDocuments()).toHaveLength(1);
    expect(second.readInfo()).toEqual(first.readInfo());
    expect(await second.check({ stop: neverStops })).toEqual([]);
    await first.close();
    await second.close();
  });

  it('takes what two processes write at once, and a third follows', async () => {
    const start = await bundledChild('addMany', folder);
    const index = await openIndex(file, encoder, { create: true });
    const writers = [start(file, '0', '60'), start(file, '1000', '60')];
    const ended = Promise.all(writers.map((writer) => writer.end()));
    let most = 0;
    while (!writers.every((writer) => writer.lines().includes('done'))) {
      const found = await index.shortlist(encodedSpan(1), everything, neverStops);
      expect(found.length).toBeGreaterThanOrEqual(most);
      most = found.length;
      await setImmediate(); // an index answers from memory within one turn of the event loop
    }
    expect(await ended).toEqual([0, 0]);
    const ids = writers.flatMap((writer) => writer.lines()).filter((line) => line !== 'done');
    expect((await index.listDocuments()).map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(await index.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(240);
    expect(await index.check({ stop: neverStops })).toEqual([]);
    const opened = await openIndex(file, encoder, { create: false });
    expect(opened.readInfo()).toEqual(index.readInfo());
    await opened.close();
    await index.close();
  });

  it('can be made by both at once', async () => {
    const open = (): Promise<FileIndex> => openIndex(file, encoder, { create: true });
    const [first, second] = await Promise.all([open(), open()]);
    await Promise.all([first.add(ann, encodedSpans(1, 1)), second.add(ben, encodedSpans(2, 1))]);
    expect(await first.listDocuments()).toHaveLength(2);
    await first.close();
    await second.close();
  });

  it('says that a span was removed by the other', async () => {
    const first = await openIndex(file, encoder, { create: true });
    await first.add(ann, encodedSpans(1, 1));
    const second = await openIndex(file, encoder, { create: false });
    const [found] = await first.shortlist(encodedSpan(1), everything, neverStops);
    await second.remove([ann.id]);
    await expect(first.read([found!.id])).rejects.toMatchObject({ code: 'IndexLocked' });
    await first.close();
    await second.close();
  });
});
