import { describe, expect, it } from 'vitest';
import { describePlace, describeReading } from '../../../src/presentation/words/words';

const text = 'One.\n\nTwo\nlines.\n\nThree.\n\nFour.';

describe('the place of a passage', () => {
  it.each([
    ['One', 'paragraph 1'],
    ['lines', 'paragraph 2'],
    ['Three', 'paragraph 3'],
    ['Four', 'paragraph 4'],
  ])('%s is by its paragraph where there are no pages', (word, place) => {
    expect(describePlace(text, text.indexOf(word))).toBe(place);
  });
  const pages = [0, text.indexOf('lines'), text.indexOf('Four')];
  it.each([
    ['One', 'page 1, paragraph 1'],
    ['Two', 'page 1, paragraph 2'],
    ['lines', 'page 2, paragraph 1'],
    ['Three', 'page 2, paragraph 2'],
    ['Four', 'page 3, paragraph 1'],
  ])('%s is by its page and the paragraph there', (word, place) => {
    expect(describePlace(text, text.indexOf(word), pages)).toBe(place);
  });
});

describe('what a reading says', () => {
  it('is nothing of a file that is the text', () => {
    expect(describeReading(undefined)).toEqual([]);
  });
  it('names the pages that cannot be read', () => {
    const parts = [{ kind: 'unreadable', words: 0, pages: [2, 5] }] as const;
    expect(describeReading({ reader: 'a reader 1.0', textSha256: '', parts }).at(-1)).toBe(
      'Left out: unreadable characters or pages (page 2, 5) (words: 0).',
    );
  });
  it('names the reader, what is left out, and what others may have written', () => {
    const parts = [
      { kind: 'deletions', words: 2 },
      { kind: 'insertions', words: 5 },
      { kind: 'redactions', words: 7 },
      { kind: 'notes', words: 11 },
      { kind: 'quoted', words: 26 },
      { kind: 'template', words: 4 },
      { kind: 'forwarded', words: 9, places: [{ at: 40, text: 'An attached mail.' }] },
      { kind: 'attachments', words: 0, places: [{ at: 40, text: 'minutes.pdf' }] },
    ] as const;
    expect(describeReading({ reader: 'a reader 1.0', textSha256: '', parts })).toEqual([
      'a reader 1.0 extracted the text from the file.',
      'Excluded: quoted text (words: 26), text that a program added (words: 4).',
      'Left out: deletions (words: 2), footnotes and endnotes (words: 11), forwarded mail (words: 9), attached files (minutes.pdf).',
      '5 words of the text are tracked insertions. Another person may have made them.',
      '7 words of the text are marked for redaction. The file still contains them, and they are read.',
    ]);
  });
});
