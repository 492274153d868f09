import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankAuthors } from '../../../src/core/scoring/authors';
import { packRows } from '../../../src/core/scoring/packedRows';
import { type CodedRows, plainReranker, rerank, type Reranker } from '../../../src/core/scoring/rerank';
import { byScore, shortlist } from '../../../src/core/scoring/shortlist';
import { neverStops } from '../../../src/core/stop';
import type { Span } from '../../../src/core/domain';
import type { ScoredSpan } from '../../../src/core/ports';
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
  const packed = (row: readonly number[]): CodedRows => ({
    ...packRows(patchesOf([row])),
    codes: new Uint8Array(8),
  });
  const listed = [0, 1, 2].map((id): ScoredSpan => ({ ...scored(id, 'a', 9 - id), tier: 'sign' }));
  const rows = [packed([0.6, 0.8]), packed([0.8, 0.6]), packed([1, 0])];

  it('orders spans by exact late interaction', () => {
    const found = rerank(plainReranker(patchesOf([[1, 0]])), listed, rows, neverStops);
    expect(found.map(({ id, tier }) => ({ id, tier }))).toEqual([2, 1, 0].map((id) => ({ id, tier: 'fp32' })));
    [1, 0.8, 0.6].forEach((score, place) => expect(found[place]!.score).toBeCloseTo(score, 2));
  });
  it('stops between spans', () => {
    expect(() => rerank(plainReranker(patchesOf([[1, 0]])), listed, rows, { stopped: true })).toThrow('Cancelled');
  });

  const estimates = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 120 });
  const shortfalls = fc.array(fc.double({ min: 0, max: 0.02, noNaN: true }), { minLength: 120, maxLength: 120 });
  /** A reranker of documents that are numbered by their only scale. */
  function scripted(screened: readonly number[], missing: readonly number[], asked: number[] = []): Reranker {
    const place = ({ scales }: CodedRows): number => scales[0]!;
    return {
      screen: (document) => screened[place(document)]!,
      score: (document) => {
        asked.push(place(document));
        return screened[place(document)]! + missing[place(document)]!;
      },
    };
  }
  const numbered = (count: number): CodedRows[] =>
    Array.from({ length: count }, (_, place) => ({ ...packed([1]), scales: Float32Array.of(place) }));
  const spans = (count: number): ScoredSpan[] => Array.from({ length: count }, (_, id) => scored(id, 'a', 0));

  it('finds the 20 best with their exact scores, however far below them estimates are up to the shortfall', () => {
    fc.assert(
      fc.property(estimates, shortfalls, (screened, missing) => {
        const exact = screened.map((estimate, id) => scored(id, 'a', estimate + missing[id]!)).sort(byScore);
        const reranker = scripted(screened, missing);
        const found = rerank(reranker, spans(screened.length), numbered(screened.length), neverStops);
        expect(found.slice(0, 20)).toEqual(exact.slice(0, 20));
      }),
    );
  });
  it('scores no more than it must', () => {
    const asked: number[] = [];
    const screened = Array.from({ length: 100 }, (_, place) => 1 - place / 1000);
    const reranker = scripted(screened, new Array<number>(100).fill(0), asked);
    expect(rerank(reranker, spans(100), numbered(100), neverStops)).toHaveLength(40);
    expect(asked).toHaveLength(40);
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
