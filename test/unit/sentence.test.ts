import { expect, it } from 'vitest';
import { fillIn, indexMissing, usage } from '../../src/core/errors';

it('has its values in their named places, each current', () => {
  expect(fillIn('{a} of {b}, {a}', { a: 1, b: '{a}' })).toBe('1 of {a}, 1');
});

it('keeps a place that has no value', () => {
  expect(fillIn('{constructor} and {b}', { a: 1 })).toBe('{constructor} and {b}');
  expect(usage('There is no command "{x}".').message).toBe('There is no command "{x}".');
});

it('is what an error says, so that the error can be translated', () => {
  const { sentence, details, message } = indexMissing('a.sqlite');
  expect(sentence).toBe('There is no reference index at {file}. Build an index from known documents.');
  expect(message).toBe(fillIn(sentence, details));
  expect(message).toContain('at a.sqlite.');
});
