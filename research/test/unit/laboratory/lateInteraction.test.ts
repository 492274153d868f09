import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EncodedSpan } from '../../../../src/core/ports';
import { meanMaxSim } from '../../../laboratory/measures/meanMaxSim';
import { symmetricMaxSim, thinPatches } from '../../../laboratory/measures/lateInteraction';
import { plainKernels } from '../../../../test/reference/plainKernels';

const dim = 4;

function rows(values: readonly number[]): { dim: number; values: Float32Array; ranges: Uint32Array } {
  return { dim, values: Float32Array.from(values), ranges: new Uint32Array((2 * values.length) / dim) };
}

const someRows = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dim, maxLength: 11 * dim })
  .map((values) => rows(values.slice(0, values.length - (values.length % dim))));

/** A span whose patches are numbered by their first value. */
function span(from: number, to: number): EncodedSpan {
  const values = Float32Array.from({ length: (to - from) * dim }, (_, i) => (i % dim === 0 ? from + i / dim : 0));
  const patches = { dim, values, ranges: new Uint32Array(2 * (to - from)) };
  return {
    span: { range: { start: 0, end: 1 }, tokens: 1, windows: [] },
    documentVector: new Float32Array(2),
    patches,
  };
}

describe('symmetricMaxSim', () => {
  it('is the mean of late interaction in both directions', () => {
    fc.assert(
      fc.property(someRows, someRows, (a, b) => {
        expect(symmetricMaxSim(a, b)).toBeCloseTo(
          (meanMaxSim(a, b, plainKernels) + meanMaxSim(b, a, plainKernels)) / 2,
          5,
        );
      }),
    );
  });

  it('is 0 without rows', () => {
    expect(symmetricMaxSim(rows([1, 0, 0, 0]), rows([]))).toBe(0);
  });
});

describe('thinPatches', () => {
  it('keeps all patches of a short side in order', () => {
    const { values } = thinPatches([span(0, 2), span(2, 5)], 10);
    expect([...values].filter((_, i) => i % dim === 0)).toEqual([0, 1, 2, 3, 4]);
  });

  it('takes evenly spaced patches of a long side across its spans', () => {
    const { values } = thinPatches([span(0, 3), span(3, 4), span(4, 12)], 4);
    expect([...values].filter((_, i) => i % dim === 0)).toEqual([0, 3, 6, 9]);
  });
});
