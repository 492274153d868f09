import { describe, expect, it } from 'vitest';
import type { ReadPart } from '../../../src/reading/text/readableFormats';
import { read } from './documentFiles';
import { ferry, harbour, lines, type MadePage, pdfFile, text } from './pdfFile';

const both = [...harbour, ...ferry];
const join = (all: readonly string[]): string => all.join(' ');

async function readPages(pages: readonly MadePage[]) {
  const { text: whole, reading } = await read('made.pdf', pdfFile(pages));
  const part = (kind: ReadPart['kind']): ReadPart | undefined => reading!.parts.find((each) => each.kind === kind);
  return { words: whole.replace(/\s+/g, ' '), part };
}
const readPage = (draws: string) => readPages([{ draws }]);

describe('numbers of lines of a PDF', () => {
  const number = (of: string | number, at: number): string => text(String(of), 50, 700 - 24 * at);
  it('are left out of a last page with few lines, of which none is lost', async () => {
    const last = ['We shall meet on the quay and talk of it,', 'and of the boat.'];
    const pages = [both, last].map((all) => ({
      draws: lines(all, 80, 700, 24) + all.map((_, at) => number(at + 1, at)).join(''),
    }));
    const { words, part } = await readPages(pages);
    expect(words).toBe(join([...both, ...last]));
    expect(part('headers')!.words).toBe(12);
    expect(part('cells')).toBeUndefined();
  });

  it('may be at each fifth line, and have a colon', async () => {
    const byFive = both.map((_, at) => (at % 5 === 4 ? number(at + 1, at) : '')).join('');
    expect((await readPage(lines(both, 80, 700, 24) + byFive)).words).toBe(join(both));
    const colons = both.map((_, at) => number(`${at + 1}:`, at)).join('');
    expect((await readPage(lines(both, 80, 700, 24) + colons)).words).toBe(join(both));
  });
});

describe('what is seen on a page of a PDF', () => {
  const above = lines(harbour, 72, 700);
  it.each([
    ['through it', '72 563 300 0.7 re f '],
    ['under it', '72 558 300 0.7 re f '],
  ])('has a line %s, drawn before or after', async (_, line) => {
    const said = text(ferry[0]!, 72, 560);
    expect((await readPage(above + said + line)).words).toBe(join([...harbour, ferry[0]!]));
    expect((await readPage(above + line + said)).words).toBe(join([...harbour, ferry[0]!]));
  });

  it('is read once where it has a shadow, words of one letter too, and letters of a word stay', async () => {
    const said = 'I have a boat.';
    const { words, part } = await readPage(`${above}0.6 g ${text(said, 73.5, 558.5)}0 g ${text(said, 72, 560)}`);
    expect(words).toBe(join([...harbour, said]));
    expect(part('repeated')!.words).toBe(4);
    expect(
      (await readPage(above + ['a', 'l', 'l'].map((c, at) => text(c, 72 + [0, 4.9, 8][at]!, 560)).join(''))).words,
    ).toBe(join([...harbour, 'all']));
  });

  it('is no running text where it is a stamp or a watermark in another direction', async () => {
    const stamp = '0.8 g BT /B 60 Tf 0.7 0.7 -0.7 0.7 180 250 Tm (DRAFT) Tj ET 0 g ';
    const { words, part } = await readPage(above + stamp);
    expect(words).toBe(join(harbour));
    expect(part('headers')!.places).toMatchObject([{ text: 'DRAFT' }]);
  });

  it('has its drop capital in its word, or before it', async () => {
    const small =
      lines([harbour[0]!.slice(1)], 100, 700) + lines([harbour[1]!], 100, 687) + lines(harbour.slice(2), 72, 674);
    expect((await readPage(text('T', 72, 678, 'F 36') + small)).words).toBe(join(harbour));
    const said = ['have a boat at the quay that nobody has mended,', 'and it is not the only one.'];
    expect((await readPage(text('I', 72, 678, 'F 36') + lines(said, 91, 700))).words).toBe(`I ${join(said)}`);
  });
});

describe('numbered paragraphs of a PDF', () => {
  const items = (marks: readonly string[]): string =>
    text(marks[0]!, 72, 700) + text('I have no boat.', 108, 700) + text(marks[1]!, 72, 680) + lines(harbour, 108, 680);
  it.each([
    ['1', '2'],
    ['[1]', '[2]'],
    ['II.', 'III.'],
    ['o', 'o'],
  ])('keep their short first lines, whatever counts them: %s', async (...marks) => {
    const { words, part } = await readPage(items(marks));
    expect(words).toBe(`${marks[0]} I have no boat. ${marks[1]} ${join(harbour)}`);
    expect(part('cells')).toBeUndefined();
  });

  it('are none in a table of numbers', async () => {
    const rows = ['Mill Lane', 'High Street', 'Old Quay'].map(
      (street, at) => text(String(at + 1), 72, 500 - 14 * at) + text(street, 108, 500 - 14 * at),
    );
    const { words, part } = await readPage(lines(harbour, 72, 700) + rows.join(''));
    expect(words).toBe(join(harbour));
    expect(part('cells')!.words).toBe(9);
  });
});
