import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '../../../src/core/text/normalise';
import { dropUnseen } from '../../../src/core/text/rewrite';

/** Pieces that meet every rule, and each other, more often than random characters would. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '<NAME>',
      '[MASK]',
      '[CLS]',
      'http://',
      'https://ab.org/x',
      'www.',
      'a.b@mail.example.com',
      '@',
      '555-123-4567',
    ],
    ...['+1 (555) 123-4567', '10.0.0.1', '1.2.3.4.5', '<b>', '</p>', '<', '>', '\u2018', '\u2019', '\u201c', '\u2026'],
    ...[
      '-',
      '--',
      '\u2014',
      '\u00ad',
      '\u200b',
      '\ufeff',
      ' ',
      '\n',
      '\r\n',
      '\n\n',
      '\t',
      '\u00a0',
      '\u2029',
      '\u{1f600}',
    ],
    ...['word', 'Word', 'e\u0301', '\ud83d'],
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const loneSurrogate = /\p{Surrogate}/u;
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('normalise', () => {
  it.each([
    ['masks names and literal special tokens', 'Dear <NAME>, [CLS] is', 'Dear [MASK], [MASK] is'],
    ['masks web addresses', 'see https://a.org/b?c=(d) or www.x.org', 'see [MASK]) or [MASK]'],
    ['masks e-mail addresses', 'write to a.b+c@mail.example.com.', 'write to [MASK].'],
    ['leaves an @ that is no address', 'me @ home, a@b', 'me @ home, a@b'],
    ['masks IPv4 addresses', 'at 10.0.0.1, not 1.2.3.4.5', 'at [MASK], not 1.2.3.4.5'],
    ['masks telephone numbers', 'call 555-123-4567 or +1 (555) 123-4567', 'call [MASK] or [MASK]'],
    ['drops markup tags', 'a<b>c</b>d < e', 'a c d < e'],
    ['folds quotation marks', '\u2018a\u2019 \u201cb\u201d \u2032\u2033', `'a' "b" '"`],
    ['folds hyphens and dashes', 'a\u2014b -- c\u2010-d \u2212', 'a-b - c-d -'],
    ['spells an ellipsis', 'so\u2026', 'so...'],
    ['drops invisible characters', 'soft\u00adhyphen\ufeff', 'softhyphen'],
    ['reads what an unseen character separated as if it were not there', 'a-\u00ad-b', 'a-b'],
    ['makes white space one space', ' a\t\n\u00a0 b\u3000', 'a b'],
    ['has nothing to say of white space alone', ' \u2003 ', ''],
    ['masks in order, so that an address may hold a mask', 'http://<NAME>/x', '[MASK]]/x'],
  ])('%s', (_name, original, expected) => {
    expect(normalise(original).text).toBe(expected);
  });

  it('is the text itself when there is nothing to do', () => {
    const { text, toOriginal } = normalise('Plain words, once.');
    expect(text).toBe('Plain words, once.');
    expect(toOriginal(6, 11)).toEqual({ start: 6, end: 11 });
  });

  it('leads a mask, and each part of it, back to all that it replaced', () => {
    const original = 'Ask  a.b@c.org, now';
    const { text, toOriginal } = normalise(original);
    expect(text).toBe('Ask [MASK], now');
    for (let at = 4; at < 10; at++) {
      const { start, end } = toOriginal(at, at + 1);
      expect(original.slice(start, end)).toBe('a.b@c.org');
    }
  });

  it('leads a word back to the word without the space around it', () => {
    const original = '  one\n\n \u201ctwo\u201d  ';
    const { text, toOriginal } = normalise(original);
    expect(text).toBe('one "two"');
    const found = [toOriginal(0, 3), toOriginal(5, 8), toOriginal(4, 9)].map((r) => original.slice(r.start, r.end));
    expect(found).toEqual(['one', 'two', '\u201ctwo\u201d']);
  });

  it.each([
    ['www.example.org/a', '[MASK]'],
    ['anne@example.org', '[MASK]'],
    ['192.168.0.1', '[MASK]'],
    ['555-123-4567', '[MASK]'],
    ['<NAME>', '[MASK]'],
    ['<b class="x">', ''],
    ['1192.168.0.1', '1192.168.0.1'],
    [`http://${'a'.repeat(1990)}`, '[MASK]'],
  ])('reads %s in the same way at any place of a long text', (found, expected) => {
    for (const before of [0, 1, 3, 8, found.length - 1, found.length, found.length + 1]) {
      const start = `${'a'.repeat(0xffff - before)} `;
      expect(normalise(`${start}${found} z`).text).toBe(`${start}${expected}${expected === '' ? '' : ' '}z`);
    }
  });

  it('says where a blank line was, and takes a single line break for a space', () => {
    const { text, paragraphEnds } = normalise('\n\none\ntwo\r\n\r\nthree\n \nfour\u2029five\r\nsix\n\n');
    expect(text).toBe('one two three four five six');
    expect([...paragraphEnds].map((at) => text.slice(0, at))).toEqual([
      'one two',
      'one two three',
      'one two three four',
    ]);
  });

  it('leads every range back to one that is inside the text, in order, not empty and of whole characters', () => {
    fc.assert(
      fc.property(anyText, (original) => {
        const { text, toOriginal } = normalise(original);
        const ranges = Array.from({ length: text.length }, (_, at) => toOriginal(at, at + 1));
        for (const [at, { start, end }] of ranges.entries()) {
          expect(start).toBeGreaterThanOrEqual(ranges[at - 1]?.start ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(original.length);
          expect(loneSurrogate.test(original) || !loneSurrogate.test(original.slice(start, end))).toBe(true);
        }
      }),
    );
  });

  it('leads letters and digits that it kept back to themselves', () => {
    fc.assert(
      fc.property(anyText, (original) => {
        const { text, toOriginal } = normalise(original.replaceAll('[', ''));
        const source = original.replaceAll('[', '');
        for (const match of text.matchAll(/(?<!\[[A-Z]*)[a-z0-9]/gu)) {
          const { start, end } = toOriginal(match.index, match.index + 1);
          const letters = dropUnseen(source.slice(start, end)).normalize('NFKD').replace(/\p{M}/gu, '');
          expect(letters).toContain(match[0]);
          expect(letters.length).toBeLessThanOrEqual(4); // one letter, or those of a sign such as "ⅷ"
        }
      }),
    );
  });

  it.each(['a', '<', '<a', '-', '@', 'a@', 'a@b.', 'www.', '1.', '555-', '[', '\u2019', '\n', '\u00ad'])(
    'takes a quarter of a million characters of %j without going over them again and again',
    (unit) => {
      const text = unit.repeat(Math.ceil(250_000 / unit.length));
      expect(normalise(text).text.length).toBeLessThanOrEqual(3 * text.length);
    },
    20_000, // some 20 ms where the time grows with the length, and minutes where it grows with its square
  );
});
