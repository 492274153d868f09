import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exclusion, LeftOut } from '../../../src/reading/text/readableFormats';
import { nameShares, splitPieces, describeText } from '../../../src/core/text/textAsRead';
import { formatShares, formatTextAsRead } from '../../../src/presentation/textAsRead';

const mail = ['I shall bring both lamps on Friday.', '', 'On 3 May, Ben wrote:', '> Who has the lamps?', '> Ben'].join(
  '\n',
);
const comment = { at: 8, text: 'a note that\nsomebody typed beside it' };
const reading = {
  parts: [
    { kind: 'comments', words: 6, places: [comment] },
    { kind: 'headers', words: 3 },
    { kind: 'quoted', words: 12 },
    { kind: 'insertions', words: 2 },
  ],
} as const;

describe('a text as it is read', () => {
  it('says how many words are the author’s, and what is excluded or left out, each kind once', () => {
    const { shares, leftOut } = describeText({ text: mail }, reading);
    expect(shares).toMatchObject({
      words: 19,
      own: 7,
      excluded: [{ kind: 'quoted', words: 12 }],
      leftOut: [
        { kind: 'comments', words: 6 },
        { kind: 'headers', words: 3 },
      ],
    });
    expect(leftOut).toEqual([{ kind: 'comments', ...comment }]);
  });

  it('is one line for a text of which something does not count, and none for any other', () => {
    const [shares] = nameShares('mail.eml', { text: mail }, reading);
    expect(formatShares(shares!)).toBe(
      'mail.eml: 7 of 19 words are the author’s. Excluded: quoted text (words: 12). Left out: comments (words: 6), headers, footers and page numbers (words: 3).',
    );
    expect(nameShares('plain.txt', { text: 'All of it is mine.' })).toEqual([]);
  });

  it('names the pages that cannot be read, however few of their words are known', () => {
    const parts = [{ kind: 'unreadable', words: 0, pages: [2, 5] }] as const;
    const [shares] = nameShares('letter.pdf', { text: 'All of it is mine.' }, { parts });
    expect(formatShares(shares!)).toMatch(/ \(page 2, 5\) \(words: 0\)\.$/);
    const lines = formatTextAsRead('letter.pdf', describeText({ text: 'All of it is mine.' }, { parts }));
    expect(lines.at(-1)).toMatch(/ \(page 2, 5\) +0 +left out by the reader$/);
  });

  it('says how many files are attached, of which no words are known', () => {
    const parts = [{ kind: 'attachments', words: 0, places: [{ at: 18, text: 'minutes.pdf' }] }] as const;
    const [shares] = nameShares('mail.eml', { text: 'All of it is mine.' }, { parts });
    expect(formatShares(shares!)).toMatch(/ Left out: attached files \(1\)\.$/);
    const lines = formatTextAsRead('mail.eml', describeText({ text: 'All of it is mine.' }, { parts }));
    expect(lines.at(-1)).toMatch(/^attached files \(1\) +0 +left out by the reader$/);
  });

  it('is printed with a margin beside what does not count, cut where a stretch begins within a line', () => {
    const lines = formatTextAsRead('mail.eml', describeText({ text: mail }, reading));
    const body = lines.slice(2, 9);
    expect(body.map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
      '│ I shall',
      'Left out: comments (words: 7). ┆ a note that somebody typed beside it',
      '┆ bring both lamps on Friday.',
      '│',
      'quoted text │ On 3 May, Ben wrote:',
      'quoted text │ > Who has the lamps?',
      'quoted text │ > Ben',
    ]);
    expect(lines.join('\n')).toMatch(/the author’s +7\nquoted text +12 .+\ncomments +6 +left out by the reader\n/);
  });

  const stretch = fc.record({ start: fc.nat(40), length: fc.integer({ min: 1, max: 9 }) });
  it('has pieces that make the whole text, whatever is excluded or left out', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.array(stretch), fc.array(fc.nat(40)), (text, stretches, places) => {
        let from = 0;
        const exclusions = stretches
          .sort((a, b) => a.start - b.start)
          .flatMap(({ start, length }): Exclusion[] => {
            if (start < from || start + length > text.length) return [];
            from = start + length;
            return [{ start, end: from, kind: 'quoted', rule: 'a rule' }];
          });
        const inside = places.filter((at) => at <= text.length).sort((a, b) => a - b);
        const leftOut = inside.map((at): LeftOut => ({ at, kind: 'comments', text: 'x' }));
        const pieces = splitPieces({ text, exclusions, leftOut });
        expect(pieces.map((piece) => ('text' in piece ? piece.text : '')).join('')).toBe(text);
        expect(pieces.filter((piece) => 'leftOut' in piece)).toHaveLength(leftOut.length);
        const marked = pieces.filter((piece) => 'exclusion' in piece && piece.text !== '');
        const length = marked.reduce((sum, piece) => sum + ('text' in piece ? piece.text.length : 0), 0);
        expect(length).toBe(exclusions.reduce((sum, { start, end }) => sum + end - start, 0));
      }),
    );
  });
});
