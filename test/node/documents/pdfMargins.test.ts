import { describe, expect, it } from 'vitest';
import { read } from './documentFiles';
import { harbour, lines, pdfFile, text } from './pdfFile';

describe('letters under a point', () => {
  it('are hidden', async () => {
    const draws = lines(harbour, 72, 700) + text('Nobody can read these words.', 72, 500, 'F 0.5');
    const { text: all, reading } = await read('made.pdf', pdfFile([{ draws }]));
    expect(all).toBe(harbour.join(' '));
    expect(reading!.parts).toMatchObject([{ kind: 'hidden', words: 5 }]);
  });
});

describe('notes in the margin', () => {
  it.each([430, 20])('are left out where they are smaller than the text beside them, at %d', async (left) => {
    const notes = ['Ask the', 'pilot', 'of this'].map((line, at) => text(line, left, 700 - 9 * at, 'F 8')).join('');
    const draws = lines([...harbour, ...harbour], 110, 700) + notes;
    const { text: all, reading } = await read('made.pdf', pdfFile([{ draws }]));
    expect(all).toBe([...harbour, ...harbour].join(' '));
    expect(reading!.parts).toMatchObject([{ kind: 'notes', words: 5 }]);
  });
});

describe('a page of short answers', () => {
  const answers = ['I have no key.', 'I was not there on Monday.', 'Nobody has asked me.'];
  it('is read where plain numbers count them', async () => {
    const draws = answers.map((line, at) => text(`${at + 1}`, 72, 700 - 20 * at) + text(line, 108, 700 - 20 * at));
    const { text: all } = await read('made.pdf', pdfFile([{ draws: draws.join('') }]));
    for (const answer of answers) expect(all).toContain(answer);
  });

  it('is read although it has nothing but short cells', async () => {
    const draws = answers.map((line, at) => text(`Item ${at}`, 72, 700 - 20 * at) + text(line, 250, 700 - 20 * at));
    const { text: all, reading } = await read('made.pdf', pdfFile([{ draws: draws.join('') }]));
    for (const answer of answers) expect(all).toContain(answer);
    expect(reading!.parts).toEqual([]);
  });
});

describe('a row that comes back at the edge of pages', () => {
  const page = (first: readonly string[], at: number): { readonly draws: string } => ({
    draws: lines([...first, ...harbour.slice(at), ...harbour.slice(0, at)], 72, 700),
  });
  const others = [
    'Nobody moored there now.',
    'The pilot has gone home.',
    'Two boats were lost since.',
    'We shall write once more.',
  ];

  it('is the writer’s where other pages have lines of their own at its height', async () => {
    const greeted = [0, 1, 2].map((at) => page(['Dear Captain, dear friends,'], at));
    const own = others.map((line, at) => page([line], at));
    const { text: all, reading } = await read('made.pdf', pdfFile([...greeted, ...own]));
    expect(all.match(/Dear Captain, dear friends,/g)).toHaveLength(3);
    expect(reading!.parts).toEqual([]);
  });

  it('is a header where it is apart from the body, or no page has other words there', async () => {
    const heads = [0, 1, 2].map((at) => page(['The Harbour Letters'], at));
    const apart = others.map((line, at) => ({ draws: text(line, 72, 740) + page([], at).draws }));
    const all = await read('made.pdf', pdfFile(heads));
    expect(all.reading!.parts).toMatchObject([{ kind: 'headers', words: 9 }]);
    const books = [0, 1, 2].map((at) => ({ draws: text('The Harbour Letters', 72, 740) + page([], at).draws }));
    const book = await read('made.pdf', pdfFile([...books, ...apart]));
    expect(book.reading!.parts).toMatchObject([{ kind: 'headers', words: 9 }]);
  });
});
