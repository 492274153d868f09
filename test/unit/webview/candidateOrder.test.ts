import { describe, expect, it } from 'vitest';
import type { CandidateView } from '../../../src/presentation/reviewView';
import { byRank, sortCandidates, pressColumn, findNextRow } from '../../../webview/context';

const row = (author: string, rank: number, finding: string): CandidateView => ({
  author,
  name: author,
  score: 0,
  rank,
  tier: 'exact tier',
  finding,
});
const rows = [row('Brown', 1, 'no ratio'), row('Ames', 2, 'weak · 4×'), row('Cole', 3, 'no ratio')];
const authors = (list: readonly CandidateView[]): string[] => list.map(({ author }) => author);

describe('the candidates table', () => {
  it('is sorted by rank at first', () => {
    expect(authors(sortCandidates([...rows].reverse(), byRank))).toEqual(['Brown', 'Ames', 'Cole']);
  });

  it('is sorted by the column pressed, and turns round when it is pressed again', () => {
    const once = pressColumn(byRank, 'author');
    expect(authors(sortCandidates(rows, once))).toEqual(['Ames', 'Brown', 'Cole']);
    expect(authors(sortCandidates(rows, pressColumn(once, 'author')))).toEqual(['Cole', 'Brown', 'Ames']);
  });

  it('keeps the order of ranks where a column is equal', () => {
    expect(authors(sortCandidates(rows, pressColumn(byRank, 'finding')))).toEqual(['Brown', 'Cole', 'Ames']);
  });

  it('is narrowed by a part of the author', () => {
    expect(authors(sortCandidates(rows, { ...byRank, filter: ' M' }))).toEqual(['Ames']);
  });

  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 2],
    ['ArrowUp', 0, 0],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['x', 1, undefined],
  ])('goes by %s from row %i to row %s', (key, from, to) => {
    expect(findNextRow(key, from, rows.length)).toBe(to);
  });
});
