import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/basics/work';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { encodedSpan } from '../fakes/knownSpans';
import { type Child, bundledChild } from './childProcess';
import { after, numbered } from './children/changes';
import { openIndex } from '../fakes/openIndex';
import { noteProof } from './proof';

/** How often a writer is killed. In its long form: IDIOGRAPH_KILLS=100 npx vitest run --project node test/faults/killedWriter.test.ts */
const kills = Number(process.env['IDIOGRAPH_KILLS'] ?? 10);
const everything = { limit: 1000, scope: { role: 'known' }, scanned: Infinity } as const;
const encoder = new HashingEncoder();

let folder = '';
let start: (...args: readonly string[]) => Child;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-killed-'));
  start = await bundledChild('makeChanges', folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Numbers in [0, 1) from a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

describe('an index with a killed writer', () => {
  it(
    `holds what was written, and all or nothing of the change it was at, ${kills} times`,
    async () => {
      const next = numbers(1);
      const file = path.join(folder, 'index.sqlite');
      let held: readonly number[] = [];
      let at = 0;
      for (let round = 0; round < kills; round++) {
        const child = start(file, String(at));
        await child.printedLines(1);
        await setTimeout(40 * next());
        await child.kill();
        const made = child.lines().map(Number);
        expect(made).toEqual(made.map((_, i) => at + i));
        held = made.reduce((before, one) => after(one, before), held);
        at += made.length;
        const index = await openIndex(file, encoder, { create: false });
        const listed = (await index.listDocuments()).map(({ id }) => id).sort();
        const ids = (documents: readonly number[]): readonly string[] => documents.map((n) => numbered(n).id).sort();
        const possible = [ids(held), ids(after(at, held))];
        expect(possible, `round ${round}, change ${at}`).toContainEqual(listed);
        if (String(listed) !== String(possible[0])) held = after(at++, held);
        const spans = held.reduce((sum, number) => sum + (number % 4), 0);
        expect(await index.shortlist(encodedSpan(1), everything, neverStops)).toHaveLength(spans);
        if (round % 10 === 9) expect(await index.check({ stop: neverStops })).toEqual([]);
        await index.close();
      }
      noteProof({ killedWriters: kills });
    },
    60_000 + 20_000 * kills,
  );
});
