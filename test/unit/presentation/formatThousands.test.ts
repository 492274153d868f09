import { expect, it } from 'vitest';
import { formatThousands } from '../../../src/presentation/words/words';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [123_456, '123,456'],
  [1_234_567, '1,234,567'],
  [1e15, '1,000,000,000,000,000'],
])('groups the digits of %d', (whole, text) => {
  expect(formatThousands(whole)).toBe(text);
  expect(formatThousands(whole)).toBe(whole.toLocaleString('en'));
});
