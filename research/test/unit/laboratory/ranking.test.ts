import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mrr, mrrAt, relevantRanks, recallAt, rPrecision, successAt } from '../../../laboratory/measures/ranking';

interface GoldenRanking {
  readonly scores: number[];
  readonly ids: string[];
  readonly relevant: number[];
  readonly ranks: number[];
}

// numpy.lexsort; the version stands in the file, the program in make_metrics.py beside it.
const golden = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/golden/metrics.json', import.meta.url), 'utf8'),
) as {
  readonly rankings: GoldenRanking[];
};

const all = (count: number): Uint8Array => new Uint8Array(count).fill(1);

describe('ranks of relevant documents', () => {
  it.each(golden.rankings)('agree with numpy', ({ scores, ids, relevant, ranks }) => {
    expect(relevantRanks(Float64Array.from(scores), ids, all(ids.length), relevant)).toEqual(ranks);
  });
  it('order equal scores by id', () => {
    expect(relevantRanks(Float64Array.of(1, 1, 1), ['b', 'a', 'c'], all(3), [0])).toEqual([2]);
  });
  it('leave out what takes no part, relevant or not', () => {
    const ranked = Uint8Array.of(0, 1, 1);
    expect(relevantRanks(Float64Array.of(9, 1, 2), ['a', 'b', 'c'], ranked, [0, 1])).toEqual([2]);
    expect(relevantRanks(Float64Array.of(9, 1, 2), ['a', 'b', 'c'], ranked, [0])).toEqual([]);
  });
  it('do not depend on the order of the documents', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 }), (scores) => {
        const ids = scores.map((_, item) => `id${item}`);
        const forward = relevantRanks(Float64Array.from(scores), ids, all(ids.length), [0]);
        const backward = relevantRanks(Float64Array.from([...scores].reverse()), [...ids].reverse(), all(ids.length), [
          scores.length - 1,
        ]);
        expect(backward).toEqual(forward);
      }),
    );
  });
});

describe('ranking metrics', () => {
  it('follow their definitions', () => {
    const ranks = [3, 8, 9];
    expect([2, 3, 8].map((k) => successAt(ranks, k))).toEqual([0, 1, 1]);
    expect([2, 8, 9].map((k) => recallAt(ranks, k))).toEqual([0, 2 / 3, 1]);
    expect(mrr(ranks)).toBe(1 / 3);
    expect([2, 3].map((k) => mrrAt(ranks, k))).toEqual([0, 1 / 3]);
    expect(rPrecision(ranks)).toBe(1 / 3); // one relevant document in the top three
  });
});
