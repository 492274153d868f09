import { describe, expect, it } from 'vitest';
import { randomRotation } from '../../../src/core/scoring/rotation';
import { signCodes } from '../../../src/core/scoring/signCodes';
import { sketchCodes, sketchOf } from '../../../src/core/scoring/sketch';
import { patchesOf, unitPatches } from './patches';

const dim = 16;
const rotation = randomRotation(64, dim);
const mean = new Float32Array(dim);

/** Codes as text, in ascending order, without repetitions. */
function distinct(bytes: Uint8Array): string[] {
  const codes = Array.from({ length: bytes.length / 8 }, (_, code) => bytes.slice(8 * code, 8 * code + 8).join());
  return [...new Set(codes)].sort();
}

describe('sketchOf', () => {
  it('has the same number of codes for spans of any length', () => {
    for (const patches of [0, 1, sketchCodes, 300]) {
      expect(sketchOf(unitPatches(patches, dim, 3), rotation, mean)).toHaveLength(8 * sketchCodes);
    }
  });
  it('is the codes of the patches themselves where there are no more of them than codes', () => {
    const patches = unitPatches(sketchCodes - 2, dim, 5);
    expect(distinct(sketchOf(patches, rotation, mean))).toEqual(distinct(signCodes(patches, rotation, mean).bytes));
  });
  it('names each group of like patches', () => {
    const groups = unitPatches(sketchCodes, dim, 8);
    const rows = Array.from({ length: 6 * sketchCodes }, (_, row) => {
      const at = (row % sketchCodes) * dim;
      return [...groups.values.subarray(at, at + dim)];
    }).sort((a, b) => a[0]! - b[0]!);
    expect(distinct(sketchOf(patchesOf(rows), rotation, mean))).toEqual(
      distinct(signCodes(groups, rotation, mean).bytes),
    );
  });
  it('depends on the rows alone', () => {
    const patches = unitPatches(120, dim, 6);
    const first = sketchOf(patches, rotation, mean);
    sketchOf(unitPatches(77, dim, 7), rotation, mean);
    expect(sketchOf(patches, rotation, mean)).toEqual(first);
  });
});
