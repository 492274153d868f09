import { describe, expect, it } from 'vitest';
import type { TokenVectors } from '../../../src/core/ports';
import { joinPatches, averageSpanVector, poolPatches } from '../../../src/lateInteraction/scoring/patches';

/** Tokens of two dimensions; token t has the range [3t, 3t + 2). */
function windowOf(rows: readonly [number, number][], used: readonly number[]): TokenVectors {
  return {
    dim: 2,
    values: Float32Array.from(rows.flat()),
    ranges: Uint32Array.from(rows.flatMap((_, t) => [3 * t, 3 * t + 2])),
    used: Uint8Array.from(used),
    documentVector: new Float32Array(2),
    documentTokens: rows.length,
  };
}

describe('poolPatches', () => {
  it('makes the unit mean of each run, the last one shorter', () => {
    const { values, ranges } = poolPatches(
      windowOf(
        [
          [1, 0],
          [0, 1],
          [0, -2],
        ],
        [1, 1, 1],
      ),
      2,
    );
    expect([...values]).toEqual([Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2), 0, -1]);
    expect([...ranges]).toEqual([0, 5, 6, 8]);
  });
  it('leaves out tokens that never score, and ranges them out', () => {
    const { values, ranges } = poolPatches(
      windowOf(
        [
          [9, 9],
          [0, 3],
          [1, 0],
          [7, 7],
        ],
        [0, 1, 1, 0],
      ),
      2,
    );
    expect([...values]).toEqual([0, 1, 1, 0]);
    expect([...ranges]).toEqual([3, 5, 6, 8]);
  });
  it('counts runs by position, so that an unused token does not shift the next run', () => {
    const { ranges } = poolPatches(
      windowOf(
        [
          [1, 0],
          [1, 0],
          [1, 0],
          [1, 0],
        ],
        [1, 0, 1, 1],
      ),
      2,
    );
    expect([...ranges]).toEqual([0, 2, 6, 11]);
  });
  it('drops a run without a used token, and one with vectors that cancel out', () => {
    const { values, ranges } = poolPatches(
      windowOf(
        [
          [1, 0],
          [1, 0],
          [1, 0],
          [-1, 0],
          [0, 2],
        ],
        [0, 0, 1, 1, 1],
      ),
      2,
    );
    expect([...values]).toEqual([0, 1]);
    expect([...ranges]).toEqual([12, 14]);
  });
  it('is the token itself, at unit length, for n = 1', () => {
    expect([...poolPatches(windowOf([[3, 4]], [1]), 1).values]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  });
  it('has no patch for no tokens', () => {
    expect(poolPatches(windowOf([], []), 2).ranges).toHaveLength(0);
  });
});

describe('joinPatches', () => {
  it('puts one after another', () => {
    const first = { dim: 2, values: Float32Array.of(1, 0), ranges: Uint32Array.of(0, 4) };
    const second = { dim: 2, values: Float32Array.of(0, 1, 1, 0), ranges: Uint32Array.of(5, 6, 7, 9) };
    expect(joinPatches(2, [first, { dim: 2, values: new Float32Array(), ranges: new Uint32Array() }, second])).toEqual({
      dim: 2,
      values: Float32Array.of(1, 0, 0, 1, 1, 0),
      ranges: Uint32Array.of(0, 4, 5, 6, 7, 9),
    });
  });
});

describe('spanDocumentVector', () => {
  const headOf = (values: readonly number[], documentTokens: number): TokenVectors => ({
    ...windowOf([], []),
    documentVector: Float32Array.from(values),
    documentTokens,
  });
  it('weights windows by their tokens and has unit length', () => {
    const mean = averageSpanVector(2, [headOf([4, 0], 1), headOf([0, 1], 3)]);
    expect([...mean]).toEqual([Math.fround(0.8), Math.fround(0.6)]);
  });
  it('is zero where there is nothing to average', () => {
    expect([...averageSpanVector(2, [headOf([0, 0], 0)])]).toEqual([0, 0]);
  });
});
