import { describe, expect, it } from 'vitest';
import { compareTexts, type ComparedSpan } from '../../../src/core/comparison/compareTexts';
import { neverStops } from '../../../src/core/stop';

/** Spans whose open vectors stand at these angles, of ten characters and two tokens each. */
function text(...angles: readonly number[]): readonly ComparedSpan[] {
  return angles.map((angle, place) => ({
    span: { range: { start: 10 * place, end: 10 * place + 9 }, tokens: 2, windows: [] },
    open: Float32Array.of(Math.cos(angle), Math.sin(angle)),
  }));
}

const quiet = { stop: neverStops };

describe('comparing two texts', () => {
  it('gives the cosine of every chunk with every other, row by row', () => {
    const { chunks } = compareTexts(text(0, 1), text(0, 0.5, 1), quiet);
    expect(chunks.map(({ first, second }) => [first, second])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    chunks.forEach(({ first, second, score }) => expect(score).toBeCloseTo(Math.cos(first - second / 2), 6));
    expect(chunks[5]).toMatchObject({ firstRange: { start: 10, end: 19 }, secondRange: { start: 20, end: 29 } });
  });

  it('compares the texts as wholes and by halves', () => {
    const { score, sections } = compareTexts(text(0, 0, 1, 1), text(0.5), quiet);
    expect(score).toBeCloseTo(1, 6);
    expect(sections.map((cell) => cell.score)).toEqual([
      expect.closeTo(Math.cos(0.5), 6),
      expect.closeTo(Math.cos(0.5), 6),
    ]);
  });

  it('keeps the 10,000 pairs of chunks most alike, row by row', () => {
    const angles = Array.from({ length: 300 }, (_, i) => (i % 100) / 100);
    const { chunks } = compareTexts(text(...angles), text(...angles), quiet);
    const all = angles.flatMap((a) => angles.map((b) => Math.cos(a - b))).sort((a, b) => b - a);
    expect(chunks).toHaveLength(10_000);
    expect(Math.min(...chunks.map(({ score }) => score))).toBeCloseTo(all[9999]!, 6);
    const places = chunks.map(({ first, second }) => 300 * first + second);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('says how far it is, and can be stopped between two chunks', () => {
    const done: number[] = [];
    const stop = {
      get stopped(): boolean {
        return done.length === 2;
      },
    };
    const compare = (): unknown => compareTexts(text(0, 1, 2), text(0), { stop, progress: (one) => done.push(one) });
    expect(compare).toThrow(expect.objectContaining({ code: 'Cancelled' }) as Error);
    expect(done).toEqual([0, 1]);
  });
});
