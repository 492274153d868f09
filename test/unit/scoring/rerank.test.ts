import { describe, expect, it } from 'vitest';
import type { ScoredSpan } from '../../../src/core/ports';
import { estimateRest } from '../../../src/lateInteraction/scoring/rerank';

const span = (id: number, score: number, tier: ScoredSpan['tier'] = 'sign'): ScoredSpan => ({
  id,
  document: `d${id}`,
  author: `a${id}`,
  score,
  tier,
});

describe('estimatedRest', () => {
  it('moves the scores of what was not reranked by the mean change of what was', () => {
    const listed = [span(1, 0.5), span(2, 0.25), span(3, 0.125), span(4, 0)];
    const reranked = [span(2, 1, 'fp32'), span(1, 0.75)];
    expect(estimateRest(listed, reranked)).toEqual([span(3, 0.625), span(4, 0.5)]);
  });
  it('is empty where all was reranked, and the list itself where nothing was', () => {
    expect(estimateRest([span(1, 0.5)], [span(1, 0.75)])).toEqual([]);
    expect(estimateRest([span(1, 0.5)], [])).toEqual([span(1, 0.5)]);
  });
});
