import { describe, expect, it } from 'vitest';
import { multiplyRows, prepareProducts, normaliseRow } from '../../../src/core/classical/featureRow';

describe('dotRows', () => {
  it('sums the products of shared features', () => {
    const a = { ids: Uint32Array.of(1, 4, 7), weights: Float32Array.of(2, 3, 5) };
    const b = { ids: Uint32Array.of(4, 5, 7), weights: Float32Array.of(10, 100, 1000) };
    expect(multiplyRows(a, b)).toBe(5030);
  });
});

describe('dotsWith', () => {
  it('gives what dotRows gives, of rows with ids below, among and beyond those of the first', () => {
    const a = { ids: Uint32Array.of(1, 4, 7), weights: Float32Array.of(0.3, 0.1, 0.7) };
    const rows = [[0], [1, 7], [4, 5, 7, 9], [8, 90_000], []].map((ids) => ({
      ids: Uint32Array.from(ids),
      weights: Float32Array.from(ids, (id) => 1 / (id + 3)),
    }));
    const dotWith = prepareProducts(a);
    for (const row of rows) expect(dotWith(row)).toBe(multiplyRows(a, row));
    expect(prepareProducts(rows[4]!)(a)).toBe(0);
  });
});

describe('unitRow', () => {
  it('scales to length 1', () => {
    expect(normaliseRow({ ids: Uint32Array.of(1, 2), weights: Float32Array.of(3, 4) }).weights).toEqual(
      Float32Array.of(0.6, 0.8),
    );
  });

  it('leaves a row of zeros', () => {
    const zeros = { ids: Uint32Array.of(1), weights: Float32Array.of(0) };
    expect(normaliseRow(zeros)).toEqual(zeros);
  });
});
