import { describe, expect, it } from 'vitest';
import { passagesAlike, type SpanMatch } from '../../../src/core/scoring/passages';

/** A span of unit rows on the axes of a space, one patch of ten characters each. */
function spanOfAxes(axes: readonly number[], dim = 4): SpanMatch['known'] {
  const values = new Float32Array(axes.length * dim);
  axes.forEach((axis, row) => (values[row * dim + axis] = 1));
  const ranges = Uint32Array.from(axes.flatMap((_, row) => [10 * row, 10 * row + 9]));
  const span = { range: { start: 0, end: 10 * axes.length }, tokens: axes.length, windows: [] };
  return { id: 1, document: 'd', author: 'A', span, open: new Float32Array(dim), patches: { dim, values, ranges } };
}

const questioned = spanOfAxes([0, 1, 2]);

describe('passages alike', () => {
  it('pairs a questioned patch with the known patch most like it', () => {
    const [pairs] = passagesAlike([[{ questioned, known: spanOfAxes([2, 0, 1]) }]], 10);
    expect(pairs!.map(({ known }) => known.start)).toEqual([10, 20, 0]);
    expect(pairs!.map(({ similarity }) => similarity)).toEqual([1, 1, 1]);
  });

  it('prefers what the other candidates do not have', () => {
    const mine = [{ questioned, known: spanOfAxes([0, 1]) }];
    const theirs = [{ questioned, known: spanOfAxes([0, 3]) }];
    const [pairs] = passagesAlike([mine, theirs], 1);
    expect(pairs!.map(({ questioned: range }) => range)).toEqual([{ start: 10, end: 19 }]);
  });

  it('keeps the order of the questioned text', () => {
    const [pairs] = passagesAlike([[{ questioned, known: spanOfAxes([2, 1, 0]) }]], 2);
    const starts = pairs!.map(({ questioned: range }) => range.start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it('leaves out what is too short to be read as a passage', () => {
    const ranges = Uint32Array.of(0, 2, 10, 19, 20, 29);
    const short = { ...questioned, patches: { ...questioned.patches, ranges } };
    const [pairs] = passagesAlike([[{ questioned: short, known: spanOfAxes([2, 0, 1]) }]], 10);
    expect(pairs!.map(({ questioned: range }) => range.start)).toEqual([10, 20]);
  });

  it('has none for a candidate that no span reached', () => {
    expect(passagesAlike([[]], 5)).toEqual([[]]);
  });
});
