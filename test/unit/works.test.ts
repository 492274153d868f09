import { describe, expect, it } from 'vitest';
import { findSameWork, isSameWork, worksOf } from '../../src/core/copies/copies';

const text = (author: string, title: string, more: object = {}) => {
  return { id: `${author}/${title}`, author, title, genre: 'novel', ...more };
};
/** How many works some texts are, where the collection holds others too. */
const countWorks = (own: readonly ReturnType<typeof text>[], others: readonly ReturnType<typeof text>[] = []): number =>
  new Set(own.map(worksOf([...own, ...others]))).size;

describe('the work of a text', () => {
  it.each([
    ['Mill, chapter 3.txt', 'Mill, chapter 4.txt'],
    ['The Mill_part2.txt', 'The Mill_part3.docx'],
    ['Die Mühle, 1. Teil.txt', 'Die Mühle – Teil 2.txt'],
    ['Die Mühle Kapitel IV.txt', 'Die Mühle Kapitel V.txt'],
    ['Le Moulin, tome 2.txt', 'Le Moulin (tome 3).txt'],
    ['Młyn. Część II.txt', 'Młyn. Część III.txt'],
    ['Мельница, глава 5.txt', 'Мельница, глава 6.txt'],
    ['Ο μύλος, κεφάλαιο 2.txt', 'Ο μύλος, κεφάλαιο 3.txt'],
    ['水车第三章.txt', '水车第十四章.txt'],
    ['물레방아 제3장.txt', '물레방아 제4장.txt'],
    ['กังหัน ตอนที่ ๒.txt', 'กังหัน ตอนที่ ๓.txt'],
    ['Chapter 1.txt', 'Chapter 2.txt'],
    ['Mill.txt', 'mill.docx'],
  ])('is one for %s and %s', (one, other) => {
    const own = [text('a', one), text('a', other)];
    expect(countWorks(own, [text('b', one), text('c', 'Weir.txt')])).toBe(one.startsWith('Mill.') ? 2 : 1);
    expect(countWorks(own, [text('c', 'Weir.txt')])).toBe(1);
  });

  it('is one for titles with a number alone, unless all of an author are called so, or others have the name', () => {
    const mill = [text('a', 'Mill 1.txt'), text('a', 'Mill-02.txt')];
    expect(countWorks([...mill, text('a', 'Weir.txt')], [text('b', 'Moor')])).toBe(2);
    expect(countWorks(mill, [text('b', 'Moor')])).toBe(2);
    expect(countWorks([...mill, text('a', 'Weir.txt')], [text('b', 'Mill 3.txt')])).toBe(3);
    expect(countWorks([text('Ann', 'ann 1.txt'), text('Ann', 'ann 2.txt'), text('Ann', 'Weir')])).toBe(3);
    expect(countWorks([text('a', 'Report 1999.txt'), text('a', 'Report 2003.txt'), text('a', 'Weir')])).toBe(3);
  });

  it('is what the case file says, in spite of titles and folders', () => {
    const works = ['Die Mühle'];
    const own = [
      text('a', 'first.txt', { works, source: 'known/a/one/first.txt' }),
      text('a', 'second.txt', { works: [' die  MU\u0308HLE '], source: 'known/a/two/second.txt' }),
    ];
    expect(countWorks(own)).toBe(1);
    expect(countWorks(own.map((each) => ({ ...each, works: undefined })))).toBe(2);
    expect(countWorks([own[0]!, text('a', 'Die Mühle, Teil 2', { source: 'Mühle.txt' })])).toBe(1);
  });

  it('is shared by texts only where the case file names it for both', () => {
    const [mill, weir] = [{ works: ['Mill', 'Moor'] }, { works: ['Weir'] }];
    expect(isSameWork(mill, { works: ['moor '] })).toBe(true);
    expect(isSameWork(mill, weir)).toBe(false);
    expect(isSameWork(mill, {})).toBe(false);
    expect(isSameWork({}, {})).toBe(false);
  });

  it('is found by titles where the case file does not name it for both', () => {
    const known = [text('a', 'Mill, part 2'), text('a', 'Weir')];
    expect(findSameWork({ id: 'Mill, part 1' }, known)).toEqual([known[0]]);
    const apart = [{ ...known[0]!, works: ['The other Mill'] }];
    expect(findSameWork({ id: 'Mill, part 1' }, apart)).toHaveLength(1);
    expect(findSameWork({ id: 'Mill, part 1', works: ['Mill'] }, apart)).toEqual([]);
  });

  it('is found in a title of any length in time that grows with it', () => {
    const own = ['chapter '.repeat(20_000), ' .'.repeat(50_000), '1'.repeat(100_000)].map((title) => text('a', title));
    expect(countWorks(own)).toBe(3);
  });
});
