import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/basics/work';
import { encodedSpans, knownDocument } from '../fakes/knownSpans';
import { bundledChild } from './childProcess';
import { encode, FaultFolder, texts } from './faultFolder';

let place: FaultFolder;
beforeAll(async () => {
  place = await FaultFolder.make();
});
afterAll(() => place.remove());
beforeEach(() => place.next());

const another = knownDocument('Zoe', 'Another one.');

/** Adds a document and takes the files as they are before the index is closed: what a killed process leaves. */
async function killed(file: string, left = ['', '-wal']): Promise<void> {
  const index = await place.open();
  await index.add(another, encodedSpans(9, 1));
  for (const suffix of left) await copyFile(`${place.file}${suffix}`, `${file}${suffix}`);
  await index.close();
  place.file = file;
}

describe('the log that a killed process leaves', () => {
  it('is followed', async () => {
    await place.copy();
    await killed(`${place.file}.killed`);
    const index = await place.open();
    expect(index.readInfo().documents).toBe(4);
    await index.close();
    const again = await place.open();
    expect(again.readInfo().documents).toBe(4);
    await again.close();
  });

  it('is followed where it has what removes documents', async () => {
    await place.copy();
    const file = `${place.file}.removed`;
    const index = await place.open();
    await index.remove([texts[0]!.id]);
    await index.add(another, encodedSpans(9, 1));
    for (const suffix of ['', '-wal']) await copyFile(`${place.file}${suffix}`, `${file}${suffix}`);
    await index.close();
    place.file = file;
    const again = await place.open();
    expect(again.readInfo().documents).toBe(3);
    await again.close();
  });

  it('is missed each time when it is gone, by a check and a removal too, and nothing is written', async () => {
    await place.copy();
    await killed(`${place.file}.killed`, ['']);
    const before = await place.trace();
    for (const purpose of ['check', undefined, 'remove', 'check', undefined] as const) {
      await expect(place.openFor(purpose), purpose).rejects.toMatchObject({
        code: 'IndexCorrupt',
        details: { problem: expect.stringContaining('-wal is missing') as string },
      });
    }
    expect(await place.trace()).toEqual(before);
  });

  it('is followed where it appears between two looks', async () => {
    await place.copy();
    await killed(`${place.file}.killed`);
    const log = await readFile(`${place.file}-wal`);
    await rm(`${place.file}-wal`);
    const opening = place.open();
    await setTimeout(50);
    await writeFile(`${place.file}-wal`, log);
    const index = await opening;
    expect(index.readInfo().documents).toBe(4);
    await index.close();
  });

  it.each([[['']], [['', '-wal']], [['', '-wal', '-shm']]])(
    'is read by a check that writes nothing: %j',
    async (left) => {
      await place.copy();
      if (left.length > 1) await killed(`${place.file}.killed`, left);
      const before = await place.trace();
      expect(Object.keys(before)).toHaveLength(left.length);
      const index = await place.openFor('check');
      expect(await index.check({ stop: neverStops })).toEqual([]);
      expect(await index.count()).toBe(left.length > 1 ? 4 : 3);
      await expect(index.remove([texts[0]!.id])).rejects.toMatchObject({ code: 'IndexUnavailable' });
      await index.close();
      expect(await place.trace()).toEqual(before);
    },
  );

  it('is copied to be read, and the copy of a killed process is removed when an index is opened next', async () => {
    const copies = path.join(place.folder, 'copies');
    await mkdir(copies);
    await place.copy();
    await killed(`${place.file}.killed`);
    const start = await bundledChild('holdCopy', place.folder, { TMPDIR: copies, TEMP: copies, TMP: copies });
    const child = start(place.file);
    await child.printedLines(1);
    await child.kill();
    expect(await readdir(copies)).toHaveLength(1);
    const next = start(place.file);
    await next.printedLines(1);
    expect(await readdir(copies)).toHaveLength(1); // its own
    await next.kill();
  });

  it('is missed until a repair that came to its end accepts what is left, and says so', async () => {
    await place.copy();
    await killed(`${place.file}.killed`, ['']);
    const stopped = await place.openDamaged();
    await expect(stopped.repair({ encode: ({ text }) => encode(text), stop: { stopped: true } })).rejects.toMatchObject(
      { code: 'Cancelled' },
    );
    await stopped.close();
    await expect(place.open()).rejects.toMatchObject({ code: 'IndexCorrupt' });
    const index = await place.openDamaged();
    expect(await index.repair({ encode: ({ text }) => encode(text), stop: neverStops })).toMatchObject({
      documents: 3,
      lostLog: true,
    });
    await index.close();
    const left = await place.open();
    expect(left.readInfo().documents).toBe(3);
    await left.close();
  });

  it('is not followed beside another file, which stays current', async () => {
    await place.copy();
    await killed(`${place.file}.killed`);
    const log = await readFile(`${place.file}-wal`);
    place.next();
    const index = await place.open(true);
    for (const at of [0, 1, 2, 3, 4]) await index.add(knownDocument('Max', `Text ${at}.`), encodedSpans(at, 1));
    await index.close();
    const before = await readFile(place.file);
    await writeFile(`${place.file}-wal`, log);
    for (const open of [() => place.open(), () => place.openDamaged()]) {
      await expect(open()).rejects.toMatchObject({
        code: 'IndexCorrupt',
        details: { problem: expect.stringContaining('that of another file') as string },
      });
    }
    expect((await readFile(place.file)).equals(before)).toBe(true);
    expect((await readFile(`${place.file}-wal`)).equals(log)).toBe(true);
  });

  it('is not asked for where a file was closed', async () => {
    await place.copy();
    for (let time = 0; time < 2; time++) {
      const index = await place.open();
      await index.remove([texts[time]!.id]);
      await index.close();
    }
    const before = await readFile(place.file);
    const index = await place.open();
    expect(index.readInfo().documents).toBe(1);
    await index.close();
    expect((await readFile(place.file)).equals(before)).toBe(true);
  });
});
