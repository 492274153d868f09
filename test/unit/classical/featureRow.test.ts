import { describe, expect, it } from 'vitest';
import { multiplyRows, normaliseRow } from '../../../src/core/classical/featureRow';

describe('dotRows', () => {
  it('sums the products of shared features', () => {
    const a = { ids: Uint32Array.of(1, 4, 7), weights: Float32Array.of(2, 3, 5) };
    const b = { ids: Uint32Array.of(4, 5, 7), weights: Float32Array.of(10, 100, 1000) };
    expect(multiplyRows(a, b)).toBe(5030);
  });
});

describe('products of one row with many', () => {
  const rows = [[1, 4, 7], [0], [1, 7], [4, 5, 7, 9], [8, 90_000], []].map((ids) => ({
    ids: Uint32Array.from(ids),
    weights: Float32Array.from(ids, (id) => 1 / (id + 3)),
  }));
  const multiply = (one: (typeof rows)[number], other: (typeof rows)[number], negated = Infinity): number =>
    [...one.ids].reduce((sum, id, i) => {
      const product = one.weights[i]! * (other.weights[other.ids.indexOf(id)] ?? 0);
      return sum + (id < negated ? product : -product);
    }, 0);

  it('are those of each pair, whichever row was multiplied before, with ids below, among and beyond its own', () => {
    for (const one of rows)
      for (const other of rows) {
        expect(multiplyRows(one, other)).toBe(multiply(one, other));
        expect(multiplyRows(one, other, 7)).toBe(multiply(one, other, 7));
      }
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
