import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReviewOptions } from '../../src/core/engine';
import { ResultFolder, settingsHash } from '../../src/node/casework/results';

let folder = '';
let results: ResultFolder;
const key = { place: 'questioned/a.txt', text: 'a text', settings: 's', index: 'i' };
const files = (): string[] => fs.readdirSync(path.join(folder, 'index-results')).sort();

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-results-'));
  results = new ResultFolder(path.join(folder, 'index.sqlite'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('the results beside an index', () => {
  it('are found by place, text, settings and index, and by nothing less', () => {
    results.keep(key, { found: 1 });
    expect(results.of(key)).toEqual({ found: 1 });
    for (const part of ['place', 'text', 'settings', 'index'] as const)
      expect(results.of({ ...key, [part]: 'another' })).toBeUndefined();
  });

  it('are read by another program that opens the same index', () => {
    results.keep(key, { found: 1 });
    expect(new ResultFolder(path.join(folder, 'index.sqlite')).all()).toEqual([{ found: 1 }]);
  });

  it('are none where nothing was reviewed', () => {
    expect([results.all(), results.of(key)]).toEqual([[], undefined]);
  });

  it('are passed over where one character was changed, or half is gone', () => {
    results.keep(key, { ratio: 1.3 });
    results.keep({ ...key, place: 'b.txt' }, { ratio: 2 });
    const [first, second] = files().map((name) => path.join(folder, 'index-results', name));
    fs.writeFileSync(first!, fs.readFileSync(first!, 'utf8').replace(/"ratio":\d/, '"ratio":9'));
    fs.truncateSync(second!, 40);
    expect(results.all()).toEqual([]);
    results.keep(key, { ratio: 1.3 });
    expect(results.of(key)).toEqual({ ratio: 1.3 });
  });

  it('are kept for the settings before, too, four of a place', () => {
    for (const settings of ['1', '2', '3', '4', '5', '6']) results.keep({ ...key, settings }, { settings });
    expect(files()).toHaveLength(4);
    expect(results.of({ ...key, settings: '6' })).toEqual({ settings: '6' });
  });
});

describe('the hash of settings', () => {
  const facts = { mode: 'written', genre: 'letter', language: 'en' } as const;
  const options: ReviewOptions = { candidates: 10, scale: 'ENFSI 2015', excludeQuotes: true };
  const models = { encoder: 'aa', ngrams: 'bb' };
  const before = settingsHash(facts, options, models);

  it('is equal for equal settings, in whatever order files are listed', () => {
    expect(settingsHash({ ...facts }, { ...options, passages: 1 }, { ngrams: 'bb', encoder: 'aa' })).toBe(before);
  });

  it.each([
    ['genre', { ...facts, genre: 'email' }, options, models],
    ['candidates', facts, { ...options, candidates: 3 }, models],
    ['verifier', facts, { ...options, verifier: 'general' }, models],
    ['case', facts, { ...options, validation: 'none' }, models],
    ['pin', facts, { ...options, pinned: { models: {} } }, models],
    ['model', facts, options, { ...models, ngrams: 'cc' }],
  ] as const)('is another with another %s', (_name, about, chosen, loaded) => {
    expect(settingsHash(about, chosen, loaded)).not.toBe(before);
  });
});
