import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCentroid, computeCentroids } from '../../../src/core/scoring/signCodes';

describe('codeCentroids', () => {
  it('is the unit mean of ±1 of each bit', () => {
    const codes = Uint8Array.of(0b0000_0011, 0b0000_0001, 0b1000_0001);
    const [first, second, ...others] = computeCentroids(codes, Uint32Array.of(3), 8);
    const length = Math.sqrt(9 + 1 + 5 * 9 + 1); // sums 3, −1, five times −3, −1
    expect([first, second]).toEqual([Math.fround(3 / length), Math.fround(-1 / length)]);
    expect(others[4]).toBe(Math.fround(-3 / length));
    expect(others[5]).toBe(Math.fround(-1 / length));
  });
  it('is zero for a span without patches, and for one that leans nowhere', () => {
    expect([...computeCentroids(Uint8Array.of(0b1010_1010, 0b0101_0101), Uint32Array.of(0, 2), 8)]).toEqual(
      new Array(16).fill(0),
    );
  });
  it('takes each span by itself', () => {
    const codes = fc.uint8Array({ minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.array(codes, { maxLength: 5 }), { maxLength: 4 }), (spans) => {
        const joined = Uint8Array.from(spans.flat().flatMap((code) => [...code]));
        const together = computeCentroids(
          joined,
          Uint32Array.from(spans, (span) => span.length),
          64,
        );
        spans.forEach((span, i) => {
          const bytes = Uint8Array.from(span.flatMap((code) => [...code]));
          expect(together.subarray(64 * i, 64 * (i + 1))).toEqual(computeCentroid({ bits: 64, bytes }));
        });
      }),
    );
  });
});
