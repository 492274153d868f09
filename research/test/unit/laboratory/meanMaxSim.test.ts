import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestMatches } from '../../../../test/reference/bestMatches';
import { meanMaxSim } from '../../../laboratory/measures/meanMaxSim';
import type { PatchVectors } from '../../../../src/core/domain/evidence';
import { patchesOf, unitPatches } from '../../../../test/unit/scoring/patches';
import { plainKernels } from '../../../../test/reference/plainKernels';

const patches = fc
  .tuple(fc.integer({ min: 1, max: 11 }), fc.integer({ min: 0, max: 1e6 }))
  .map(([count, seed]) => unitPatches(count, 8, seed));
const nothing: PatchVectors = { dim: 8, values: new Float32Array(0), ranges: new Uint32Array(0) };

function similarity(query: PatchVectors, row: number, document: PatchVectors, other: number): number {
  let sum = 0;
  for (let i = 0; i < 8; i++) sum += query.values[8 * row + i]! * document.values[8 * other + i]!;
  return sum;
}

describe('bestMatches', () => {
  it('agrees with a worked example', () => {
    const query = patchesOf([
      [1, 0],
      [0.6, 0.8],
      [0, -1],
    ]);
    const document = patchesOf([
      [0, 1],
      [0.8, 0.6],
    ]);
    const matches = bestMatches(query, document);
    expect([...matches.rows]).toEqual([1, 1, 1]); // 0.8; 0.48 + 0.48 = 0.96 over 0.8; −0.6 over −1
    expect(matches.similarities[0]).toBeCloseTo(0.8, 6);
    expect(matches.similarities[1]).toBeCloseTo(0.96, 6);
    expect(matches.similarities[2]).toBeCloseTo(-0.6, 6);
  });
  it('names a row that no other row beats, for any sizes', () => {
    fc.assert(
      fc.property(patches, patches, (query, document) => {
        const { rows, similarities } = bestMatches(query, document);
        expect(rows).toHaveLength(query.values.length / 8);
        rows.forEach((row, q) => {
          expect(similarities[q]).toBeCloseTo(similarity(query, q, document, row), 6);
          for (let d = 0; d < document.values.length / 8; d++) {
            expect(similarity(query, q, document, d)).toBeLessThanOrEqual(similarities[q]! + 1e-6);
          }
        });
      }),
    );
  });
  it('names the first of equal rows', () => {
    const row = [0.6, 0.8];
    expect([...bestMatches(patchesOf([row]), patchesOf([[1, 0], row, row, row, row, row])).rows]).toEqual([1]);
  });
  it('finds nothing alike in a document without rows', () => {
    expect([...bestMatches(unitPatches(2, 8, 1), nothing).similarities]).toEqual([-1, -1]);
  });
  it('refuses rows of another width', () => {
    expect(() => bestMatches(unitPatches(1, 8, 1), unitPatches(1, 16, 1))).toThrow(RangeError);
  });
});

describe('meanMaxSim', () => {
  it('is 1 for a text against itself', () => {
    fc.assert(fc.property(patches, (text) => Math.abs(meanMaxSim(text, text, plainKernels) - 1) < 1e-6));
  });
  it('agrees with a worked example', () => {
    const query = patchesOf([
      [1, 0],
      [0, -1],
    ]);
    expect(meanMaxSim(query, patchesOf([[0.8, 0.6]]), plainKernels)).toBeCloseTo((0.8 - 0.6) / 2, 6);
  });
  it('never falls when the document grows', () => {
    fc.assert(
      fc.property(patches, patches, patches, (query, document, more) => {
        const longer = { ...document, values: Float32Array.from([...document.values, ...more.values]) };
        return meanMaxSim(query, longer, plainKernels) >= meanMaxSim(query, document, plainKernels);
      }),
    );
  });
  it('is the lowest score where a side has no rows', () => {
    expect(meanMaxSim(nothing, unitPatches(1, 8, 1), plainKernels)).toBe(-1);
    expect(meanMaxSim(unitPatches(1, 8, 1), nothing, plainKernels)).toBe(-1);
  });
});
