import { describe, expect, it } from 'vitest';
import { foldSides, sidesAcrossGenres } from '../../../laboratory/calibrate/folds/foldSides';
import { foldTrials, foldTrialsAcrossGenres } from '../../../laboratory/calibrate/folds/foldTrials';
import { foldOfSource, withoutFold } from '../../../laboratory/sources/sourceFolds';
import type { LabelledDocument } from '../../../laboratory/tasks/documents';
import folds from '../../../training/splits/folds.json';

const sources = ['twisted/pipermail', 'python/peps'];

/** Three works of each author, the first and second of the same source. */
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

const sides = foldSides(documents, 1);
const trials = foldTrials(sides, 250, 1);

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

describe('the sides of trials', () => {
  it('share no work', () => {
    for (const author of new Set(sides.map((side) => side.author))) {
      const works = sides
        .filter((side) => side.author === author)
        .flatMap((side) => [...new Set(side.documents.map(({ title }) => title))]);
      expect(new Set(works).size).toBe(works.length);
    }
  });
});

describe('the trials of a fold', () => {
  it('are the same whatever the order of the documents', () => {
    const again = foldTrials(foldSides(documents, 1), 250, 1);
    expect(again).toEqual(trials);
    expect(trials.some(({ same }) => same)).toBe(true);
  });

  it('put strangers in the place of the second side, half of them of the first side’s source', () => {
    for (const { a, b, same } of trials) expect(a.author === b.author).toBe(same);
    const different = trials.filter(({ same }) => !same);
    expect(different).toHaveLength(4 * trials.filter(({ same }) => same).length);
    expect(different.filter(({ a, b }) => a.source === b.source).length).toBeGreaterThanOrEqual(different.length / 2);
  });

  it('have only sides that are long enough', () => {
    expect(foldTrials(sides, 1000, 1)).toEqual([]);
    for (const { a, b } of trials) for (const { documents: parts } of [a, b]) expect(parts.length).toBeGreaterThan(0);
  });
});

describe('trials across genres', () => {
  const further = documents.map((document, i) => ({
    ...document,
    id: `further ${document.id}`,
    author: `further ${document.author}`,
    genre: i % 2 === 0 ? 'blog' : 'email',
  }));

  it('are made of authors of several genres in one mode', () => {
    expect(sidesAcrossGenres(sides)).toEqual([]);
    expect(sidesAcrossGenres(foldSides(further, 1))).toHaveLength(48);
  });

  it('are those of further authors alone, with strangers among all', () => {
    const across = foldTrialsAcrossGenres(sides, sidesAcrossGenres(foldSides(further, 1)), 250, 1);
    expect(across.some(({ same }) => same)).toBe(true);
    expect(across.every(({ a, genreRelation }) => a.author.startsWith('further') && genreRelation === 'cross')).toBe(
      true,
    );
    expect(across.some(({ b }) => !b.author.startsWith('further'))).toBe(true);
  });
});
