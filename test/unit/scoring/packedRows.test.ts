import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRows, unpackRows } from '../../../src/core/scoring/packedRows';
import { patchesOf, unitPatches } from './patches';

describe('packRows', () => {
  it('takes the largest value of a row as 127', () => {
    const { rows, scales } = packRows(
      patchesOf([
        [0.5, -1, 0.26],
        [0, 0.1, 0.02],
      ]),
    );
    expect([...rows]).toEqual([64, -127, 33, 0, 127, 25]);
    expect(scales[0]).toBeCloseTo(1 / 127, 8);
    expect(scales[1]).toBeCloseTo(0.1 / 127, 8);
  });
  it('keeps each value to half a step', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 0, max: 1e6 }), (count, seed) => {
        const given = unitPatches(count, 16, seed);
        const packed = packRows(given);
        unpackRows(packed).forEach((value, i) => {
          const half = packed.scales[Math.floor(i / 16)]! / 2;
          expect(Math.abs(value - given.values[i]!)).toBeLessThanOrEqual(half * 1.0001);
        });
      }),
    );
  });
  it('gives packed rows back as they were', () => {
    const packed = packRows(unitPatches(9, 16, 5));
    expect(packRows({ dim: 16, values: unpackRows(packed) }).rows).toEqual(packed.rows);
  });
  it('keeps rows of zeros', () => {
    expect([...unpackRows(packRows(patchesOf([[0, 0]])))]).toEqual([0, 0]);
  });
});
