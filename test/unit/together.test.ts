import { expect, it } from 'vitest';
import type { Mode } from '../../src/core/domain/evidence';
import { joinFacts, joinTitles } from '../../src/core/text/document';

const facts = (mode: Mode, genre: string) => ({ mode, genre, language: 'en' });

it('takes texts together as what all of them are, and as unknown where they differ', () => {
  expect(joinFacts([facts('written', 'email'), facts('written', ' Email')])).toEqual(facts('written', 'email'));
  expect(joinFacts([facts('written', 'email'), facts('written', 'email')])).toEqual(facts('written', 'email'));
  expect(joinFacts([facts('written', 'email'), facts('written', 'blog')])).toEqual(facts('written', 'unknown'));
  expect(joinFacts([facts('written', 'email'), facts('spoken', 'email')])).toEqual(facts('unknown', 'email'));
});

it('names up to three texts, and counts the others of more', () => {
  expect(joinTitles(['a', 'b', 'c'])).toBe('a + b + c');
  expect(joinTitles(['a', 'b', 'c', 'd'])).toBe('a + 3 more');
});
