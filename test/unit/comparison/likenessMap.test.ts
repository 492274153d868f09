import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageLinkage, classicalScaling, type Distances, leafOrder } from '../../../src/core/comparison/likenessMap';

const file = path.resolve(import.meta.dirname, '../../fixtures/golden/likenessMap.json');
const golden = JSON.parse(fs.readFileSync(file, 'utf8')) as {
  readonly distances: Distances;
  readonly linkage: readonly (readonly number[])[];
  readonly places: readonly (readonly [number, number])[];
  readonly shown: number;
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
        expect([...leafOrder(merges)].sort((a, b) => a - b)).toEqual(places.map((_, i) => i));
        for (const [i, { height }] of merges.entries())
          expect(height).toBeGreaterThanOrEqual((merges[i - 1]?.height ?? 0) - 1e-9);
      }),
    );
  });

  it('has nothing to merge of one text', () => {
    expect(averageLinkage([[0]])).toEqual([]);
    expect(leafOrder([])).toEqual([0]);
  });
});

describe('classical scaling', () => {
  it('agrees with the eigenvectors of numpy', () => {
    const { places, shown } = classicalScaling(golden.distances);
    for (const [i, place] of places.entries())
      for (const axis of [0, 1] as const) expect(place[axis]).toBeCloseTo(golden.places[i]![axis], 8);
    expect(shown).toBeCloseTo(golden.shown, 8);
  });

  it('finds places in a plane again, but for turns and mirrors', () => {
    fc.assert(
      fc.property(points, (places) => {
        const found = between(classicalScaling(between(places)).places);
        for (const [i, row] of between(places).entries())
          for (const [j, distance] of row.entries()) expect(found[i]![j]).toBeCloseTo(distance, 5);
      }),
    );
  });

  it('puts one text, and equal ones, in one place', () => {
    expect(classicalScaling([[0]])).toEqual({ places: [[0, 0]], shown: 0 });
    expect(
      classicalScaling(
        between([
          [1, 1],
          [1, 1],
        ]),
      ).places,
    ).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
