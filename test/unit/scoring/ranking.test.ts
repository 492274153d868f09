import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankAuthors } from '../../../src/core/scoring/authors';
import { rerank } from '../../../src/core/scoring/rerank';
import { byScore, shortlist } from '../../../src/core/scoring/shortlist';
import { neverStops } from '../../../src/core/stop';
import type { Span } from '../../../src/core/domain';
import type { ScoredSpan, StoredSpan } from '../../../src/core/ports';
import { patchesOf } from './patches';

const span: Span = { range: { start: 0, end: 9 }, tokens: 2, windows: [] };

function scored(id: number, author: string, score: number): ScoredSpan {
  return { id, document: `by ${author}`, author, score, tier: 'fp32' };
}

describe('shortlist', () => {
  it('is the beginning of a stable sort', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 70 }), (values, limit) => {
        const positions = values.map((_, position) => position).sort((a, b) => values[b]! - values[a]! || a - b);
        expect(shortlist(values, limit)).toEqual(positions.slice(0, limit));
      }),
    );
  });
  it('breaks ties as it is told', () => {
    expect(shortlist([1, 2, 2, 2], 2, (a, b) => a > b)).toEqual([3, 2]);
  });
  it('leaves out what is not a number', () => {
    expect(shortlist([NaN, 1, NaN, -Infinity], 9)).toEqual([1, 3]);
  });
  it('takes any number of spans when there is no limit', () => {
    expect(shortlist([1, 3, 2], Infinity)).toEqual([1, 2, 0]);
  });
});

describe('byScore', () => {
  it('orders equal scores by document and then by span', () => {
    const rows = [scored(3, 'b', 1), scored(2, 'b', 1), scored(9, 'a', 1), scored(1, 'c', 2)];
    expect(rows.sort(byScore).map(({ id }) => id)).toEqual([1, 9, 2, 3]);
  });
});

describe('rerank', () => {
  const query = { span, open: new Float32Array(0), patches: patchesOf([[1, 0]]) };
  const stored = [
    [0.6, 0.8],
    [0.8, 0.6],
  ].map((row, id): StoredSpan => ({ ...query, id, document: `d${id}`, author: 'a', patches: patchesOf([row]) }));

  it('orders spans by exact late interaction', () => {
    const [first, second] = rerank(query, stored, neverStops);
    expect(first).toMatchObject({ id: 1, document: 'd1', author: 'a', tier: 'fp32' });
    expect(first!.score).toBeCloseTo(0.8, 6);
    expect(second!.score).toBeCloseTo(0.6, 6);
  });
  it('stops between spans', () => {
    expect(() => rerank(query, stored, { stopped: true })).toThrow('Cancelled');
  });
});

describe('rankAuthors', () => {
  it('averages each author’s best span over the questioned spans', () => {
    const ranked = rankAuthors([
      { span, scored: [scored(1, 'Ann', 0.9), scored(2, 'Ben', 0.8), scored(3, 'Ann', 0.5)] },
      { span, scored: [scored(4, 'Ben', 0.6), scored(1, 'Ann', 0.2)] },
    ]);
    expect(ranked).toEqual([
      { author: 'Ben', score: expect.closeTo(0.7, 9) as number, best: [2, 4] },
      { author: 'Ann', score: expect.closeTo(0.55, 9) as number, best: [1, 1] },
    ]);
  });
  it('gives an author that a shortlist did not reach its lowest score', () => {
    const ranked = rankAuthors([
      { span, scored: [scored(1, 'Ann', 0.9), scored(2, 'Ben', 0.4)] },
      { span, scored: [scored(3, 'Ann', 0.7), scored(4, 'Ann', 0.3)] },
    ]);
    expect(ranked[1]).toEqual({ author: 'Ben', score: expect.closeTo(0.35, 9) as number, best: [2, undefined] });
  });
  it('passes over a questioned span that found nothing', () => {
    const ranked = rankAuthors([
      { span, scored: [] },
      { span, scored: [scored(1, 'Ann', 0.5)] },
    ]);
    expect(ranked).toEqual([{ author: 'Ann', score: 0.5, best: [undefined, 1] }]);
  });
  it('orders equal authors by name', () => {
    const ranked = rankAuthors([{ span, scored: [scored(1, 'b', 0.5), scored(2, 'a', 0.5)] }]);
    expect(ranked.map(({ author }) => author)).toEqual(['a', 'b']);
  });
  it('ranks nobody when nothing was found', () => {
    expect(rankAuthors([])).toEqual([]);
  });
});
