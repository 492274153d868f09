import { expect, it } from 'vitest';
import { findingWords } from '../../../src/presentation/words/strength';
import { inEnglish } from '../../../src/presentation/words/translate';
import { statement } from './exampleFindings';

it.each([
  ['a ratio for one author', { ...statement, llr: 1.6 }, 'moderate · 40×'],
  ['one at its bound', { ...statement, llr: 2.4 }, 'moderate · ≥ 250×'],
  ['one for another author', { ...statement, llr: -1 }, 'moderate, for another author · 10×'],
  ['one that supports neither', { ...statement, llr: 0.27 }, 'no support · 1.9×'],
  ['none', { ...statement, llr: undefined }, 'no statement'],
  ['what was not verified', undefined, '–'],
] as const)('the column of statements says %s', (_, verification, said) => {
  expect(findingWords(verification, inEnglish)).toBe(said);
});
