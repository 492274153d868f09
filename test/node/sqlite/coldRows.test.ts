import { describe, expect, it } from 'vitest';
import { coldBlob, coldBytes, coldErrors, fromColdBlob } from '../../../src/node/sqlite/records/coldRows';
import { unitPatches } from '../../unit/scoring/patches';

const dim = 128;
const { values } = unitPatches(50, dim, 4);

describe('cold rows', () => {
  it('take the same number of bytes for every patch', () => {
    expect(coldBlob(values, dim)).toHaveLength(50 * coldBytes(dim));
  });
  it('differ from the rows given by no more than they say', () => {
    const blob = coldBlob(values, dim);
    const stored = fromColdBlob(blob, dim);
    coldErrors(blob, dim).forEach((error, row) => {
      const differences = Array.from({ length: dim }, (_, i) => stored[row * dim + i]! - values[row * dim + i]!);
      expect(Math.hypot(...differences)).toBeLessThanOrEqual(error);
      expect(Math.hypot(...differences)).toBeGreaterThan(0);
    });
  });
  it('come back the same when they are stored again', () => {
    const stored = fromColdBlob(coldBlob(values, dim), dim);
    expect(fromColdBlob(coldBlob(stored, dim), dim)).toEqual(stored);
  });
  it('are whole rows', () => {
    expect(() => coldBlob(values.subarray(1), dim)).toThrow(RangeError);
    expect(() => fromColdBlob(new Uint8Array(coldBytes(dim) + 1), dim)).toThrow(RangeError);
  });
});
