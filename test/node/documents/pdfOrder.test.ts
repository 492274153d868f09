import { describe, expect, it } from 'vitest';
import { read } from './documentFiles';
import { ferry, harbour, lines, pdfFile, text } from './pdfFile';

async function readPage(draws: string) {
  const { text: whole, reading } = await read('made.pdf', pdfFile([{ draws }]));
  const words = (kind: string): number | undefined => reading!.parts.find((part) => part.kind === kind)?.words;
  return { paragraphs: whole.split('\n\n'), words };
}
const join = (all: readonly string[]): string => all.join(' ');

describe('the cells of a ruled table in a PDF', () => {
  const box = (x: number, y: number, height: number): string => `${x} ${y} 242 ${height} re S\n`;
  const header = lines(['Place'], 40, 706) + lines(['Boat'], 281, 706);
  const rows =
    lines(harbour.slice(0, 3), 40, 686, 12) +
    lines(ferry.slice(0, 2), 281, 686, 12) +
    lines(harbour.slice(3), 40, 640, 12) +
    lines(ferry.slice(2), 281, 640, 12);
  const cells = [harbour.slice(0, 3), ferry.slice(0, 2), harbour.slice(3), ferry.slice(2)].map(join);
  const boxes = [36, 278].map((x) => box(x, 702, 18) + box(x, 656, 46) + box(x, 606, 50)).join('');
  const levels = [720, 702, 656, 606].map((y) => `36 ${y} m 520 ${y} l S\n`);
  const uprights = [36, 278, 520].map((x) => `${x} 606 m ${x} 720 l S\n`);

  it.each([
    ['boxes', boxes],
    ['lines', [...levels, ...uprights].join('')],
  ])('are read row by row where %s are around them, and short ones are left out', async (_, drawn) => {
    const after = 'the text below, which begins with a small letter.';
    const { paragraphs, words } = await readPage(drawn + header + rows + lines([after], 36, 580));
    expect(paragraphs).toEqual([...cells, after]);
    expect(words('cells')).toBe(2);
  });

  it('are one cell each where words of two cells are near', async () => {
    const near = lines([harbour[1]!], 40, 686) + lines([ferry[0]!], 281, 686);
    const { paragraphs } = await readPage(box(36, 676, 26) + box(278, 676, 26) + near);
    expect(paragraphs).toEqual([harbour[1], ferry[0]]);
  });
});

describe('columns of a PDF', () => {
  it('are read one after the other where one begins with indented lines, and a section begins in the other', async () => {
    const left = lines(harbour, 54, 700) + text('2 The ferry', 54, 616, 'B 12') + lines(ferry, 54, 600);
    const right = lines(
      ['Eggs are sold from the van', 'behind the chapel, where it', 'is dry, from eight on.'],
      334,
      700,
    );
    const { paragraphs } = await readPage(left + right + lines(['Nothing else is sold there at all.'], 322, 640));
    expect(paragraphs.slice(0, 3)).toEqual([
      join(harbour),
      `2 The ferry ${join(ferry)}`,
      'Eggs are sold from the van behind the chapel, where it is dry, from eight on.',
    ]);
  });

  it('have raised signs at their words where another column has a line at the same height', async () => {
    const left = lines(harbour, 54, 700) + text('2', 290, 691, 'F 7');
    const { paragraphs } = await readPage(left + lines(ferry, 322, 690.6));
    expect(paragraphs).toEqual([join(harbour), join(ferry)]);
  });
});

describe('the blanks of a justified line in a PDF', () => {
  const show = (gap: number, words: readonly string[]): string =>
    `BT /F 11 Tf 1 0 0 1 72 700 Tm [${words.map((word) => `(${word})`).join(` ${-gap} `)}] TJ ET\n`;
  it('are read where they are shrunk', async () => {
    const { paragraphs } = await readPage(show(165, [...harbour[0]!.split(' '), 'and', '.', '.', '.']));
    expect(paragraphs).toEqual([`${harbour[0]!} and ...`]);
  });

  it('are none between the letters of spaced words', async () => {
    const { paragraphs } = await readPage(show(165, 'h a r b o u r'.split(' ')));
    expect(paragraphs).toEqual(['harbour']);
  });
});

describe('an item of a PDF', () => {
  it('goes on below the words after its bullet', async () => {
    const bullet = 'BT /F 11 Tf 1 0 0 1 72 700 Tm (\\225) Tj ET\n';
    const { paragraphs } = await readPage(bullet + lines(harbour, 81.5, 700));
    expect(paragraphs).toEqual([`• ${join(harbour)}`]);
  });
});

describe('what a browser prints at the edges of a page', () => {
  it('is a header on a single page, too, where the address is at its other edge', async () => {
    const time = text('11/28/26, 7:09 AM', 30, 770, 'F 8') + text('My page', 300, 770, 'F 8');
    const address = text('https://example.org/mine', 30, 20, 'F 8') + text('1/1', 570, 20, 'F 8');
    const printed = await readPage(time + lines(harbour, 72, 700) + address);
    expect(printed.paragraphs).toEqual([join(harbour)]);
    expect(printed.words('headers')).toBe(7);
    const other = await readPage(time + lines(harbour, 72, 700));
    expect(other.paragraphs.join(' ')).toContain('My page');
  });
});
