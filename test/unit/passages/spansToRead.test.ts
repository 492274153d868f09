import { describe, expect, it } from 'vitest';
import { selectSpans } from '../../../src/core/passages/similarities';
import type { SearchedSpan } from '../../../src/lateInteraction/scoring/authors';

/** Spans of a long text: A answers the last ones best, B the first. */
function spans(count: number): readonly SearchedSpan[] {
  const scored = (author: string, score: number) => ({ id: 0, document: author, author, score, tier: 'fp32' as const });
  const span = { documentVector: new Float32Array(), patches: { n: 2, dim: 1, values: new Float32Array() } };
  return Array.from({ length: count }, (_, i) => ({
    ...span,
    span: { range: { start: i, end: i + 1 }, tokens: 1, windows: [] },
    scored: [scored('A', i / count), scored('B', 1 - i / count), scored('C', 0.1)],
  })) as unknown as readonly SearchedSpan[];
}

describe('the spans in which passages are sought', () => {
  it('are all of a text of usual length', () => {
    const all = spans(48);
    expect(selectSpans(all, ['A'])).toBe(all);
  });

  it('are 48 of a text of any length, in its order, which the candidates by turns answer best', () => {
    const starts = selectSpans(spans(5000), ['A', 'B']).map(({ span }) => span.range.start);
    expect(starts).toHaveLength(48);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts[23]).toBe(23);
    expect(starts[24]).toBe(5000 - 24);
  });
});
