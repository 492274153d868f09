import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSettingsKey, type ReviewOptions } from '../../../src/core/casework/keptRecords';

const facts = { mode: 'written', genre: 'letter', language: 'en' } as const;
const options: ReviewOptions = { candidates: 10, excludeQuotes: true };
const models = { encoder: 'aa', ngrams: 'bb' };
type FirstThree = Parameters<typeof createSettingsKey> extends [infer A, infer B, infer C, unknown] ? [A, B, C] : never;
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const keyOf = (...[text, asked, files]: [...FirstThree]): string => createSettingsKey(text, asked, files, hash);
const before = keyOf(facts, options, models);

describe('what a result rests on', () => {
  it('is the same for equal settings, in whatever order files are listed', () => {
    expect(keyOf({ ...facts }, { ...options, passages: 1 }, { ngrams: 'bb', encoder: 'aa' })).toBe(before);
  });

  const range = { start: 1, end: 4, isAuthors: false, sha256: 'ab' };
  const marker = { name: 'however', words: 'however' };
  it.each([
    ['facts', keyOf({ ...facts, genre: 'email' }, options, models)],
    ['works', keyOf({ ...facts, works: ['Mill'] }, options, models)],
    ['candidates', keyOf(facts, { ...options, candidates: 3 }, models)],
    ['the verifier', keyOf(facts, { ...options, verifier: 'general' }, models)],
    ['ranges', keyOf({ ...facts, byHand: [range] }, options, models)],
    ['the lock', keyOf(facts, { ...options, validation: 'none' }, models)],
    ['pins', keyOf(facts, { ...options, pinned: { models: {} } }, models)],
    ['models', keyOf(facts, options, { ...models, ngrams: 'cc' })],
    ['own markers', keyOf(facts, { ...options, markers: [marker] }, models)],
  ])('differs where %s differ', (_, now) => {
    expect(now).not.toBe(before);
  });
});
