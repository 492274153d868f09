import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageLinkage, type Distances, listLeaves } from '../../../src/core/comparison/caseSimilarity';

const file = path.resolve(import.meta.dirname, '../../fixtures/golden/likenessMap.json');
const golden = JSON.parse(fs.readFileSync(file, 'utf8')) as {
  readonly distances: Distances;
  readonly linkage: readonly (readonly number[])[];
};

const points = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
  minLength: 2,
  maxLength: 12,
});
const between = (places: readonly (readonly [number, number])[]): Distances =>
  places.map(([x, y]) => places.map(([u, v]) => Math.hypot(x - u, y - v)));

describe('average linkage', () => {
  it('agrees with scipy', () => {
    const merges = averageLinkage(golden.distances);
    expect(merges.map(({ first, second, size }) => [first, second, size])).toEqual(
      golden.linkage.map(([first, second, , size]) => [first, second, size]),
    );
    for (const [i, { height }] of merges.entries()) expect(height).toBeCloseTo(golden.linkage[i]![2]!, 10);
  });

  it('has every text once in the order of its leaves, and never merges lower than before', () => {
    fc.assert(
      fc.property(points, (places) => {
        const merges = averageLinkage(between(places));
        expect([...listLeaves(merges)].sort((a, b) => a - b)).toEqual(places.map((_, i) => i));
        for (const [i, { height }] of merges.entries())
          expect(height).toBeGreaterThanOrEqual((merges[i - 1]?.height ?? 0) - 1e-9);
      }),
    );
  });

  it('has nothing to merge of one text', () => {
    expect(averageLinkage([[0]])).toEqual([]);
    expect(listLeaves([])).toEqual([0]);
  });
});
