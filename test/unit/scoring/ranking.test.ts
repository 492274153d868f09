import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankAuthors } from '../../../src/lateInteraction/scoring/authors';
import { quantize } from '../../../src/lateInteraction/scoring/signCodes';
import {
  compareScores,
  type CodedVectors,
  rerank,
  type Reranker,
  shortlist,
} from '../../../src/lateInteraction/scoring/rerank';
import { neverStops } from '../../../src/core/basics/work';
import type { ScoredSpan } from '../../../src/core/ports';
import { patchesOf } from './patches';
import { plainReranker } from '../../reference/plainKernels';

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
  it('breaks ties as requested', () => {
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
    expect(rows.sort(compareScores).map(({ id }) => id)).toEqual([1, 9, 2, 3]);
  });
});

describe('rerank', () => {
  const packed = (row: readonly number[]): CodedVectors => ({
    ...quantize(patchesOf([row])),
    codes: new Uint8Array(8),
  });
  const listed = [0, 1, 2].map((id): ScoredSpan => ({ ...scored(id, 'a', 9 - id), tier: 'sign' }));
  const rows = [packed([0.6, 0.8]), packed([0.8, 0.6]), packed([1, 0])];

  it('orders spans by exact late interaction', () => {
    const authors = listed.map((span) => ({ ...span, author: `author ${span.id}` }));
    const found = rerank(plainReranker(patchesOf([[1, 0]])), authors, rows, neverStops);
    expect(found.map(({ id, tier }) => ({ id, tier }))).toEqual([2, 1, 0].map((id) => ({ id, tier: 'fp32' })));
    [1, 0.8, 0.6].forEach((score, i) => expect(found[i]!.score).toBeCloseTo(score, 2));
  });
  it('stops between spans', () => {
    expect(() => rerank(plainReranker(patchesOf([[1, 0]])), listed, rows, { stopped: true })).toThrow('Cancelled');
  });

  it('scores the 32 spans with the highest estimates, two of an author, and lists the others by theirs', () => {
    const numbers = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 120 });
    fc.assert(
      fc.property(numbers, (estimates) => {
        const place = ({ scales }: CodedVectors): number => scales[0]!;
        const asked: number[] = [];
        const reranker: Reranker = {
          screen: (document) => estimates[place(document)]!,
          score: (document) => asked.push(place(document)),
        };
        const documents = estimates.map((_, at) => ({ ...packed([1]), scales: Float32Array.of(at) }));
        const spans = estimates.map((_, id) => scored(id, `author ${id % 30}`, 0));
        const found = rerank(reranker, spans, documents, neverStops);
        const sorted = spans.toSorted((a, b) => estimates[b.id]! - estimates[a.id]! || compareScores(a, b));
        const earlier = (span: ScoredSpan): ScoredSpan[] => sorted.slice(0, sorted.indexOf(span));
        const due = sorted.filter((span) => earlier(span).filter(({ author }) => author === span.author).length < 2);
        expect(asked).toEqual(due.slice(0, 32).map(({ id }) => id));
        const rest = sorted.map(({ id }) => id).filter((id) => !asked.includes(id));
        expect(found.map(({ id }) => id)).toEqual([...asked.toReversed(), ...rest]);
        expect(found.map(({ tier }) => tier === 'fp32')).toEqual(found.map((_, at) => at < asked.length));
        for (const { id, score, tier } of found) if (tier === 'sign') expect(score).toBe(estimates[id]!);
      }),
    );
  });
});

describe('rankAuthors', () => {
  it('averages each author’s best span over the questioned spans', () => {
    const ranked = rankAuthors([
      { scored: [scored(1, 'Ann', 0.9), scored(2, 'Ben', 0.8), scored(3, 'Ann', 0.5)] },
      { scored: [scored(4, 'Ben', 0.6), scored(1, 'Ann', 0.2)] },
    ]);
    expect(ranked).toEqual([
      { author: 'Ben', score: expect.closeTo(0.7, 9) as number },
      { author: 'Ann', score: expect.closeTo(0.55, 9) as number },
    ]);
  });
  it('gives an author that a shortlist did not reach its lowest score', () => {
    const ranked = rankAuthors([
      { scored: [scored(1, 'Ann', 0.9), scored(2, 'Ben', 0.4)] },
      { scored: [scored(3, 'Ann', 0.7), scored(4, 'Ann', 0.3)] },
    ]);
    expect(ranked[1]).toEqual({ author: 'Ben', score: expect.closeTo(0.35, 9) as number });
  });
  it('passes over a questioned span that found nothing', () => {
    const ranked = rankAuthors([{ scored: [] }, { scored: [scored(1, 'Ann', 0.5)] }]);
    expect(ranked).toEqual([{ author: 'Ann', score: 0.5 }]);
  });
  it('orders equal authors by name', () => {
    const ranked = rankAuthors([{ scored: [scored(1, 'b', 0.5), scored(2, 'a', 0.5)] }]);
    expect(ranked.map(({ author }) => author)).toEqual(['a', 'b']);
  });
  it('is stopped between two spans', () => {
    const spans = [{ scored: [scored(1, 'Ann', 0.5)] }];
    expect(() => rankAuthors(spans, { stopped: true })).toThrow(
      expect.objectContaining({ code: 'Cancelled' }) as Error,
    );
  });
  it('ranks nobody when nothing was found', () => {
    expect(rankAuthors([])).toEqual([]);
  });
});
