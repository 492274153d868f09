import { expect, it } from 'vitest';
import { describeLeftOut, formatShares } from '../../../src/presentation/textAsRead';
import { formatFacts, describeProduction, scoreWords } from '../../../src/presentation/words/words';

it('give a score two decimals and a true minus sign', () => {
  expect([scoreWords(0.614), scoreWords(-0.2), scoreWords(-0.001)]).toEqual(['0.61', '−0.20', '0.00']);
});

it('say how a text was produced, and what of that is not known', () => {
  expect(formatFacts(1042, { mode: 'written', genre: 'letter' })).toBe('1,042 words · written, letter');
  expect(describeProduction({ mode: 'unknown', genre: 'unknown' })).toBe('mode not known, genre not known');
});

it('count one word as one', () => {
  expect(describeLeftOut({ kind: 'attachments', at: 0, text: 'Invoice' })).toBe('Left out: attached texts (words: 1).');
  expect(describeLeftOut({ kind: 'attachments', at: 0, text: 'An invoice' })).toBe(
    'Left out: attached texts (words: 2).',
  );
  const part = { kind: 'attachments', words: 1, rules: [] } as const;
  const shares = { file: 'a.eml', words: 9, own: 9, excluded: [], leftOut: [part], stale: [] };
  expect(formatShares(shares)).toMatch(/Left out: attached texts \(words: 1\)\.$/);
});
