import { describe, expect, it } from 'vitest';
import { toVectorBlob, fromExactVectorBlob, parseVectorBlob } from '../../../src/node/sqlite/records/spanRows';
import { unitPatches } from '../../unit/scoring/patches';

const dim = 128;
const { values } = unitPatches(50, dim, 4);

describe('exact vectors', () => {
  it('take the same number of bytes for every patch', () => {
    expect(toVectorBlob(values, dim)).toHaveLength(50 * (dim + 4));
  });
  it('differ from the rows given by no more than half a step in each value', () => {
    const blob = toVectorBlob(values, dim);
    const stored = fromExactVectorBlob(blob, dim);
    parseVectorBlob(blob, dim).scales.forEach((step, row) => {
      const differences = Array.from({ length: dim }, (_, i) => stored[row * dim + i]! - values[row * dim + i]!);
      expect(Math.hypot(...differences)).toBeLessThanOrEqual(Math.sqrt(dim) * (0.5 + 1e-4) * step);
      expect(Math.hypot(...differences)).toBeGreaterThan(0);
    });
  });
  it('come back the same when they are stored again', () => {
    const stored = fromExactVectorBlob(toVectorBlob(values, dim), dim);
    expect(fromExactVectorBlob(toVectorBlob(stored, dim), dim)).toEqual(stored);
  });
  it('are whole rows', () => {
    expect(() => toVectorBlob(values.subarray(1), dim)).toThrow(RangeError);
    expect(() => fromExactVectorBlob(new Uint8Array(dim + 4 + 1), dim)).toThrow(RangeError);
  });
});
