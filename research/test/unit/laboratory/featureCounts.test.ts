import { describe, expect, it } from 'vitest';
import { countFeatures } from '../../../laboratory/classical/featureCounts';

describe('countFeatures', () => {
  it('counts equal ids in ascending order', () => {
    expect(countFeatures(Uint32Array.of(9, 2, 9, 5, 9))).toEqual({
      ids: Uint32Array.of(2, 5, 9),
      counts: Uint32Array.of(1, 1, 3),
    });
  });
});
