import { describe, expect, it } from 'vitest';
import { packRows } from '../../../src/core/scoring/packedRows';
import { PackedRowsCache } from '../../../src/node/sqlite/packedRowsCache';
import { unitPatches } from '../../unit/scoring/patches';

/** 20 bytes a patch. */
const rows = packRows(unitPatches(5, 16, 1));

describe('PackedRowsCache', () => {
  it('gives back the rows of a span', () => {
    const cache = new PackedRowsCache();
    cache.add(7, rows);
    expect(cache.get(7)).toBe(rows);
    expect(cache.get(8)).toBeUndefined();
  });
  it('lets go of what was longest unused', () => {
    const cache = new PackedRowsCache(250);
    cache.add(1, rows);
    cache.add(2, rows);
    cache.get(1);
    cache.add(3, rows);
    expect([1, 2, 3].map((id) => cache.get(id) !== undefined)).toEqual([true, false, true]);
  });
  it('keeps nothing that is larger than it may be', () => {
    const cache = new PackedRowsCache(50);
    cache.add(1, rows);
    expect(cache.get(1)).toBeUndefined();
  });
});
