import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantize, dequantize } from '../../../src/lateInteraction/scoring/signCodes';
import { patchesOf, unitPatches } from './patches';

describe('quantized', () => {
  it('takes the largest value of a row as 127', () => {
    const { steps, scales } = quantize(
      patchesOf([
        [0.5, -1, 0.26],
        [0, 0.1, 0.02],
      ]),
    );
    expect([...steps]).toEqual([64, -127, 33, 0, 127, 25]);
    expect(scales[0]).toBeCloseTo(1 / 127, 8);
    expect(scales[1]).toBeCloseTo(0.1 / 127, 8);
  });
  it('keeps each value to half a step', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 0, max: 1e6 }), (count, seed) => {
        const given = unitPatches(count, 16, seed);
        const stored = quantize(given);
        dequantize(stored).forEach((value, i) => {
          const half = stored.scales[Math.floor(i / 16)]! / 2;
          expect(Math.abs(value - given.values[i]!)).toBeLessThanOrEqual(half * 1.0001);
        });
      }),
    );
  });
  it('gives quantized vectors back as they were', () => {
    const stored = quantize(unitPatches(9, 16, 5));
    expect(quantize({ dim: 16, values: dequantize(stored) }).steps).toEqual(stored.steps);
  });
  it('keeps rows of zeros', () => {
    expect([...dequantize(quantize(patchesOf([[0, 0]])))]).toEqual([0, 0]);
  });
});
