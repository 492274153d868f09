import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftRange, shiftThrough } from '../../../src/extension/decorations/passageDecorations';

describe('a mark after an edit', () => {
  it('stays where it is when the edit comes after it', () => {
    expect(shiftRange({ start: 2, end: 5 }, { rangeOffset: 5, rangeLength: 1, text: 'xyz' })).toEqual({
      start: 2,
      end: 5,
    });
  });

  it('moves with its words when the edit comes before them', () => {
    expect(shiftRange({ start: 2, end: 5 }, { rangeOffset: 0, rangeLength: 1, text: 'xyz' })).toEqual({
      start: 4,
      end: 7,
    });
  });

  it('goes when the edit touches its words', () => {
    expect(shiftRange({ start: 2, end: 5 }, { rangeOffset: 4, rangeLength: 0, text: 'x' })).toBeUndefined();
    expect(shiftThrough({ start: 2, end: 5 }, [{ rangeOffset: 1, rangeLength: 2, text: '' }])).toBeUndefined();
  });

  it('always covers the same words', () => {
    const text = 'one two three four five';
    const range = { start: 8, end: 13 };
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(6), fc.string({ maxLength: 5 }), (rangeOffset, length, inserted) => {
        const rangeLength = Math.min(length, text.length - rangeOffset);
        const shifted = shiftRange(range, { rangeOffset, rangeLength, text: inserted });
        const edited = text.slice(0, rangeOffset) + inserted + text.slice(rangeOffset + rangeLength);
        return !shifted || edited.slice(shifted.start, shifted.end) === 'three';
      }),
    );
  });
});
