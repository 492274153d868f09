import { expect, it } from 'vitest';
import type { Span } from '../../../src/core/domain/evidence';
import { countAnalysedWords } from '../../../src/presentation/findings';

const text = 'one two three. > four five six. seven eight. nine ten.';

/** A span of windows that hold these words. */
function spanOf(...windows: readonly string[]): Span {
  const ranges = windows.map((words) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length }));
  const range = { start: ranges[0]!.start, end: ranges.at(-1)!.end };
  return { range, tokens: 9, windows: ranges.map((each) => ({ range: each, tokens: 3 })) };
}

it('counts the words of windows, not those that were left out between them', () => {
  expect(countAnalysedWords(text, [spanOf('one two three.', 'seven eight.')])).toBe(5);
});
