import { expect, it } from 'vitest';
import { formatFinding } from '../../../src/presentation/words/strength';
import { statement } from './exampleFindings';

it.each([
  ['a ratio for one author', { ...statement, llr: 1.6 }, '×40 · moderate, for this author'],
  ['one at its bound', { ...statement, llr: 2.4 }, '×250 (limit of tests) · moderate, for this author'],
  ['one for another author', { ...statement, llr: -1 }, '÷10 · moderate, for another author'],
  ['one that supports neither', { ...statement, llr: 0.27 }, '×1.9 · no support either way'],
  ['one that points the other way and supports neither', { ...statement, llr: -0.12 }, '÷1.3 · no support either way'],
  ['one that points nowhere', { ...statement, llr: -0.01 }, '×1 · no support either way'],
  ['none', { ...statement, llr: undefined }, 'no ratio'],
  ['what was not verified', undefined, '–'],
] as const)('the column of statements says %s', (_, verification, said) => {
  expect(formatFinding(verification)).toBe(said);
});
