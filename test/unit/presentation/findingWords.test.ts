import { expect, it } from 'vitest';
import { formatFinding } from '../../../src/presentation/words/strength';
import { statement } from './exampleFindings';

it.each([
  ['a ratio for one author', { ...statement, llr: 1.6 }, 'for one author, moderate · 40×'],
  ['one at its bound', { ...statement, llr: 2.4 }, 'for one author, moderate · 250× (limit)'],
  ['one for another author', { ...statement, llr: -1 }, 'for another author, moderate · 10×'],
  ['one that supports neither', { ...statement, llr: 0.27 }, 'no support · 1.9× for one author'],
  [
    'one that points the other way and supports neither',
    { ...statement, llr: -0.12 },
    'no support · 1.3× for another author',
  ],
  ['one that points nowhere', { ...statement, llr: -0.01 }, 'no support · 1×'],
  ['none', { ...statement, llr: undefined }, 'no ratio'],
  ['what was not verified', undefined, '–'],
] as const)('the column of statements says %s', (_, verification, said) => {
  expect(formatFinding(verification)).toBe(said);
});
