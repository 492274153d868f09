import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  excludeCopies,
  QuestionedWords,
  findRepeats,
  sameShare,
  selectTextsForRatio,
} from '../../../src/core/copies/copies';
import type { KnownDocument } from '../../../src/core/domain/evidence';
import { neverStops } from '../../../src/core/basics/work';

/** Words that stand nowhere else. */
const words = (name: string, count: number): string => Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ');

function known(title: string, text: string): KnownDocument {
  return { id: title, title, text, author: 'A', role: 'known', mode: 'written', genre: 'email', language: 'en' };
}

const questioned = words('q', 204);
const part = (count: number): string => questioned.split(' ').slice(0, count).join(' ');
/** The text with another word at the places of one remainder of four. */
const everyFourth = (text: string, other: (word: string) => string): string =>
  text
    .split(' ')
    .map((word, i) => (i % 4 === 3 ? other(word) : word))
    .join(' ');
const asked = new QuestionedWords({ text: questioned }, neverStops);
const beside = (...documents: readonly KnownDocument[]) => excludeCopies(asked, documents, neverStops);

describe('known texts beside a questioned one', () => {
  it.each([
    ['the same', questioned],
    ['the same with a space more', `${questioned} `],
    ['the same with every fourth word replaced by one word', everyFourth(questioned, () => 'also')],
    ['the same with every fourth word replaced by others', everyFourth(questioned, (word) => `${word}x`)],
    ['the same with a word put in after each four', everyFourth(questioned, (word) => `${word} more${word}`)],
    ['the same with every third word gone', questioned.replace(/ \S+( \S+ \S+)/g, '$1')],
    ['longer and hold the whole text', `${words('before', 500)} ${questioned} ${words('after', 500)}`],
    ['longer and hold it twice', `${questioned} ${words('between', 500)} ${questioned}`],
    ['a part of it', part(60)],
    ['another text but for a fifth of it', `${words('o', 300)} ${part(48)}`],
    ['another text but for an edited fifth', `${words('o', 300)} ${everyFourth(part(48), () => 'also')}`],
  ])('are left out where they are %s', (_, text) => {
    const { kept, copies, notes } = beside(known('copy', text), known('other', words('o', 200)));
    expect(kept.map(({ id }) => id)).toEqual(['other']);
    expect(copies.map(({ id }) => id)).toEqual(['copy']);
    expect(notes).toMatchObject([{ caveat: 'copyOfKnown', title: 'copy' }]);
  });

  it('are said to share about what was copied, edited or not', () => {
    for (const copied of [questioned, everyFourth(questioned, () => 'also')]) {
      const half = copied.split(' ').slice(0, 102).join(' ');
      const { notes } = beside(known('half', `${words('o', 300)} ${half}`));
      expect(notes[0]?.share).toBeGreaterThan(0.45);
      expect(notes[0]?.share).toBeLessThan(0.55);
    }
  });

  it('stay, and are named, where only sameness is asked for', () => {
    const quoting = known('quoting', `${words('o', 300)} ${part(64)}`);
    const { kept, copies, notes } = excludeCopies(asked, [quoting], neverStops, sameShare);
    expect(kept).toEqual([quoting]);
    expect(copies).toEqual([]);
    expect(notes).toMatchObject([{ caveat: 'overlapsKnown', title: 'quoting' }]);
  });

  it('stay without a word where they share a phrase', () => {
    const { kept, notes } = beside(known('phrase', `${words('o', 300)} ${part(16)}`));
    expect(kept).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it('stay where they have the same words in another order', () => {
    const shuffled = fc.shuffledSubarray(questioned.split(' '), { minLength: 204, maxLength: 204 });
    fc.assert(
      fc.property(shuffled, (order) => {
        expect(beside(known('shuffled', order.join(' '))).copies).toEqual([]);
      }),
      { numRuns: 20, examples: [[questioned.split(' ').reverse()]] },
    );
  });
});

describe('known texts of one author', () => {
  const first = known('a', words('a', 100));

  it('count once where they are the same but for blanks', () => {
    const copies = Array.from({ length: 50 }, (_, i) =>
      known(`copy ${i}`, first.text.replaceAll(' ', ' '.repeat(i + 2))),
    );
    const { kept, notes } = selectTextsForRatio(asked, [...copies, first, known('b', words('b', 50))], neverStops);
    expect(kept.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(notes).toHaveLength(50);
    expect(notes[0]).toEqual({ caveat: 'repeatsKnown', author: 'A', title: 'copy 0', share: 1 });
  });

  it('count once where longer ones contain half of one', () => {
    const repeating = known('repeating', `${words('c', 40)} ${first.text.split(' ').slice(0, 50).join(' ')}`);
    expect(findRepeats([repeating, first], neverStops).map(({ document }) => document.id)).toEqual(['repeating']);
  });

  it('all count where they share less', () => {
    const quoting = known('quoting', `${words('c', 60)} ${first.text.split(' ').slice(0, 30).join(' ')}`);
    expect(findRepeats([quoting, first], neverStops)).toEqual([]);
  });
});
