import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMisspellings } from '../../../src/node/loadedModels';

describe('misspellings', () => {
  it('are found as the list has them, wherever they are in it, and nothing else is', async () => {
    const folder = path.dirname(createRequire(__filename).resolve('@cspell/dict-en-common-misspellings'));
    const list = await fs.readFile(path.join(folder, 'dict', 'dict-en.json'), 'latin1');
    const suggested = list.slice(list.indexOf('"suggestWords"'));
    const expected = new Map(Array.from(suggested.matchAll(/"([a-z]{4,})->([a-z]+)"/g), ([, is, not]) => [is!, not!]));
    const misspellings = await readMisspellings();
    const all = Array.from(suggested.matchAll(/"([^"]+?)->/g), ([, is]) => is!);
    expect(all.length).toBeGreaterThan(80_000);
    expect(all.filter((word) => misspellings.get(word) !== expected.get(word))).toEqual([]);
    for (const word of ['', 'the', 'aaaa', 'zzzz', "don't", 'ärger']) expect(misspellings.get(word)).toBeUndefined();
  });
});
