import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LookupTables, lookupTables, scanSpans } from '../../reference/lookupTables';
import { rotationAround } from '../../fakes/rotation';
import { projectVectors, signCodes } from '../../../src/lateInteraction/scoring/signCodes';
import type { PatchVectors } from '../../../src/core/domain/evidence';
import { patchesOf, unitPatches } from './patches';

/** The unit matrix: code bits are the signs of the row itself. */
const identity = {
  bits: 8,
  dim: 8,
  rows: Float32Array.from({ length: 64 }, (_, i) => (i % 9 === 0 ? 1 : 0)),
  centre: new Float32Array(8),
};

/** Σ over bits of (R q)(± 1), best document patch per query patch, mean: Eq. 2 as it is written, with floats. */
function floatScore(query: Float64Array, document: Float64Array, bits: number): number {
  let sum = 0;
  for (let q = 0; q < query.length; q += bits) {
    let best = -Infinity;
    for (let d = 0; d < document.length; d += bits) {
      let score = 0;
      for (let bit = 0; bit < bits; bit++) score += query[q + bit]! * (document[d + bit]! >= 0 ? 1 : -1);
      best = Math.max(best, score);
    }
    sum += best;
  }
  return sum / (query.length / bits);
}

describe('signCodes', () => {
  it('sets the lowest bit for the first dimension and counts zero as positive', () => {
    const rows = patchesOf([
      [1, -1, 0, -1, -1, -1, -1, -1],
      [-1, -1, -1, -1, -1, -1, -1, 0.5],
    ]);
    expect([...signCodes(rows, identity).bytes]).toEqual([0b0000_0101, 0b1000_0000]);
  });
  it('takes the signs of what differs from the mean', () => {
    const centre = Float32Array.of(0.5, 0, 0, 0, 0, 0, 0, 0);
    const rows = patchesOf([[0.4, -1, -1, -1, -1, -1, -1, -1]]);
    expect([...signCodes(rows, { ...identity, centre }).bytes]).toEqual([0]);
  });
  it('uses eight bytes a patch at 64 bits', () => {
    const codes = signCodes(unitPatches(5, 16, 1), rotationAround(new Float32Array(16)).known);
    expect(codes).toMatchObject({ bits: 64, bytes: { length: 40 } });
  });
  it('refuses rows of another width', () => {
    expect(() => signCodes(unitPatches(1, 16, 1), identity)).toThrow(RangeError);
  });
});

/** The score of one span that all of the codes belong to. */
function scoreOf(query: LookupTables, codes: Uint8Array): number {
  const counts = Uint32Array.of(codes.length / (query.bits / 8));
  return scanSpans(query, codes, { starts: new Uint32Array(1), counts }, { stopped: false })[0]!;
}

describe('the score of codes', () => {
  const patches = (max: number): fc.Arbitrary<PatchVectors> =>
    fc
      .tuple(fc.integer({ min: 1, max }), fc.integer({ min: 0, max: 1e6 }))
      .map(([count, seed]) => unitPatches(count, 16, seed));

  it.each([8, 16, 64, 128])('equals the float path at %i bits', (bits) => {
    const mean = unitPatches(1, 16, 9).values.map((value) => value / 4);
    const { known, questioned } = rotationAround(mean, bits);
    fc.assert(
      fc.property(patches(7), patches(20), (query, document) => {
        const score = scoreOf(lookupTables(query, questioned), signCodes(document, known).bytes);
        const float = floatScore(projectVectors(query, questioned), projectVectors(document, known), bits);
        expect(Math.abs(score - float)).toBeLessThan(1e-4);
      }),
    );
  });
  it('agrees with a sum done by hand', () => {
    const query = patchesOf([[0.5, -0.25, 0, 0, 0, 0, 0, 0.125]]);
    const codes = Uint8Array.of(0b0000_0010, 0b1000_0001); // (−, +, …, −) and (+, −, …, +)
    expect(scoreOf(lookupTables(query, identity), codes)).toBe(0.5 + 0.25 + 0.125);
  });
});

describe('scanSpans', () => {
  const { known, questioned } = rotationAround(new Float32Array(16));
  const query = lookupTables(unitPatches(9, 16, 3), questioned);
  const codes = signCodes(unitPatches(30_000, 16, 4), known).bytes;

  it('scores the named spans as if each were alone, over several blocks', () => {
    const starts = Uint32Array.of(0, 29_000, 7, 9_000);
    const counts = Uint32Array.of(9_000, 1_000, 1, 15_000);
    const alone = [...starts].map((start, span) =>
      scoreOf(query, codes.subarray(8 * start, 8 * (start + counts[span]!))),
    );
    expect([...scanSpans(query, codes, { starts, counts }, { stopped: false })]).toEqual(alone);
  });
  it('stops between blocks', () => {
    let polls = 0;
    const stop = {
      get stopped(): boolean {
        return ++polls > 1;
      },
    };
    const spans = { starts: Uint32Array.of(0, 10_000, 20_000), counts: Uint32Array.of(10_000, 10_000, 10_000) };
    expect(() => scanSpans(query, codes, spans, stop)).toThrow('Cancelled');
    expect(polls).toBe(2);
  });
});
