import { describe, expect, it } from 'vitest';
import { compareSections, type ComparedSpan } from '../../../src/core/comparison/compareSections';

/** Spans whose document vectors stand at these angles, of ten characters and two tokens each. */
function text(...angles: readonly number[]): readonly ComparedSpan[] {
  return angles.map((angle, i) => ({
    span: { range: { start: 10 * i, end: 10 * i + 9 }, tokens: 2, windows: [] },
    documentVector: Float32Array.of(Math.cos(angle), Math.sin(angle)),
  }));
}

describe('comparing two texts', () => {
  it('compares the texts as wholes, and by eight sections at most, with their places', () => {
    const { score, sections } = compareSections(text(0, 0, 1, 1), text(0.5));
    expect(score).toBeCloseTo(1, 6);
    expect(sections.map((cell) => cell.score)).toEqual(Array(4).fill(expect.closeTo(Math.cos(0.5), 6)));
    expect(sections[1]).toMatchObject({ firstRange: { start: 10, end: 19 }, secondRange: { start: 0, end: 9 } });
    const long = compareSections(text(...Array<number>(16).fill(0)), text(0, 1)).sections;
    expect(long).toHaveLength(16);
    expect(long[2]).toMatchObject({ firstRange: { start: 20, end: 39 }, second: 0 });
  });
});
