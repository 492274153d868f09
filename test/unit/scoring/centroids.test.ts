import { describe, expect, it } from 'vitest';
import { computeCentroid } from '../../../src/lateInteraction/scoring/signCodes';

describe('computeCentroid', () => {
  it('is the unit mean of ±1 of each bit', () => {
    const codes = Uint8Array.of(0b0000_0011, 0b0000_0001, 0b1000_0001);
    const [first, second, ...others] = computeCentroid({ bits: 8, bytes: codes });
    const length = Math.sqrt(9 + 1 + 5 * 9 + 1); // sums 3, −1, five times −3, −1
    expect([first, second]).toEqual([Math.fround(3 / length), Math.fround(-1 / length)]);
    expect(others[4]).toBe(Math.fround(-3 / length));
    expect(others[5]).toBe(Math.fround(-1 / length));
  });
  it('is zero for a span without patches, and for one that leans nowhere', () => {
    for (const bytes of [Uint8Array.of(), Uint8Array.of(0b1010_1010, 0b0101_0101)])
      expect(computeCentroid({ bits: 8, bytes })).toEqual(new Float32Array(8));
  });
});
