import { describe, expect, it } from 'vitest';
import { dealSearches } from '../../../laboratory/tasks/chanceSearches';
import type { LabelledDocument } from '../../../laboratory/tasks/documents';

const document = (author: string, i: number, change: Partial<LabelledDocument> = {}): LabelledDocument => ({
  id: `${author}-${i}`,
  author,
  genre: 'email',
  mode: 'written',
  title: '',
  text: 'word '.repeat(60),
  source: undefined,
  role: undefined,
  problem: undefined,
  ...change,
});
const emails = ['a', 'b', 'c', 'd'].flatMap((author) => [0, 1, 2].map((i) => document(author, i)));
const essays = ['a', 'b', 'c'].map((author) => document(author, 9, { genre: 'essay', text: 'word '.repeat(200) }));
const documents = [...emails, ...essays];
const same = { modes: 'written-written', genreRelation: 'same' } as const;
const deal = { authors: 2, words: 100, searches: 99, seed: 1 };

describe('dealSearches', () => {
  it('searches a text of each author among others alone, each once', () => {
    const searches = dealSearches(emails, same, deal);
    expect(searches.map(({ author }) => author).sort()).toEqual(['a', 'b', 'c', 'd']);
    for (const { author, known } of searches) {
      const found = known.map((one) => one.author);
      expect(found).not.toContain(author);
      expect(new Set(found).size).toBe(2);
    }
  });

  it('keeps to the condition', () => {
    const cross = dealSearches(documents, { ...same, genreRelation: 'cross' }, deal);
    expect(cross.length).toBeGreaterThan(0);
    for (const { questioned, known } of cross)
      for (const { documents: held } of known)
        expect(documents[held[0]!]!.genre).not.toBe(documents[questioned[0]!]!.genre);
  });

  it('takes no side with fewer words', () => {
    expect(dealSearches(emails, same, { ...deal, words: 181 })).toEqual([]);
  });

  it('deals the same again, and other authors for another seed', () => {
    const of = (seed: number) => dealSearches(emails, same, { ...deal, seed });
    expect(of(1)).toEqual(of(1));
    expect([2, 3, 4, 5].some((seed) => JSON.stringify(of(seed)) !== JSON.stringify(of(1)))).toBe(true);
  });
});
