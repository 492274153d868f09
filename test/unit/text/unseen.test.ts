import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';
import { hashWords } from '../../../src/core/text/hashedWords';
import { normalise } from '../../../src/core/text/normalise';
import { countUnseen, dropUnseen } from '../../../src/core/text/rewrite';

const hidden = ['\u200c', '\u{e0061}', '\u00ad', '\u202e', '\ufe0f', '\u2066', '\u0301'.repeat(3)];
const piece = fc.oneof(fc.constantFrom('the', 'roof ', ', and', '\n\n', 'caf\u00e9', '"so"', '--', '12.'), fc.string());
const text = fc.array(piece).map((pieces) => dropUnseen(pieces.join(' ')));

describe('characters that nobody sees', () => {
  it('change nothing of what is read, at any place', () => {
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...hidden))), (plain, put) => {
        const units = Array.from(plain);
        for (const [at, what] of put) units.splice(at % (units.length + 1), 0, what);
        const hiding = units.join('');
        // A pile takes a mark with it that stands beside it.
        fc.pre(put.every(([, what]) => what.length < 3) || !/\p{M}/u.test(plain));
        expect(normalise(hiding).text).toBe(normalise(plain).text);
        expect(dropUnseen(hiding)).toBe(plain);
        expect(countWords(hiding)).toBe(countWords(plain));
        expect(takeFirstWords(hiding, 3)).toBe(takeFirstWords(plain, 3));
        expect([...hashWords(hiding)]).toEqual([...hashWords(plain)]);
      }),
    );
  });

  it.each([
    ['plain words', 'The keys are with Mrs. Hall.', 0],
    ['soft hyphens of typeset text', 'com\u00admit\u00adtee', 0],
    ['a byte order mark', '\ufeffDear Editor,', 0],
    ['emoji', 'Well \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f 1\ufe0f\u20e3', 0],
    ['accents, and two on one letter', 'cafe\u0301 vie\u0323\u0302t', 0],
    ['one joiner in a word', 'k\u200ceys', 1],
    ['a mark inside', 'key\ufeffs', 1],
    ['tags', 'a\u{e0061}\u{e0062}', 2],
    ['a pile', `t${'\u0301'.repeat(20)}he`, 20],
    ['a pile with joiners between', 't\u0301\u200c\u0301\u200c\u0301he', 5],
    ['directions', '\u202eabc\u202c', 2],
  ])('are counted in %s', (_name, counted, many) => {
    expect(countUnseen(counted)).toBe(many);
  });

  it('take no longer in 10 MB of them than in a page', () => {
    expect(countWords(`a${'\u200c\u0301'.repeat(3_000_000)} b`)).toBe(2);
    expect(countUnseen('\u0301\u200c'.repeat(100_000))).toBe(200_000);
  }, 5000);
});

describe('the first words of a text', () => {
  it('are the same behind any number of blanks', () => {
    const words = 'one two three four';
    expect(takeFirstWords(`${'\n'.repeat(20_001)}${words}`, 3).trim()).toBe('one two three');
    expect(takeFirstWords(`${' '.repeat(900_000)}${words}`, 4).trim()).toBe(words);
  });
});
