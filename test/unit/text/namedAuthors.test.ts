import { describe, expect, it } from 'vitest';
import { formatCaveats } from '../../../src/presentation/words/notices';
import { noteNamedAuthors } from '../../../src/core/review/verifyAuthors';

const note = (text: string, ...authors: string[]) =>
  noteNamedAuthors({ id: 'q.txt', text, mode: 'written', genre: 'letter', language: 'en' } as never, authors);

describe('a questioned text that has the name of an author of the index', () => {
  it.each([
    ['says whose it is', 'So I’m Paul, and I keep the bees.', 'Paul Dawes', 'So I’m Paul, and I keep the'],
    [
      'has a line of its author',
      'The Hive\nBy Rudyard Quill\n\nBees fly.',
      'quill-rudyard',
      'The Hive By Rudyard Quill Bees',
    ],
    ['is signed', 'The bees are well.\nThey sleep now.\n\n– Ann\n', 'Ann', 'They sleep now. – Ann'],
    ['has a full name', 'I asked Ann M. Hollis about bees.', 'Hollis, Ann', 'I asked Ann M. Hollis about'],
  ])('%s', (_, text, author, words) => {
    expect(note(text, 'Bert', author)).toEqual([{ caveat: 'namesAuthor', title: 'q.txt', share: 1, words: [words] }]);
  });

  it('is not taken for one by a first name in it, by a word like a name, or by words that are excluded', () => {
    expect(note('I told Paul that I may will it.', 'Paul Dawes', 'May', 'Will')).toEqual([]);
    expect(note('See you there.\n\n-- \nPaul Dawes\nKeeper of bees\n', 'Paul Dawes')).toEqual([]);
  });

  it('is warned of with its words', () => {
    const notes = note('So I’m Paul.', 'Paul');
    expect(formatCaveats({ caveats: [], notes }).join('')).toMatch(/the name of a known author: “So I’m Paul.”/);
  });
});
