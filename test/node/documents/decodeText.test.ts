import { describe, expect, it } from 'vitest';
import { decodeWith, findEncodingOfCodePage } from '../../../src/reading/decodeText';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

describe('decodeWith', () => {
  it.each([
    ['windows-1252', [0x93, 0x48, 0x92, 0x94, 0x20, 0x96, 0x80], '“H’” –€'],
    ['iso-8859-1', [0x93, 0xe9, 0x94], '“é”'],
    ['latin1', [0x97], '—'],
    ['us-ascii', [0x92, 0x6d], '’m'],
    ['windows-1250', [0x8c, 0xb3], 'Śł'],
    ['windows-1251', [0xc6, 0x88], 'Ж€'],
    ['windows-1255', [0xe0, 0xca], 'א\u05ba'],
    ['windows-874', [0xa1, 0x85], 'ก…'],
    ['iso-8859-15', [0xa4, 0xbd], '€œ'],
    ['koi8-r', [0xf0], 'П'],
    ['ibm866', [0x80, 0xf0], 'АЁ'],
    ['macintosh', [0xd2, 0xd5, 0xd3, 0xd0, 0xdb], '“’”–€'],
    ['cp437', [0x82, 0xe1, 0xff], 'éß\u00a0'],
    ['ibm850', [0x9b, 0xd5], 'øı'],
    ['cp858', [0xd5], '€'],
    ['gb18030', [0xc4, 0xe3, 0x81, 0x30, 0x84, 0x36], '你¥'],
    ['cp936', [0xc4, 0xe3], '你'],
    ['big5', [0xa7, 0x41], '你'],
    ['ms932', [0x82, 0xa0], 'あ'],
    ['x-windows-949', [0xb0, 0xa1], '가'],
    ['utf-16be', [0x20, 0x19], '’'],
    [findEncodingOfCodePage(28605)!, [0xa4], '€'],
    [findEncodingOfCodePage(10000)!, [0xd5], '’'],
  ])('reads %s as the standard does', (encoding, values, text) => {
    expect(decodeWith(encoding, bytes(...values), 'a')).toBe(text);
  });

  it.each([
    ['iso-8859-2', [0x9a, 0x9e, 0xbe], 'šžľ'],
    ['iso-8859-2', [0xb9, 0xbe, 0xb5], 'šžľ'],
    ['iso-8859-5', [0xc6, 0x93], 'Ж“'],
    ['iso-8859-7', [0xc1, 0x92], 'Α’'],
    ['iso-8859-15', [0x93, 0xe9, 0x80], '“é€'],
  ])('reads %s as the page of Windows, if it has bytes that only this page uses', (encoding, values, text) => {
    expect(decodeWith(encoding, bytes(...values), 'a')).toBe(text);
  });

  it.each(['us-ascii', 'x-unknown', '8bit'])('reads UTF-8 that is declared as %s', (encoding) => {
    expect(decodeWith(encoding, Buffer.from('don’t'), 'a')).toBe('don’t');
  });

  it.each([
    [
      'an encoding that nobody knows',
      () => decodeWith('klingon', bytes(0x92), 'a.eml'),
      'UnreadableDocument',
      'klingon',
    ],
    [
      'UTF-7, which looks like ASCII',
      () => decodeWith('utf-7', Buffer.from('+AKM-'), 'a.eml'),
      'UnreadableDocument',
      'utf-7',
    ],
    ['a wrong byte', () => decodeWith('UTF-8', bytes(0x41, 0xc3, 0xa9, 0x92), 'a.eml'), 'WrongEncoding', 'offset 3'],
    [
      'a wrong byte of two',
      () => decodeWith('gbk', bytes(0x41, 0x42, 0xff, 0x41), 'a.eml'),
      'WrongEncoding',
      'offset 2',
    ],
    [
      'a byte without meaning',
      () => decodeWith('windows-1253', bytes(0x41, 0xd2), 'a.eml'),
      'WrongEncoding',
      'offset 1',
    ],
  ])('refuses %s, and names it', (_, decode, code, named) => {
    expect(decode).toThrow(expect.objectContaining({ code, message: expect.stringContaining(named) as string }));
  });
});
