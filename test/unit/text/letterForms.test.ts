import { describe, expect, it } from 'vitest';
import { tokeniseParagraphs } from '../../../src/core/markers/tokens';
import { splitWords } from '../../../src/core/passages/words';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';
import { hashWords } from '../../../src/core/text/hashedWords';
import { normalise } from '../../../src/core/text/normalise';
import { countUnseen, dropUnseen } from '../../../src/core/text/rewrite';
import { countOddWords } from '../../../src/core/text/textNotes';

const forms: readonly (readonly [string, string, string])[] = [
  ['letters with marks of their own', 'A cafe\u0301 in Zu\u0308rich, nai\u0308ve.', 'A café in Zürich, naïve.'],
  ['ligatures', 'The o\ufb03ce \ufb01rst o\ufb00ered \ufb02oor \ufb06ones.', 'The office first offered floor stones.'],
  ['letters of full width', 'The \uff41\uff50\uff50\uff4c\uff45 \uff11\uff12.', 'The apple 12.'],
  ['Roman numerals in place of letters', 'A \u217coo\u217e of \u217feat.', 'A lood of meat.'],
  ['letters of mathematics', '\u{1d413}he roof.', 'The roof.'],
  ['signs of units', 'A \u212belle of 60 \u212a.', 'A \u00c5elle of 60 K.'],
  ['long s', 'It is \u017fo.', 'It is so.'],
  ['other apostrophes', 'I don\u02bct, can`t and won\u00b4t.', "I don't, can't and won't."],
];

describe('letters in another form', () => {
  it.each(forms)('are the same words: %s', (_, written, usual) => {
    expect(dropUnseen(written)).toBe(usual);
    expect(normalise(written).text).toBe(normalise(usual).text);
    expect([...tokeniseParagraphs(written)].flat().map(({ word, raw }) => [word, raw])).toEqual(
      [...tokeniseParagraphs(usual)].flat().map(({ word, raw }) => [word, raw]),
    );
    const words = (text: string): unknown =>
      splitWords(text, [{ start: 0, end: text.length }]).words.map(({ word }) => word);
    expect(words(written)).toEqual(words(usual));
    expect([...hashWords(written)]).toEqual([...hashWords(usual)]);
    expect(countWords(written)).toBe(countWords(usual));
    expect(takeFirstWords(written, 2)).toBe(takeFirstWords(usual, 2));
  });

  it('keep their places in the text', () => {
    const text = 'In the cafe\u0301, an o\ufb03ce.';
    const { text: read, toOriginal } = normalise(text);
    const placeOf = (word: string): string => {
      const at = read.indexOf(word);
      const { start, end } = toOriginal(at, at + word.length);
      return text.slice(start, end);
    };
    expect(placeOf('caf\u00e9')).toBe('cafe\u0301');
    expect(placeOf('office')).toBe('o\ufb03ce');
    expect([...tokeniseParagraphs(text)].flat().map(({ start, end }) => text.slice(start, end))).toEqual([
      'In',
      'the',
      'cafe\u0301',
      'an',
      'o\ufb03ce',
    ]);
  });

  it('leave other text current', () => {
    for (const text of ["``So,'' she said, `no`.", 'Café № ½ x² ﷼ “yes” – naïve 東京', 'a ` b ´ c'])
      expect(dropUnseen(text)).toBe(text);
  });
});

describe('what is said of odd letters', () => {
  it.each([
    ['blanks of Braille', 'so\u2800', 1],
    ['places of objects', 'so\ufffc', 1],
    ['private use', 'so\ue123\u{f0001}', 2],
    ['controls', 'so\u0092', 1],
    ['bullets of symbol fonts', '\uf0b7 so', 0],
    ['a line end of its own', 'so\u0085so', 0],
  ])('counts %s as unseen', (_, text, count) => {
    expect(countUnseen(text)).toBe(count);
  });

  it.each([
    ['h\u0251t', 1],
    ['do\u0261', 1],
    ['m\u0131ss', 1],
    ['\uff41\uff42\uff43', 1],
    ['a\uff42c', 1],
    ['\u217cad', 1],
    ['\u{1d41a}nd', 1],
    ['o\ufb03ce', 0],
    ['cafe\u0301', 0],
    ['Part \u2163', 0],
  ])('takes %s for odd as often as %i', (word, odd) => {
    expect(countOddWords(word).odd).toBe(odd);
  });
});
