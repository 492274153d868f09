import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/core/domain/evidence';
import { splitShares } from '../../src/core/ranking/splitByCase';
import { firstOfSearch, mostMisleading, parseSearchCalibration } from '../../src/core/verification/firstOfSearch';
import { noticeSentences } from '../../src/presentation/words/sentences';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');
const [readme, limits, decision] = [
  'README.md',
  'docs/limits.md',
  'docs/decisions/0051-the-case-teaches-the-order.md',
].map(read) as [string, string, string];
const search = parseSearchCalibration(JSON.parse(read('models/search.json')));

/** Whether a search of this many authors, with a text of this many words, gives its first candidate a ratio. */
function hasRatio(authorsSearched: number, words: number): boolean {
  const candidates = [1, 0].map((score) => ({
    author: `${score}`,
    discriminant: score,
    verification: { densities: { score } },
  }));
  const request = { authorsSearched, words, fitted: 2, rests: () => [] };
  return (
    firstOfSearch(candidates as unknown as readonly Candidate[], request, { id: 's', content: search }) !== undefined
  );
}

/** Numbers as ranges: "4 to 39 or 47 to 78". */
function formatRanges(numbers: readonly number[]): string {
  const begins = numbers.filter((each) => !numbers.includes(each - 1));
  const ends = numbers.filter((each) => !numbers.includes(each + 1));
  return begins.map((begin, i) => `${begin} to ${ends[i]!}`).join(' or ');
}

const times100 = (share: number): number => Math.round(100 * share);

describe('a figure that several papers have', () => {
  const sizes = Array.from({ length: 200 }, (_, i) => i + 2).filter((authors) => hasRatio(authors, 250));

  it.each([
    ['README', readme],
    ['limits', limits],
    ['decision', decision],
  ])('is that of the program: how many authors a search with a ratio has (%s)', (_, text) => {
    expect(text).toContain(`${formatRanges(sizes)} authors`);
  });

  it('is that of the program: how many words its text has', () => {
    expect([hasRatio(8, 99), hasRatio(8, 100)]).toEqual([false, true]);
    expect(limits).toContain('and 100 questioned words or more');
  });

  it('is that of the model file: what was fitted, and what its ratio costs', () => {
    const authors = search.outsiders.map((row) => row.authors);
    const range = `among ${Math.min(...authors)} to ${Math.max(...authors)} authors`;
    expect([readme.includes(range), limits.includes(range)]).toEqual([true, true]);
    expect(readme).toContain(`${search.searches.toLocaleString('en')} searches`);
    const cllr = search.cllr.toFixed(2);
    expect(readme).toContain(`| cost of its ratio (*Cllr*: 1 says nothing, 0 is perfect) | ${cllr} `);
    expect(limits).toContain(`costs ${cllr.slice(1)} where silence costs 1`);
  });

  it('is that of the program: when a ratio is in large type', () => {
    expect(limits).toContain(`at most ${times100(mostMisleading)} of 100 searches without the writer reach it`);
  });

  it('is that of the page: how often a ratio rests on rare words', () => {
    const said = /happened to (\d+) of 100 true authors with a ratio of 2 or more, and to (\d+) of 100 wrong ones/;
    expect(said.exec(limits)?.slice(1)).toEqual(said.exec(noticeSentences.restsOnRareWords)?.slice(1));
  });

  it('is that of the program: how often a text is divided between two authors', () => {
    const { ofOne, ofTwo, withOutsider } = splitShares;
    expect(limits).toContain(
      `by two of the case, ${times100(ofTwo)} of 100 have such parts; where only one of both is in it, ${times100(withOutsider)}; and of texts by one author, ${times100(ofOne)} `,
    );
  });
});
