import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeLine } from '../../../src/cli/io';

describe('a line on a terminal', () => {
  it.each([
    ['\u0000', String.raw`\u0000`],
    ['\u001b[31mX', String.raw`\u001b[31mX`],
    ['a\nb\r\tc', String.raw`a\u000ab\u000d\u0009c`],
    ['\u009b', String.raw`\u009b`],
    ['\u202ethgir', String.raw`\u202ethgir`],
    ['\u2066\u200f\ufeff\u200b', String.raw`\u2066\u200f\ufeff\u200b`],
    ['\u{e0041}', String.raw`\udb40\udc41`],
    ['\ud800', String.raw`\ud800`],
  ])('shows what cannot be seen: %j', (raw, shown) => {
    expect(escapeLine(raw)).toBe(shown);
  });

  it('leaves letters of every script, and joined ones', () => {
    const text = 'Ünïcödé 漢字 עברית 👩‍👧 · “…”';
    expect(escapeLine(text)).toBe(text);
  });

  it('keeps the meaning of JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(escapeLine(JSON.stringify({ text })))).toEqual({ text });
      }),
    );
  });
});
