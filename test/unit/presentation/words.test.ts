import { expect, it } from 'vitest';
import { formatFacts, describeProduction, scoreWords } from '../../../src/presentation/words/words';

it('give a score two decimals and a true minus sign', () => {
  expect([scoreWords(0.614), scoreWords(-0.2), scoreWords(-0.001)]).toEqual(['0.61', '−0.20', '0.00']);
});

it('say how a text was produced, and what of that is not known', () => {
  expect(formatFacts(1042, { mode: 'written', genre: 'letter' })).toBe('1,042 words · written, letter');
  expect(describeProduction({ mode: 'unknown', genre: 'unknown' })).toBe('mode not known, genre not known');
});
