import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectSamples } from '../../../src/core/text/language';

describe('samplesOf', () => {
  it('are all of a short text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 0, maxLength: 300 }), (noise) => {
        const text = `The keys are with Mrs. Hall. ${noise}`.repeat(9);
        expect(selectSamples(text).join('')).toBe(text);
      }),
    );
  });

  it('are spread over the whole of a long text, and are not more for a longer one', () => {
    const long = `${'a'.repeat(500_000)}${'b'.repeat(500_000)}`;
    expect(selectSamples(long).filter((sample) => sample.startsWith('a'))).toHaveLength(24);
    expect(selectSamples(long)).toHaveLength(48);
  });

  it('pass over parts without letters, wherever they are', () => {
    const letters = 'The keys are with Mrs. Hall. '.repeat(200);
    expect(
      selectSamples('\n'.repeat(1_000_000) + letters)
        .join('')
        .trim().length,
    ).toBeGreaterThan(0.8 * letters.length);
  });

  it('are the parts with some letters where none has many, and none without letters', () => {
    expect(selectSamples('12 + 34 = x')).toEqual(['12 + 34 = x']);
    expect(selectSamples('12 + 34 = 46')).toEqual([]);
    expect(selectSamples('')).toEqual([]);
  });
});
