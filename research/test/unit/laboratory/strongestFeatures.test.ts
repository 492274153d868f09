import { describe, expect, it } from 'vitest';
import { normaliseRow } from '../../../../src/core/classical/featureRow';
import { strongestFeatures } from '../../../laboratory/calibrate/population/population';

describe('strongestFeatures', () => {
  const row = { ids: Uint32Array.of(1, 2, 3, 4, 5), weights: Float32Array.of(3, 1, 4, 3, 1) };

  it('keeps the heaviest in the order of their ids, at unit length', () => {
    expect(strongestFeatures(row, 3)).toEqual(
      normaliseRow({ ids: Uint32Array.of(1, 3, 4), weights: Float32Array.of(3, 4, 3) }),
    );
  });

  it('takes the lower ids of equal weights', () => {
    expect(strongestFeatures(row, 2).ids).toEqual(Uint32Array.of(1, 3));
  });
});
