import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPassages } from '../../../src/presentation/joinPassages';
import type { PatchPair } from '../../../src/core/domain';

const pair = (questioned: number, known: number, similarity = 0.5, document = 'a'): PatchPair => ({
  questioned: { start: questioned, end: questioned + 6 },
  document,
  known: { start: known, end: known + 6 },
  similarity,
});

const pairs = fc.array(
  fc.record({ at: fc.nat(300), known: fc.nat(300), similarity: fc.double({ min: -1, max: 1, noNaN: true }) }),
  { maxLength: 20 },
);

describe('passages that are read as one', () => {
  it('are pairs that follow one another closely in both texts', () => {
    expect(joinPassages([pair(7, 107, 0.6), pair(0, 100, 0.8)])).toEqual([
      { questioned: { start: 0, end: 13 }, document: 'a', known: { start: 100, end: 113 }, similarity: 0.7 },
    ]);
  });

  it('are not joined over a longer gap, in another order, or in another document', () => {
    const apart = [pair(0, 100), pair(30, 107), pair(40, 100), pair(50, 110, 0.5, 'b')];
    expect(joinPassages(apart)).toEqual(apart);
  });

  it('cover every pair that went in', () => {
    fc.assert(
      fc.property(pairs, (places) => {
        const given = places.map(({ at, known, similarity }) => pair(at, known, similarity));
        const joined = joinPassages(given);
        return given.every(({ questioned, known }) =>
          joined.some(
            (each) =>
              each.questioned.start <= questioned.start &&
              questioned.end <= each.questioned.end &&
              each.known.start <= known.start &&
              known.end <= each.known.end,
          ),
        );
      }),
    );
  });

  it('are joined once and for all', () => {
    const given = [pair(0, 100, 0.8), pair(7, 107, 0.6), pair(60, 200)];
    const once = joinPassages(given);
    expect(joinPassages(once)).toEqual(once);
  });
});
