import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFloat16, encodeFloat16 } from '../../../src/lateInteraction/scoring/signCodes';

const encode = (value: number): number => encodeFloat16(Float32Array.of(value))[0]!;
const roundTrip = (value: number): number => decodeFloat16(encodeFloat16(Float32Array.of(value)))[0]!;

describe('float16', () => {
  // Patterns of IEEE 754-2008 binary16; the rounding cases agree with Python: struct.pack('<e', value).
  it.each([
    [1, 0x3c00],
    [-2, 0xc000],
    [65504, 0x7bff],
    [65519.99, 0x7bff],
    [65520, 0x7c00],
    [-1e9, 0xfc00],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001],
    [2 ** -25, 0x0000],
    [1.0000001 * 2 ** -25, 0x0001],
    [3 * 2 ** -25, 0x0002],
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
    [2047.5 * 2 ** -25, 0x0400],
    [-0, 0x8000],
    [Infinity, 0x7c00],
    [0.1, 0x2e66],
    [1 / 3, 0x3555],
  ])('encodes %d', (value, bits) => {
    expect(encode(value)).toBe(bits);
  });
  it('gives back every half-precision number exactly', () => {
    const halves = Uint16Array.from({ length: 0x1_0000 }, (_, i) => i).filter((bits) => (bits & 0x7fff) <= 0x7c00);
    expect(encodeFloat16(decodeFloat16(halves))).toEqual(halves);
  });
  it('keeps what is not a number as such', () => {
    expect(roundTrip(NaN)).toBeNaN();
  });
  it('changes a unit row by at most half a step of its exponent', () => {
    const float = fc.float({ min: Math.fround(-1), max: 1, noNaN: true });
    fc.assert(
      fc.property(
        float,
        (value) => Math.abs(roundTrip(value) - value) <= Math.max(Math.abs(value) * 2 ** -11, 2 ** -25),
      ),
    );
  });
  it('reads a view that begins inside its buffer', () => {
    expect([...encodeFloat16(Float32Array.of(5, 1, -2).subarray(1))]).toEqual([0x3c00, 0xc000]);
  });
});
