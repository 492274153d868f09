import { describe, expect, it } from 'vitest';
import type { Verification } from '../../../src/core/domain/evidence';
import { describeOutcome, describeTriage, listFilters, toTriaged, triageTexts } from '../../../src/presentation/triage';
import { statement } from './exampleFindings';

const first = (author: string, about: Partial<Verification>, standsOut = false) => ({
  author,
  verification: { ...statement, ...about },
  standsOut,
});

describe('the line of a questioned text in the side bar', () => {
  it.each([
    ['names the first candidate with the ratio', first('Ann', { llr: 1.63 }), 'for', '×43 Ann'],
    ['divides where another author is supported', first('Ann', { llr: -0.49 }), 'against', '÷3.1, no clear candidate'],
    [
      'names nobody where the ratio supports neither side',
      first('Ann', { llr: 0.2 }, true),
      'unclear',
      'no clear candidate',
    ],
    ['names who is ahead without a ratio', first('Ann', { llr: undefined }, true), 'noRatio', 'no ratio: Ann'],
    ['names nobody where nobody is ahead', first('Ann', { llr: undefined }), 'unclear', 'no clear candidate'],
    [
      'names nobody where the search is so large that it brings the ratio by chance',
      first('Ann', { llr: 1, chance: { authorsSearched: 900, expected: 3 } }),
      'unclear',
      'no clear candidate',
    ],
    [
      'names all whom the search does not separate',
      first('Ann', { llr: 1, chance: { authorsSearched: 46, expected: 0.01, rivals: ['Bert', 'Cleo'] } }, true),
      'unclear',
      'Ann, Bert, Cleo: nearly the same',
    ],
    [
      'has no figure of a named author where the order follows subjects',
      first('Ann', { llr: 1.6, caveats: ['followsSubject'] }, true),
      'unclear',
      'no clear candidate',
    ],
    [
      'has the figure of the first of the search and not that of a named author',
      first('Ann', { llr: 2, first: { llr: 0.5, bounds: [-1, 1] } as unknown as NonNullable<Verification['first']> }),
      'for',
      '×3.2 Ann',
    ],
  ] as const)('%s', (_, found, kind, text) => {
    expect(describeOutcome(found)).toMatchObject({ kind, text });
  });
});

describe('the list of questioned texts', () => {
  const text = (id: string, about: Parameters<typeof toTriaged>[0]) => ({
    id,
    ...toTriaged(about),
  });
  const texts = [
    text('a', { first: first('Bob', { llr: 0.8 }) }),
    text('b', undefined),
    text('c', { first: first('Ann', { llr: 1.6 }) }),
    text('d', { first: first('Bob', { llr: -0.6 }) }),
    text('e', { first: first('Ann', { llr: 0.1 }) }),
  ];
  const ids = (order: 'title' | 'strength', ...filters: string[]) =>
    triageTexts(texts, { order, filters })
      .map(({ id }) => id)
      .join('');

  it('is sorted by strength; equal texts keep their places', () => {
    expect(ids('title')).toBe('abcde');
    expect(ids('strength')).toBe('caedb');
  });

  it('has one filter of each question: outcome and candidate', () => {
    expect(ids('title', 'author Bob')).toBe('ad');
    expect(ids('title', 'author Bob', 'author Ann')).toBe('acd');
    expect(ids('title', 'author Bob', 'outcome for')).toBe('a');
    expect(ids('title', 'outcome for', 'outcome against')).toBe('acd');
    expect(ids('title', 'author Nobody')).toBe('');
  });

  it('offers the filters that let a text through, with how many, and those that are chosen', () => {
    const offered = listFilters(texts, { order: 'title', filters: ['outcome noRatio'] });
    expect(offered.map(({ key, count }) => `${key} ${count}`)).toEqual([
      'outcome for 2',
      'outcome against 1',
      'outcome noRatio 0',
      'outcome unclear 1',
      'outcome notReviewed 1',
      'author Ann 1',
      'author Bob 2',
    ]);
    expect(offered.filter(({ isChosen }) => isChosen).map(({ key }) => key)).toEqual(['outcome noRatio']);
  });

  it('says what it hides, and its order', () => {
    expect(describeTriage({ order: 'title', filters: [] }, 5, 5)).toBe('');
    expect(describeTriage({ order: 'strength', filters: ['author Bob'] }, 2, 5)).toBe(
      '2 of 5 texts · strongest ratio first',
    );
  });
});
