import { describe, expect, it } from 'vitest';
import type { PatchPair } from '../../../src/core/domain';
import type { EncodedSpan, StoredSpan } from '../../../src/core/ports';
import { plainKernels } from '../../../src/core/scoring/kernels';
import { PassagesAlike } from '../../../src/core/scoring/passages';
import { neverStops } from '../../../src/core/stop';

/** A span of unit rows on the axes of a space, one patch of ten characters each. */
function spanOfAxes(axes: readonly number[], dim = 4): StoredSpan {
  const values = new Float32Array(axes.length * dim);
  axes.forEach((axis, row) => (values[row * dim + axis] = 1));
  const ranges = Uint32Array.from(axes.flatMap((_, row) => [10 * row, 10 * row + 9]));
  const span = { range: { start: 0, end: 10 * axes.length }, tokens: axes.length, windows: [] };
  return {
    id: 1,
    document: 'd',
    author: 'A',
    span,
    documentVector: new Float32Array(dim),
    patches: { dim, values, ranges },
  };
}

const questioned = spanOfAxes([0, 1, 2]);

/** The passages of candidates with one known span each. */
function passagesAlike(
  known: readonly (StoredSpan | undefined)[],
  limit: number,
  from: EncodedSpan = questioned,
): readonly (readonly PatchPair[])[] {
  const found = new PassagesAlike(known.length, limit);
  found.add(from, known, neverStops);
  return found.pairs();
}

/** The span with its places moved on. */
function later(span: StoredSpan, by: number): StoredSpan {
  return { ...span, patches: { ...span.patches, ranges: span.patches.ranges.map((at) => at + by) } };
}

describe('passages alike', () => {
  it('pairs a questioned patch with the known patch most like it', () => {
    const [pairs] = passagesAlike([spanOfAxes([2, 0, 1])], 10);
    expect(pairs!.map(({ known }) => known.start)).toEqual([10, 20, 0]);
    expect(pairs!.map(({ similarity }) => similarity)).toEqual([1, 1, 1]);
  });

  it('prefers what the other candidates do not have', () => {
    const [pairs] = passagesAlike([spanOfAxes([0, 1]), spanOfAxes([0, 3])], 1);
    expect(pairs!.map(({ questioned: range }) => range)).toEqual([{ start: 10, end: 19 }]);
  });

  it('keeps the order of the questioned text', () => {
    const [pairs] = passagesAlike([spanOfAxes([2, 1, 0])], 2);
    const starts = pairs!.map(({ questioned: range }) => range.start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it('leaves out what is too short to be read as a passage', () => {
    const ranges = Uint32Array.of(0, 2, 10, 19, 20, 29);
    const short = { ...questioned, patches: { ...questioned.patches, ranges } };
    const [pairs] = passagesAlike([spanOfAxes([2, 0, 1])], 10, short);
    expect(pairs!.map(({ questioned: range }) => range.start)).toEqual([10, 20]);
  });

  it('has none for a candidate that no span reached', () => {
    expect(passagesAlike([undefined], 5)).toEqual([[]]);
  });

  it('are chosen among all questioned spans, whatever order these come in', () => {
    const shared = spanOfAxes([0, 3]);
    const spans = [questioned, later(spanOfAxes([3, 3, 3]), 100), later(questioned, 200)];
    const chosen = [spans, spans.toReversed()].map((ordered) => {
      const found = new PassagesAlike(2, 2);
      for (const span of ordered) found.add(span, [spanOfAxes([0, 1]), shared], neverStops);
      return found.pairs()[0]!.map(({ questioned: range }) => range.start);
    });
    expect(chosen).toEqual([
      [10, 210],
      [10, 210],
    ]);
  });

  it('are stopped between two candidates', () => {
    let compared = 0;
    const kernel = {
      bestMatches: (...rows: Parameters<typeof plainKernels.bestMatches>) => {
        compared += 1;
        return plainKernels.bestMatches(...rows);
      },
    };
    const stop = {
      get stopped(): boolean {
        return compared > 0;
      },
    };
    const found = new PassagesAlike(3, 5, kernel);
    const known = [spanOfAxes([0]), spanOfAxes([1]), spanOfAxes([2])];
    expect(() => found.add(questioned, known, stop)).toThrow(expect.objectContaining({ code: 'Cancelled' }) as Error);
    expect(compared).toBe(1);
  });
});
