import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCaseFile, setMember } from '../../../src/core/casework/caseFile';
import { findOtherThanPinned } from '../../../src/core/casework/lock';

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
const used = { index: a, models: { encoder: a, mean: b } };

describe('what is other than pinned', () => {
  it('is nothing without a pin, or where all that is pinned was used', () => {
    expect(findOtherThanPinned(undefined, used)).toEqual([]);
    expect(findOtherThanPinned({ models: {} }, used)).toEqual([]);
    expect(findOtherThanPinned({ index: a, models: { mean: b } }, used)).toEqual([]);
  });

  it('knows a model by its id as well', () => {
    expect(findOtherThanPinned({ models: { encoder: 'encoder@aaaaaaaaaaaa' } }, used)).toEqual([]);
    expect(findOtherThanPinned({ models: { encoder: 'encoder@bbbbbbbbbbbb' } }, used)).toHaveLength(1);
    expect(findOtherThanPinned({ models: { encoder: 'mean@aaaaaaaaaaaa' } }, used)).toHaveLength(1);
  });

  it('is each part with another hash, and a kind that was not used', () => {
    expect(findOtherThanPinned({ index: b, models: { encoder: b, mean: b, toString: a } }, used)).toEqual([
      { part: 'index', pinned: b, used: a },
      { part: 'encoder', pinned: b, used: a },
      { part: 'toString', pinned: a, used: undefined },
    ]);
  });

  it('is not the index where none was asked', () => {
    expect(findOtherThanPinned({ index: b, models: {} }, { ...used, index: undefined })).toEqual([]);
  });
});

describe('the pin of a case file', () => {
  const pin = { index: a, models: { encoder: b } };
  const text =
    '{\r\n "format":"idiograph.case/1","note": "\\"pinned\\": {}",\n  "documents": { "known/a/1": { "role": "known", "author": "A" } } }\n';

  it('is added, and nothing else changes', () => {
    const pinned = setMember(text, 'pinned', pin);
    expect(pinned.startsWith(text.slice(0, text.lastIndexOf('}')).trimEnd())).toBe(true);
    expect(parseCaseFile(pinned, 'c')).toEqual({ ...parseCaseFile(text, 'c'), pinned: pin });
  });

  it.each(['{}', '{ "index": "x" }', '{"models":{"cross":"}{\\"","mean":"}"}}'])('takes the place of %s', (former) => {
    const made = (value: string): string => text.replace('"documents"', `"pinned" : ${value} , "documents"`);
    const written = JSON.stringify(pin, undefined, 2).replaceAll('\n', '\n  ');
    expect(setMember(made(former), 'pinned', pin)).toBe(made(written));
  });

  it('takes the place of the last of two, which is the one that counts', () => {
    const twice = text.replace('"documents"', '"pinned": {}, "pinned": {}, "documents"');
    expect(parseCaseFile(setMember(twice, 'pinned', pin), 'c').pinned).toEqual(pin);
  });

  it('leaves every other value of any file as it was, and is the same when it is made again', () => {
    const others = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(others, fc.integer({ min: 0, max: 4 }), (other, indent) => {
        const before = JSON.stringify({ ...other, documents: {} }, undefined, indent);
        const after = setMember(before, 'pinned', pin);
        expect(JSON.parse(after)).toEqual({ ...(JSON.parse(before) as object), pinned: pin });
        expect(setMember(after, 'pinned', pin)).toBe(after);
      }),
    );
  });
});
