import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/basics/work';
import { planOutputs, type PlannedOutput } from '../../src/node/outputFile';
import type { FileIndex } from '../../src/node/sqlite/fileRows';
import { encodedSpan, encodedSpans, knownDocument } from '../fakes/knownSpans';
import { asOrdinaryUser } from '../node/ordinaryUser';
import { encoder, everything, FaultFolder, texts } from './faultFolder';
import { openIndex } from '../fakes/openIndex';
import { canMount, hasModes } from '../needs';

let place: FaultFolder;
beforeAll(async () => {
  place = await FaultFolder.make();
});
afterAll(() => place.remove());
beforeEach(() => place.next());

/** Adds documents until there is no room; `added` has the ids of those that were stored. */
async function fillUp(index: FileIndex, added: string[]): Promise<never> {
  for (let number = 0; ; number++) {
    const document = knownDocument(`author ${number % 3}`, `Text number ${number}.`);
    await index.add(document, encodedSpans(number, 2, 120));
    added.push(document.id);
  }
}

describe('an index without room', () => {
  it('keeps what it has when a document does not fit', async () => {
    await place.copy();
    const before = await place.open();
    const { contentHash } = before.readInfo();
    await before.close();
    const maxPages = place.sound.length / 4096 + 4;
    const full = await openIndex(place.file, encoder, { create: false, maxPages });
    const large = knownDocument('Dora', 'Four.');
    await expect(full.add(large, encodedSpans(9, 4, 200))).rejects.toMatchObject({
      code: 'DiskFull',
      details: { file: place.file },
    });
    expect(await full.check({ stop: neverStops })).toEqual([]);
    expect(full.readInfo()).toMatchObject({ contentHash, documents: 3 });
    expect(await full.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(6);
    await full.close();
    const index = await place.open();
    expect(await index.add(large, encodedSpans(9, 4, 200))).toBe('added');
    expect(await index.check({ stop: neverStops })).toEqual([]);
    await index.close();
  });

  it.runIf(canMount)('keeps all that it has on a disk that fills up', async () => {
    const disk = path.join(place.folder, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]);
    try {
      place.file = path.join(disk, 'index.sqlite');
      const index = await place.open(true);
      const added: string[] = [];
      await expect(fillUp(index, added)).rejects.toMatchObject({ code: 'DiskFull' });
      expect(added.length).toBeGreaterThan(10);
      expect((await index.listDocuments()).map(({ id }) => id).sort()).toEqual(added.sort());
      await index.close();
      const again = await place.open();
      expect(again.readInfo().documents).toBe(added.length);
      expect(await again.check({ stop: neverStops })).toEqual([]);
      await again.close();
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it.runIf(canMount)('is read and checked on a full disk, and says why it cannot be written', async () => {
    const disk = path.join(place.folder, 'full');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]);
    try {
      place.file = path.join(disk, 'index.sqlite');
      await place.copy();
      await expect(writeFile(path.join(disk, 'other'), Buffer.alloc(4e6))).rejects.toMatchObject({ code: 'ENOSPC' });
      for (const purpose of ['check', undefined, 'check'] as const) {
        const index = await place.openFor(purpose);
        expect(await index.check({ stop: neverStops })).toEqual([]);
        expect(await index.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(6);
        await expect(index.remove([texts[0]!.id])).rejects.toMatchObject({ code: 'DiskFull' });
        await index.close();
      }
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('leaves no half-made file behind', async () => {
    await expect(openIndex(place.file, encoder, { create: true, maxPages: 3 })).rejects.toMatchObject({
      code: 'DiskFull',
    });
    expect((await readdir(place.folder)).filter((name) => name.startsWith(path.basename(place.file)))).toEqual([]);
  });
});

describe.runIf(canMount)('a report for which there is no room', () => {
  it('leaves neither of its two files, and an earlier pair as it was', async () => {
    const disk = path.join(place.folder, 'report');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60k', 'tmpfs', disk]);
    const write = (page: string, data: string): void => {
      const output = (name: string, text: string): PlannedOutput<null> => ({
        ...{ file: path.join(disk, name), begins: '', text: () => text },
      });
      const common = { guarded: { files: [], folders: [] }, force: true };
      planOutputs([output('r.html', page), output('r.json', data)], common)(null);
    };
    try {
      const large = 'x'.repeat(40_000);
      expect(() => write(large, large)).toThrow(expect.objectContaining({ code: 'DiskFull' }));
      expect(await readdir(disk)).toEqual([]);
      write('one', 'one');
      expect(() => write('two', 'x'.repeat(100_000))).toThrow(expect.objectContaining({ code: 'DiskFull' }));
      expect(await readFile(path.join(disk, 'r.html'), 'utf8')).toBe('one');
      expect((await readdir(disk)).sort()).toEqual(['r.html', 'r.json']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe.runIf(hasModes)('an index in a folder that cannot be written', () => {
  beforeEach(async () => {
    place.file = path.join(place.folder, `locked-${place.files}`, 'index.sqlite');
    await mkdir(path.dirname(place.file));
    await place.copy();
    await chmod(path.dirname(place.file), 0o555);
  });

  it('can be searched read-only, and not written', async () => {
    await asOrdinaryUser(async () => {
      const index = await openIndex(place.file, encoder, { create: false });
      expect(await index.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(6);
      await expect(index.remove([texts[0]!.id])).rejects.toMatchObject({ code: 'IndexUnavailable' });
      await index.close();
    });
  });

  it('cannot be made', async () => {
    place.file = path.join(path.dirname(place.file), 'new.sqlite');
    await asOrdinaryUser(async () => {
      await expect(place.open(true)).rejects.toMatchObject({
        code: 'IndexUnavailable',
        details: { problem: 'permission is denied' },
      });
    });
  });

  it('cannot be read without the right to', async () => {
    await chmod(place.file, 0o000);
    await asOrdinaryUser(async () => {
      await expect(place.open()).rejects.toMatchObject({ code: 'IndexUnavailable' });
    });
  });
});
