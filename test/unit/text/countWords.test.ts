import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLetters, computeLatinShare } from '../../../src/core/text/language';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';

const anyText = fc
  .array(fc.constantFrom('a', 'bc', '.', ' ', '\n', '\u00a0', '\u3000', '\u{1f600}'))
  .map((p) => p.join(''));

describe('countWords', () => {
  it.each([
    ['', 0],
    [' \n\t', 0],
    ['one', 1],
    [' one, two\u00a0three\u2028four ', 4],
    ['well-known - fact', 3],
    ['\u4eca\u5929\u65e9\u4e0a', 2],
    ['\u4eca\u5929 \u65e9', 2],
    ['\u0e27\u0e31\u0e19\u0e19\u0e35\u0e49\u0e2d\u0e32\u0e01\u0e32\u0e28', 3],
  ])('of %j is %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});

describe('firstWords', () => {
  it('ends with the last character of the nth word and keeps what is before it', () => {
    expect(takeFirstWords('  one two,  three', 2)).toBe('  one two,');
  });
  it('is the whole text when there are not more words', () => {
    expect(takeFirstWords('one two ', 2)).toBe('one two');
    expect(takeFirstWords('one two ', 3)).toBe('one two ');
  });
  it('is nothing for no words', () => {
    expect(takeFirstWords('one', 0)).toBe('');
  });
  it('ends after twenty characters a word where a text goes on without spaces', () => {
    expect(takeFirstWords('a'.repeat(1e6), 100)).toHaveLength(2000);
    expect(takeFirstWords(`a${'😀'.repeat(1e6)}`, 100)).toHaveLength(1999);
    expect(takeFirstWords('antidisestablishmentarianism '.repeat(9), 8)).toHaveLength(8 * 29 - 1);
  });
  it('has n words, or all of them', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), (text, n) => {
        const cut = takeFirstWords(text, n);
        expect(countWords(cut)).toBe(Math.min(n, countWords(text)));
        expect(text.startsWith(cut)).toBe(true);
      }),
    );
  });
});

describe('latinShare', () => {
  it.each([
    ['Plain English, 100 %', 1],
    ['na\u00efve \u0153uvre', 1],
    ['\u0434\u0430 and \u043d\u0435\u0442', 3 / 8],
    ['\u65e5\u672c\u8a9e', 0],
    ['12 + 34 = 46', 0],
  ])('of %j is %d', (text, share) => {
    expect(computeLatinShare(countLetters(text))).toBeCloseTo(share, 12);
  });
});
