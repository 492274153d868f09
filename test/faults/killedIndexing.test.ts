import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/basics/work';
import type { IndexReport } from '../../src/protocol/engine';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { bundledChild, type Child } from './childProcess';
import { openIndex } from '../fakes/openIndex';

const files = 60;
let folder = '';
let start: (...args: readonly string[]) => Child;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-killed-indexing-'));
  start = await bundledChild('indexFiles', folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A letter; all of them differ in length. */
function letter(number: number, words: string): string {
  return `${`${words} is what letter number ${number} says at some length. `.repeat(8)}${'a'.repeat(number + 1)}`;
}

async function writeLetters(letters: string, words: string, changed: readonly number[]): Promise<void> {
  await mkdir(letters, { recursive: true });
  for (const number of changed) {
    await writeFile(path.join(letters, `${String(number).padStart(3, '0')}.txt`), letter(number, words));
  }
}

function reportOf(child: Child): IndexReport {
  return JSON.parse(child.lines().at(-1)!) as IndexReport;
}

describe('an indexing that is killed', () => {
  it('goes on where it was, encodes nothing twice but what it was at, and replaces what has changed', async () => {
    const letters = path.join(folder, 'letters');
    const index = path.join(folder, 'index.sqlite');
    await writeLetters(letters, 'Rain', [...Array(files).keys()]);
    const encoded: string[] = [];
    let kills = 0;
    for (const lines of [3, 9, 1, 17]) {
      const child = start(index, letters, String(lines + 4)); // never to its end, however late the kill comes
      await child.printedLines(lines);
      await child.kill();
      encoded.push(...child.lines());
      kills += 1;
    }
    const last = start(index, letters);
    expect(await last.end()).toBe(0);
    encoded.push(...last.lines().slice(0, -1));
    expect(new Set(encoded).size).toBe(files);
    expect(encoded.length).toBeLessThanOrEqual(files + kills);
    expect(reportOf(last)).toMatchObject({ problems: [], replaced: 0, documents: files });
    expect(reportOf(last).present).toBeGreaterThanOrEqual(30 - kills);

    await writeLetters(letters, 'Snow', [5, 50]);
    const again = start(index, letters);
    await again.end();
    expect(reportOf(again)).toMatchObject({ added: 0, replaced: 2, present: files - 2, documents: files });

    const fresh = start(path.join(folder, 'fresh.sqlite'), letters);
    await fresh.end();
    const [resumed, whole] = await Promise.all(
      [index, path.join(folder, 'fresh.sqlite')].map((file) =>
        openIndex(file, new HashingEncoder(), { create: false }),
      ),
    );
    expect(resumed!.readInfo()).toEqual(whole!.readInfo());
    expect(await resumed!.listDocuments()).toEqual(await whole!.listDocuments());
    expect(await resumed!.check({ stop: neverStops })).toEqual([]);
    await resumed!.close();
    await whole!.close();
  });
});
