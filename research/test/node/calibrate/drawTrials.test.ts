import { describe, expect, it } from 'vitest';
import { drawTrials } from '../../../laboratory/calibrate/folds/drawTrials';
import { foldOfSource, withoutFold } from '../../../laboratory/sources/sourceFolds';
import type { LabelledDocument } from '../../../laboratory/tasks/documents';
import folds from '../../../training/splits/folds.json';

const sources = ['twisted/pipermail', 'python/peps'];

/** Four works of 300 words of each author, half of the authors of either source. */
const documents: readonly LabelledDocument[] = Array.from({ length: 12 }, (_, a) =>
  [0, 1, 2, 3].map((work) => ({
    id: `${a}-${work}`,
    author: `author ${a}`,
    genre: 'email',
    mode: 'written' as const,
    title: `work ${work}`,
    text: `word${a} `.repeat(300),
    source: sources[a % 2],
    role: undefined,
    problem: undefined,
  })),
).flat();

const trials = drawTrials(documents, 1);

describe('the folds of sources', () => {
  it('have every source once', () => {
    const all = folds.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all.every((source) => folds[foldOfSource(source)!]!.includes(source))).toBe(true);
  });

  it('have a book where its publisher is', () => {
    expect(foldOfSource('standardebooks/jack-london_the-sea-wolf')).toBe(foldOfSource('standardebooks/'));
    expect(foldOfSource('nobody/knows')).toBeUndefined();
  });

  it('take their authors out of the other folds', () => {
    const fold = foldOfSource('python/peps')!;
    const elsewhere = folds[(fold + 1) % folds.length]![0]!;
    const texts = [
      { author: 'both', source: 'python/peps' },
      { author: 'both', source: elsewhere },
      { author: 'other', source: elsewhere },
    ];
    expect(withoutFold(texts, fold)).toEqual([texts[2]]);
  });
});

describe('the trials of a fold', () => {
  it('are the same whatever the order of the documents', () => {
    const names = (drawn: typeof trials): readonly string[] =>
      drawn.map(({ questioned, known }) => `${questioned.key} ${known.key}`).sort();
    expect(names(drawTrials(documents.toReversed(), 1))).toEqual(names(trials));
    expect(trials.some(({ same }) => same)).toBe(true);
  });

  it('put other authors in the place of the one who wrote the work, half of them of its source', () => {
    for (const { questioned, known, same } of trials) expect(questioned.cell.author === known.cell.author).toBe(same);
    const different = trials.filter(({ same }) => !same);
    expect(different).toHaveLength(4 * (trials.length - different.length));
    const near = different.filter(({ questioned, known }) => questioned.cell.source === known.cell.source);
    expect(near.length).toBeGreaterThanOrEqual(different.length / 2);
  });

  it('never have the questioned work among the known texts', () => {
    for (const { questioned, known } of trials)
      expect(known.parts.some(({ document }) => document.id === questioned.key)).toBe(false);
  });

  it('have known texts with the given number of words, the last one cut', () => {
    expect(new Set(trials.map(({ known }) => known.words))).toEqual(new Set([250, 500]));
    for (const { known } of trials) expect(known.parts.reduce((sum, { words }) => sum + words, 0)).toBe(known.words);
  });

  it('compare works with texts of another genre by those who write in two', () => {
    const blogs = documents.map((document, i) => (i % 4 > 1 && i < 24 ? { ...document, genre: 'blog' } : document));
    const across = drawTrials(blogs, 1).filter(({ genreRelation }) => genreRelation === 'cross');
    expect(across.some(({ same }) => same)).toBe(true);
    for (const { questioned, known } of across) expect(questioned.cell.genre).not.toBe(known.cell.genre);
    expect(trials.every(({ genreRelation }) => genreRelation === 'same')).toBe(true);
  });
});
