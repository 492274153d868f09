import { expect, it } from 'vitest';
import { readSpans } from '../../../src/core/passages/readSpans';

const text = 'The rain came early.\n\n> And who is to pay?\n\nWe wrote to the miller again.';
const patches = { dim: 0, values: new Float32Array(), ranges: new Uint32Array() };
/** As an index keeps it: without windows. */
const stored = { span: { range: { start: 0, end: text.length }, tokens: 20, windows: [] }, patches };

it('reads no word in a span of an index that is quoted, or was left out by hand', () => {
  const wordsOf = (byHand?: Parameters<typeof readSpans>[0]['byHand']): string =>
    readSpans({ text, byHand }, [stored])
      .words.map(({ word }) => word)
      .join(' ');
  expect(wordsOf()).toBe('the rain came early we wrote to the miller again');
  const range = { start: text.indexOf('We wrote'), end: text.length, sha256: '' };
  expect(wordsOf([{ ...range, isAuthors: false }])).toBe('the rain came early');
  const quote = { start: text.indexOf('>'), end: text.indexOf('We wrote'), isAuthors: true, sha256: '' };
  expect(wordsOf([quote])).toContain('and who is to pay');
});
