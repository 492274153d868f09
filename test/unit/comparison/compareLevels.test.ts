import { describe, expect, it } from 'vitest';
import { type ComparedText, compareLevels, type ComparedSpan } from '../../../src/core/comparison/compareLevels';
import { neverStops } from '../../../src/core/basics/work';
import { wordProfiler } from '../../fakes/wordProfiler';

/** Spans whose document vectors stand at these angles, of ten characters and two tokens each. */
function spans(...angles: readonly number[]): readonly ComparedSpan[] {
  return angles.map((angle, i) => ({
    span: { range: { start: 10 * i, end: 10 * i + 9 }, tokens: 2, windows: [] },
    documentVector: Float32Array.of(Math.cos(angle), Math.sin(angle)),
  }));
}

/** Words of nine letters, two to a section. */
function compared(text: string, own: readonly ComparedSpan[]): ComparedText {
  const starts = Array.from({ length: Math.ceil(text.length / 20) }, (_, i) => 20 * i);
  const sections = starts.map((start) => ({ start, end: Math.min(text.length, start + 20), heading: undefined }));
  return { source: { text }, sections, spans: own };
}

const alike = 'aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd ';
const deps = { method: wordProfiler.method, stop: neverStops };
const compare = (first: readonly ComparedSpan[], second: readonly ComparedSpan[]) =>
  compareLevels([compared(alike, first), compared('ccccccccc ddddddddd eeeeeeeee fffffffff ', second)], deps);

describe('two texts at three levels', () => {
  it('are compared as wholes, by sections, and by chunks that lead to their places', () => {
    const { score, cells, chunks } = compare(spans(0, 0, 1, 1), spans(1, 1, 3, 3));
    expect(cells).toHaveLength(2);
    expect(cells[1]![0]).toBe(Math.max(...cells.flat()));
    expect(score).toBeLessThan(cells[1]![0]!);
    expect(chunks[0]).toMatchObject({ row: 1, column: 0, first: { start: 20, end: 29 }, second: { start: 0, end: 9 } });
    expect(chunks.map((each) => each.score)).toEqual(chunks.map((each) => each.score).sort((a, b) => b - a));
    const ofCell = chunks.filter(({ row, column }) => row === 0 && column === 1);
    expect(ofCell.length).toBeGreaterThan(0);
    expect(ofCell.length).toBeLessThanOrEqual(3);
  });

  it('are ordered alike by n-grams alone where the encoder reads neither', () => {
    const { cells, chunks } = compare([], []);
    expect(cells[1]![0]).toBe(Math.max(...cells.flat()));
    expect(chunks).toEqual([]);
  });

  it('have a score where a section holds no span', () => {
    const { cells } = compare(spans(0), spans(0));
    expect(cells.flat().every(Number.isFinite)).toBe(true);
  });
});
