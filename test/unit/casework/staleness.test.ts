import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type BasisKey,
  findChangedParts,
  isOutdated,
  readSettings,
  createSettingsKey,
  formatSettings,
} from '../../../src/core/casework/staleness';
import type { ReviewOptions } from '../../../src/core/casework/reviewOptions';

const facts = { mode: 'written', genre: 'letter', language: 'en' } as const;
const options: ReviewOptions = { candidates: 10, excludeQuotes: true };
const models = { encoder: 'aa', ngrams: 'bb' };
type FirstThree = Parameters<typeof createSettingsKey> extends [infer A, infer B, infer C, unknown] ? [A, B, C] : never;
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const keyOf = (...[text, asked, files]: [...FirstThree]): BasisKey => createSettingsKey(text, asked, files, hash);
const before = keyOf(facts, options, models);

describe('what a result rests on', () => {
  it('is the same for equal settings, in whatever order files are listed', () => {
    const now = keyOf({ ...facts }, { ...options, passages: 1 }, { ngrams: 'bb', encoder: 'aa' });
    expect(formatSettings(now)).toBe(formatSettings(before));
  });

  const range = { start: 1, end: 4, isAuthors: false, sha256: 'ab' };
  const marker = { name: 'however', words: 'however' };
  it.each<readonly [string, BasisKey]>([
    ['facts', keyOf({ ...facts, genre: 'email' }, options, models)],
    ['choices', keyOf(facts, { ...options, candidates: 3 }, models)],
    ['choices', keyOf(facts, { ...options, verifier: 'general' }, models)],
    ['ranges', keyOf({ ...facts, byHand: [range] }, options, models)],
    ['lock', keyOf(facts, { ...options, validation: 'none' }, models)],
    ['pinned', keyOf(facts, { ...options, pinned: { models: {} } }, models)],
    ['models', keyOf(facts, options, { ...models, ngrams: 'cc' })],
    ['markers', keyOf(facts, { ...options, markers: [marker] }, models)],
  ])('names the part that differs: %s', (part, now) => {
    expect(findChangedParts(before, now)).toEqual([part]);
    expect(findChangedParts(readSettings(formatSettings(before)), now)).toEqual([part]);
    expect(formatSettings(now)).not.toBe(formatSettings(before));
  });

  it('is not outdated by a marker of the user, and by everything else', () => {
    expect(isOutdated(['markers'])).toBe(false);
    expect(isOutdated([])).toBe(false);
    expect(isOutdated(['markers', 'index'])).toBe(true);
  });

  it('says nothing of a part that is not known yet, such as the index after a reload', () => {
    const made = { ...before, text: 'a text', index: 'ab' };
    expect(findChangedParts(made, { ...before, text: 'a text' })).toEqual([]);
    expect(findChangedParts(made, { ...before, text: 'a text', index: 'cd' })).toEqual(['index']);
  });

  it('is of other choices where an earlier version wrote it, and is no field of any name', () => {
    expect(findChangedParts(readSettings('ab'.repeat(32)), before)).toEqual(['choices']);
    expect(readSettings('{"constructor":"x","facts":"y"}')).toEqual({ facts: 'y' });
    expect(readSettings('null')).toEqual({ choices: 'null' });
  });
});
