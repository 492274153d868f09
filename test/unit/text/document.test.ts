import { describe, expect, it } from 'vitest';
import { checkDocument, countUtf8Bytes } from '../../../src/core/text/readText';
import { maxDocumentBytes } from '../../../src/reading/text/readableFormats';

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

describe('checkDocument', () => {
  it('accepts 25 words', () => {
    expect(() => checkDocument(words(25), 'a.txt')).not.toThrow();
  });
  it('refuses a document without text, by name', () => {
    expect(() => checkDocument(' \n\t', 'a.txt')).toThrow(
      expect.objectContaining({ code: 'EmptyDocument', details: { name: 'a.txt' } }) as Error,
    );
  });
  it('refuses fewer words, and says how many there are', () => {
    expect(() => checkDocument(words(24), 'a.txt')).toThrow(
      expect.objectContaining({ code: 'TooShort', details: { words: 24, needed: 25 } }) as Error,
    );
  });
  it('estimates the words of a script without spaces', () => {
    const yesterday = '\u6628\u5929\u665a\u4e0a';
    expect(() => checkDocument(yesterday.repeat(425), 'a.txt')).not.toThrow();
    expect(() => checkDocument(yesterday.repeat(12), 'a.txt')).toThrow(
      expect.objectContaining({ code: 'TooShort', details: { words: 24, needed: 25 } }) as Error,
    );
  });
  it('counts numbers as words', () => {
    expect(() => checkDocument('12 + 34', 'a.txt')).toThrow(expect.objectContaining({ code: 'TooShort' }) as Error);
  });
  it('does not count excluded words', () => {
    const text = `${words(24)}\n> quoted words`;
    const quote = { start: text.indexOf('>'), end: text.length };
    expect(() => checkDocument(text, 'a.txt')).not.toThrow();
    expect(() => checkDocument(text, 'a.txt', [quote])).toThrow(
      expect.objectContaining({ code: 'TooShort', details: { words: 24, needed: 25 } }) as Error,
    );
  });
  it('accepts 10 MB of UTF-8 and refuses one byte more', () => {
    const text = `${words(25)}. ${'\u00e9'.repeat((maxDocumentBytes - 126) / 2)}`;
    expect(countUtf8Bytes(text)).toBe(maxDocumentBytes);
    expect(() => checkDocument(text, 'a.txt')).not.toThrow();
    expect(() => checkDocument(`${text}.`, 'a.txt')).toThrow(
      expect.objectContaining({ code: 'DocumentTooLarge' }) as Error,
    );
  });
});

describe('utf8Length', () => {
  it.each(['', 'plain', 'na\u00efve', '\u20ac5', '\u{1f600}!', 'x\ud800y', '\udc00\ud800'])(
    'agrees with Node about %j',
    (text) => {
      expect(countUtf8Bytes(text)).toBe(Buffer.byteLength(text));
    },
  );
});
