import { describe, expect, it } from 'vitest';
import { compareSections, type ComparedSpan } from '../../../src/core/comparison/compareSections';
import { neverStops } from '../../../src/core/stop';

/** Spans whose document vectors stand at these angles, of ten characters and two tokens each. */
function text(...angles: readonly number[]): readonly ComparedSpan[] {
  return angles.map((angle, i) => ({
    span: { range: { start: 10 * i, end: 10 * i + 9 }, tokens: 2, windows: [] },
    documentVector: Float32Array.of(Math.cos(angle), Math.sin(angle)),
  }));
}

const quiet = { stop: neverStops };

describe('comparing two texts', () => {
  it('gives the cosine of every chunk with every other, best first', () => {
    const { chunks } = compareSections(text(0, 1), text(0.1, 0.4, 1.3), quiet);
    expect(chunks.map(({ first, second }) => [first, second])).toEqual([
      [0, 0],
      [1, 2],
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 2],
    ]);
    const angles = [0.1, 0.3, 0.4, 0.6, 0.9, 1.3];
    chunks.forEach(({ score }, index) => expect(score).toBeCloseTo(Math.cos(angles[index]!), 6));
    expect(chunks[1]).toMatchObject({ firstRange: { start: 10, end: 19 }, secondRange: { start: 20, end: 29 } });
  });

  it('compares the texts as wholes, and by eight sections at most, with their places', () => {
    const { score, sections } = compareSections(text(0, 0, 1, 1), text(0.5), quiet);
    expect(score).toBeCloseTo(1, 6);
    expect(sections.map((cell) => cell.score)).toEqual(Array(4).fill(expect.closeTo(Math.cos(0.5), 6)));
    expect(sections[1]).toMatchObject({ firstRange: { start: 10, end: 19 }, secondRange: { start: 0, end: 9 } });
    const long = compareSections(text(...Array<number>(16).fill(0)), text(0, 1), quiet).sections;
    expect(long).toHaveLength(16);
    expect(long[2]).toMatchObject({ firstRange: { start: 20, end: 39 }, second: 0 });
  });

  it('keeps the 64 pairs of chunks most alike, best first', () => {
    const angles = Array.from({ length: 300 }, (_, i) => ((i * i) % 97) / 100);
    const { chunks } = compareSections(text(...angles), text(...angles.map((angle) => angle + 0.6)), quiet);
    const all = angles.flatMap((a) => angles.map((b) => Math.cos(a - b - 0.6))).sort((a, b) => b - a);
    expect(chunks).toHaveLength(64);
    chunks.forEach(({ score }, index) => expect(score).toBeCloseTo(all[index]!, 6));
  });

  it('names pairs that are equally alike in the order of the texts', () => {
    const { chunks } = compareSections(text(...Array<number>(100).fill(0)), text(0, 0, 0), quiet);
    const expected = Array.from({ length: 64 }, (_, index) => [Math.floor(index / 3), index % 3]);
    expect(chunks.map(({ first, second }) => [first, second])).toEqual(expected);
  });

  it('says how far it is, and can be stopped between two chunks', () => {
    const done: number[] = [];
    const stop = {
      get stopped(): boolean {
        return done.length === 2;
      },
    };
    const compare = (): unknown => compareSections(text(0, 1, 2), text(0), { stop, progress: (one) => done.push(one) });
    expect(compare).toThrow(expect.objectContaining({ code: 'Cancelled' }) as Error);
    expect(done).toEqual([0, 1]);
  });
});
