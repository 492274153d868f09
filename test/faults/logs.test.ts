import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/stop';
import { encodedSpans, knownDocument } from '../fakes/knownSpans';
import { encode, FaultFolder, texts } from './faultFolder';

let place: FaultFolder;
beforeAll(async () => {
  place = await FaultFolder.make();
});
afterAll(() => place.remove());
beforeEach(() => place.next());

const another = knownDocument('Zoe', 'Another one.');

/** Adds a document and takes the files as they are before the index is closed: what a killed process leaves. */
async function killed(file: string): Promise<void> {
  const index = await place.open();
  await index.add(another, encodedSpans(9, 1));
  for (const suffix of ['', '-wal']) await copyFile(`${place.file}${suffix}`, `${file}${suffix}`);
  await index.close();
  place.file = file;
}

describe('the log that a killed process leaves', () => {
  it('is followed', async () => {
    await place.copy();
    await killed(`${place.file}.killed`);
    const index = await place.open();
    expect(index.info().documents).toBe(4);
    await index.close();
    const again = await place.open();
    expect(again.info().documents).toBe(4);
    await again.close();
  });

  it('is followed where it has what removes documents', async () => {
    await place.copy();
    const file = `${place.file}.removed`;
    const index = await place.open();
    await index.remove([texts[0]!.id]);
    await index.compact(neverStops);
    await index.add(another, encodedSpans(9, 1));
    for (const suffix of ['', '-wal']) await copyFile(`${place.file}${suffix}`, `${file}${suffix}`);
    await index.close();
    place.file = file;
    const again = await place.open();
    expect(again.info().documents).toBe(3);
    await again.close();
  });

  it('is missed when it is gone, until a repair accepts what is left', async () => {
    await place.copy();
    await killed(`${place.file}.killed`);
    await rm(`${place.file}-wal`);
    await expect(place.open()).rejects.toMatchObject({
      code: 'IndexCorrupt',
      details: { problem: expect.stringContaining('-wal is gone') as string },
    });
    const index = await place.openDamaged();
    expect((await index.repair({ encode, stop: neverStops })).documents).toBe(3);
    await index.close();
    const left = await place.open();
    expect(left.info().documents).toBe(3);
    await left.close();
  });

  it('is not followed beside another file, which stays as it is', async () => {
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
    expect(index.info().documents).toBe(1);
    await index.close();
    expect((await readFile(place.file)).equals(before)).toBe(true);
  });
});
