import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../src/core/domain/evidence';
import type { IndexedDocument } from '../../../src/core/ports';
import { buildPairs, findPossibleSeries, mergeKinds } from '../../../src/core/validation/indexPairs';

function documentBy(author: string, number: number, words = 300, genre = 'letter') {
  const id = `${author}-${number}`;
  const mode: Mode = genre === 'interview' ? 'spoken' : 'written';
  return { id, author, role: 'known', title: id, mode, genre, language: 'en', words, spans: 1 } as IndexedDocument;
}

const kind = { mode: 'written', genre: 'letter', words: 260 } as const;
const ofAuthors = (count: number, texts: number, words?: number): readonly IndexedDocument[] =>
  Array.from({ length: count }, (_, a) =>
    Array.from({ length: texts }, (_, t) => documentBy(`author ${a}`, t, words)),
  ).flat();
const isSame = ({ authors: [a, b] }: { readonly authors: readonly [string, string] }): boolean => a === b;

describe('pairs of an index', () => {
  it('sets a side of each author beside all other texts of one author, and beside those of strangers', () => {
    const { words, authors, pairs } = buildPairs(ofAuthors(4, 2), kind);
    expect([words, authors]).toEqual([250, 4]);
    const same = pairs.filter(isSame);
    expect(same).toHaveLength(8);
    for (const { questioned, known } of same) expect(known).not.toContain(questioned[0]);
    const different = pairs.filter((pair) => !isSame(pair));
    expect(different).toHaveLength(8 * 3);
    for (const { known } of different) expect(known).toHaveLength(2);
  });

  it('never sets a part of a work beside another part of it, by titles or by folders', () => {
    const work = (author: string, name: string, place: (part: number) => object): readonly IndexedDocument[] =>
      [1, 2, 3].map((part) => ({ ...documentBy(author, part), id: `${author} ${name} ${part}`, ...place(part) }));
    const titled = (name: string, form: (part: number) => string) => work('a', name, (part) => ({ title: form(part) }));
    const foldered = (name: string) =>
      work('b', name, (part) => ({ title: `${part}`, source: `b/${name}/${part}.txt` }));
    const documents = [
      ...titled('Mill', (part) => `The Mill, chapter ${part}`),
      ...titled('Weir', (part) => `The Weir (${part} of 3)`),
      ...['Moor', 'Fen'].flatMap(foldered),
    ];
    const same = buildPairs(documents, kind).pairs.filter(isSame);
    expect(new Set(same.map(({ authors: [author] }) => author))).toEqual(new Set(['a', 'b']));
    const nameOf = ({ id }: IndexedDocument): string => id.split(' ')[1]!;
    for (const { questioned, known } of same) expect(known.map(nameOf)).not.toContain(nameOf(questioned[0]!));
  });

  it('never sets two texts of a work of the case file beside each other, be they by two authors', () => {
    const ofWork = (author: string, number: number, work: string) => ({ ...documentBy(author, number), works: [work] });
    const documents = [
      ...[ofWork('a', 1, 'Mill'), ofWork('a', 2, 'mill'), ofWork('a', 3, 'Weir')],
      ...[ofWork('b', 1, 'Moor'), ofWork('b', 2, 'MOOR')],
      ...[ofWork('c', 1, 'Mill'), ofWork('c', 2, 'Fen')],
    ];
    const workOf = ({ works }: IndexedDocument): string => works![0]!.toLowerCase();
    const { authors, pairs } = buildPairs(documents, kind);
    expect(authors).toBe(2); // b has one work, in two files
    expect(pairs.some((pair) => !isSame(pair))).toBe(true);
    for (const { questioned, known } of pairs) expect(known.map(workOf)).not.toContain(workOf(questioned[0]!));
  });

  it('finds authors with texts that may be parts of one work, where the case file does not say', () => {
    const titled = (author: string, titles: readonly string[], more: object = {}) =>
      titles.map((title, i) => ({ ...documentBy(author, i), title, ...more }));
    const documents = [
      ...titled('a', ['Mill 1.txt', 'Mill 2.txt']),
      ...titled('b', ['001.txt', '002.txt', '003.txt']),
      ...titled('c', ['Fen.txt', 'Moor.txt']),
      ...titled('d', ['Weir I.txt', 'Weir IV.txt']),
      ...titled('e', ['', '']),
      ...['Salt', 'Sand'].flatMap((work, i) => titled('f', [`${i}.txt`], { id: `f-${i}`, works: [work] })),
      ...titled('g', ['1.eml', '2.eml'], { genre: 'email' }),
    ];
    const series = findPossibleSeries(buildPairs(documents, kind).pairs);
    expect(series.map(({ author }) => author).toSorted()).toEqual(['a', 'b', 'd', 'e']);
    expect(series.find(({ author }) => author === 'a')?.titles).toEqual(['Mill 1.txt', 'Mill 2.txt']);
  });

  it('does not depend on the order of the documents', () => {
    const documents = ofAuthors(5, 3);
    expect(buildPairs(documents.toReversed(), kind)).toEqual(buildPairs(documents, kind));
  });

  it('takes a genre for the same, however it is spelt', () => {
    const documents = ['a', 'b', 'c'].flatMap((author) => [
      documentBy(author, 0, 130, 'Email'),
      documentBy(author, 1, 130, 'email '),
      documentBy(author, 2, 300, 'letter'),
      documentBy(author, 3, 300, 'letter'),
    ]);
    const asked = { ...kind, genre: 'EMAIL' };
    const [first] = buildPairs(documents, asked).pairs.filter(isSame);
    expect(first!.questioned.map(({ genre }) => genre)).toEqual(['Email', 'email ']);
    expect(mergeKinds([asked, { ...kind, genre: 'email' }])).toEqual([asked]);
  });

  it('joins texts that are too short by themselves', () => {
    const { words, pairs } = buildPairs(ofAuthors(3, 6, 100), kind);
    expect(words).toBe(250);
    expect(pairs[0]!.questioned).toHaveLength(3);
  });

  it('takes texts of the questioned mode alone, and of its genre first', () => {
    const documents = ['a', 'b'].flatMap((author) => [
      documentBy(author, 0, 300, 'email'),
      documentBy(author, 1, 300, 'letter'),
      documentBy(author, 2, 300, 'interview'),
    ]);
    const same = buildPairs(documents, kind).pairs.filter(isSame);
    expect(same.map(({ questioned: [first] }) => first!.genre)).toEqual(['letter', 'email', 'letter', 'email']);
  });

  it('goes down to the longest length that most authors fill', () => {
    expect(buildPairs(ofAuthors(3, 2, 260), { ...kind, words: 2500 }).words).toBe(250);
  });

  it.each([
    ['under the shortest length', { ...kind, words: 49 }, ofAuthors(3, 2), 0],
    ['with one text of each author', kind, ofAuthors(9, 1), 0],
    ['of another mode', { ...kind, mode: 'spoken' as const }, ofAuthors(3, 2), 0],
    ['of nothing', kind, [], 0],
  ])('has none %s', (_, asked, documents, authors) => {
    expect(buildPairs(documents, asked)).toMatchObject({ authors, pairs: [] });
  });

  it('has no strangers in an index of one author', () => {
    const { pairs } = buildPairs(ofAuthors(1, 4), kind);
    expect(pairs.length).toBeGreaterThan(0);
    expect(pairs.every(isSame)).toBe(true);
  });

  it('stays within what can be waited for', () => {
    const { pairs, authors } = buildPairs(ofAuthors(400, 5), kind);
    expect(authors).toBe(400);
    expect(pairs.length).toBeLessThanOrEqual(150 * 3 * 3);
  });
});

it('validates texts of one mode, genre and band of length together', () => {
  expect(mergeKinds([kind, { ...kind, words: 400 }, { ...kind, words: 600 }])).toEqual([kind, { ...kind, words: 600 }]);
});
