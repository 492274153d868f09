import { describe, expect, it } from 'vitest';
import type { ReadPart } from '../../../src/reading/text/readableFormats';
import { read } from './documentFiles';
import { ferry, harbour, lines, type MadePage, pdfFile, stream, text } from './pdfFile';

const market = [
  'Eggs are sold from the van',
  'behind the chapel, where it',
  'is dry, from eight until all',
  'of them are gone, which is',
  'seldom later than ten.',
];
const said = (all: readonly string[]): string => all.join(' ');

async function readPages(pages: readonly MadePage[], objects: Readonly<Record<number, string>> = {}, root = '') {
  const { text: read_, reading } = await read('made.pdf', pdfFile(pages, objects, root));
  const part = (kind: ReadPart['kind']): ReadPart | undefined => reading!.parts.find((each) => each.kind === kind);
  return { paragraphs: read_.split('\n\n'), part, pages: reading!.pages };
}
const readPage = (draws: string, entries = '', objects: Readonly<Record<number, string>> = {}, root = '') =>
  readPages([{ draws, entries }], objects, root);

describe('columns of a PDF', () => {
  it('are read one after the other, whichever is drawn first, between a title and a footer', async () => {
    const rows = harbour.map((_, at) => text(ferry[at]!, 322, 700 - 12 * at) + text(harbour[at]!, 54, 700 - 12 * at));
    const title = text('What is said about the harbour and the ferry in this quarter of the year', 120, 740, 'B 14');
    const { paragraphs } = await readPage(title + rows.join(''));
    expect(paragraphs.slice(1)).toEqual([said(harbour), said(ferry)]);
  });

  it('may be three', async () => {
    const draws = [40, 220, 400]
      .map((x, at) =>
        lines(
          [harbour, ferry, market][at]!.map((line) => line.slice(0, 28)),
          x,
          700,
        ),
      )
      .join('');
    const { paragraphs } = await readPage(draws);
    expect(paragraphs).toHaveLength(3);
    expect(paragraphs.at(-1)).toBe(said(market));
  });

  it('have the numbers of their lines between them, which are left out', async () => {
    const long = (all: readonly string[]): readonly string[] => [...all, ...all.map((line) => `${line} too`)];
    const columns = [harbour, ferry].map(long);
    const numbers = columns[0]!.map((_, at) => text(String(at + 1), 312 - (at < 9 ? 5.5 : 11), 700 - 13 * at));
    const draws = lines(columns[0]!, 40, 700) + numbers.join('') + lines(columns[1]!, 325, 700);
    const { paragraphs, part } = await readPage(draws);
    expect(paragraphs).toEqual(columns.map(said));
    expect(part('headers')!.words).toBe(10);
  });

  it('are none where each word of justified lines is apart, although words begin at one place', async () => {
    const rows = [...harbour, ...ferry].map((line) => line.split(' ').slice(0, 8));
    const draws = rows.map((words, row) => {
      let [left, right] = [286, 300];
      const before = words.slice(0, 4).reverse();
      const first = before.map((word) => text(word, (left -= 5.5 * word.length + 10) + 10, 700 - 13 * row));
      const second = words
        .slice(4)
        .map((word) => text(word, (right += 5.5 * word.length + 12) - 5.5 * word.length - 12, 700 - 13 * row));
      return [...first, ...second].join('');
    });
    const { paragraphs } = await readPage(draws.join(''));
    expect(paragraphs.join(' ')).toBe(said(rows.flat()));
  });
});

describe('a line of a PDF', () => {
  it('keeps its number or bullet, and its justified words', async () => {
    const items = ['(a)', '(b)', '\u2022'].map(
      (mark, at) => text(mark, 72, 700 - 40 * at) + text('I keep one boat there.', 120, 700 - 40 * at),
    );
    const words = ['These', 'are', 'wide', 'words'].map((word, at) => text(word, 72 + 70 * at + at * at, 500)).join('');
    const { paragraphs, part } = await readPage(items.join('').replace('\u2022', '\\225') + words);
    expect(paragraphs).toEqual(
      [
        '(a) I keep one boat there.',
        '(b) I keep one boat there.',
        '\\225 I keep one boat there.',
        'These are wide words',
      ].map((line) => line.replace('\\225', paragraphs[2]!.split(' ')[0]!)),
    );
    expect(part('cells')).toBeUndefined();
  });

  it('takes up raised signs that are drawn after it, and joins letters that are set apart', async () => {
    const spaced = 'B O A T S'
      .split(' ')
      .map((letter, at) => text(letter, 72 + 16 * at, 700, 'F 12'))
      .join('');
    const raised =
      text('It sailed on the 3 of May and was back by noon of that day.', 72, 660, 'F 12') +
      text('rd', 152, 664, 'F 7');
    const { paragraphs } = await readPage(spaced + raised);
    expect(paragraphs.join(' ')).toBe('BOATS It sailed on the 3rd of May and was back by noon of that day.');
  });

  it('keeps the hyphen of a compound and loses that of a divided word, which is counted', async () => {
    const { paragraphs, part } = await readPage(
      lines(
        ['The well-', 'kept boats and the rope-', 'makers were left to the rope-makers and the neigh-', 'bours.'],
        72,
        700,
      ),
    );
    expect(paragraphs).toEqual([
      'The well-kept boats and the rope-makers were left to the rope-makers and the neighbours.',
    ]);
    expect(part('hyphens')).toEqual({ kind: 'hyphens', words: 1 });
  });

  it('has a hyphen where a program names its sign a soft one, and loses that of a divided word', async () => {
    const soft = '\u00ad';
    const draws = lines(
      [`A half${soft}open gate is half${soft}`, `open to all of the neigh${soft}`, 'bours, as I said.'],
      72,
      700,
    );
    expect((await readPage(draws)).paragraphs).toEqual([
      'A half-open gate is half-open to all of the neighbours, as I said.',
    ]);
  });

  it('that begins with ">" stays a line, apart from own ones', async () => {
    const mail = [
      'I shall come.',
      'On Monday Ann wrote:',
      '> Will you come to the harbour on Sunday, and',
      '> bring the rope?',
      'Yes, with the rope.',
    ];
    expect((await readPage(lines(mail, 72, 700))).paragraphs).toEqual([
      'I shall come.',
      mail.slice(1, 4).join('\n'),
      mail[4],
    ]);
  });
});

describe('wide gaps of a PDF', () => {
  const wide = (words: readonly string[], places: readonly number[], y: number): string =>
    words.map((word, at) => text(word, places[at]!, y)).join('');

  it('are those of a justified line where they lie within full lines', async () => {
    const draws =
      lines(harbour, 72, 700) + wide(['demonstrated', 'with', 'some'], [72, 178, 282], 635) + lines(ferry, 72, 622);
    const { paragraphs, part } = await readPage(draws);
    expect(paragraphs.join(' ')).toContain('not the same as an answer. demonstrated with some A ferry that leaves');
    expect(part('cells')).toBeUndefined();
  });

  it('are those of a table where its columns end at one place', async () => {
    const rows =
      wide(['Ropes', '640'], [72, 295], 560) +
      wide(['Tar', '1,280'], [72, 286.5], 546) +
      wide(['Paint', '75'], [72, 300.5], 532);
    const { paragraphs, part } = await readPage(lines(harbour, 72, 700) + rows);
    expect(paragraphs).toEqual([said(harbour)]);
    expect(part('cells')!.words).toBe(6);
  });
});

describe('margins of a PDF', () => {
  it('have numbers of lines, which are left out', async () => {
    const numbers = Array.from({ length: 12 }, (_, at) => text(String(at + 1), 50, 700 - 24 * at)).join('');
    const body = [...harbour, ...ferry].map((line, at) => text(line, 90, 700 - 24 * at)).join('');
    const { paragraphs, part } = await readPage(numbers + body);
    expect(paragraphs).toEqual([said([...harbour, ...ferry])]);
    expect(part('headers')!.words).toBe(12);
  });

  it('have running heads on two sides and stamps with a number, over which a word is joined', async () => {
    const page = (at: number, body: readonly string[]): MadePage => ({
      draws:
        text(at % 2 ? 'THE HARBOUR   ix' : 'viii   THE HARBOUR', at % 2 ? 400 : 72, 750, 'F 9') +
        lines(body, 72, 700) +
        text(`MER000${at}`, 500, 30, 'F 9'),
    });
    const { paragraphs, part } = await readPages([
      page(0, [...harbour, 'It is the oldest neigh-']),
      page(1, ['bour of the ferry.', ...ferry]),
      page(2, harbour),
    ]);
    expect(paragraphs.join('\n')).toContain('It is the oldest neighbour of the ferry.');
    expect(part('headers')!.places!.map(({ text: left }) => left)).toContain('MER0001');
    expect(paragraphs.join('\n')).not.toMatch(/HARBOUR|MER/);
  });

  it('have notes below a rule, in letters of any size', async () => {
    const { paragraphs, part } = await readPage(
      lines(harbour, 72, 700) +
        '72 120 144 0.5 re f\n' +
        text('2 The minutes say nothing of it, and were read twice.', 72, 105),
    );
    expect(paragraphs).toEqual([said(harbour)]);
    expect(part('notes')!.words).toBe(11);
  });
});

describe('what nobody sees on a page of a PDF', () => {
  const secret = text('The name is Penhallow.', 72, 400);
  it.each([
    ['under a box that is drawn as a path', `${secret}0 0 0 rg 70 395 m 300 395 l 300 412 l 70 412 l h f`, ''],
    ['in white of a colour space', `/DeviceRGB cs 1 1 1 sc ${secret}`, ''],
    ['off the page', secret, '/CropBox[0 450 612 792]'],
    ['outside of what is clipped', `q 0 500 100 100 re W n ${secret} Q`, ''],
    ['in a layer that is off', `/OC /L BDC ${secret} EMC`, ''],
    ['not painted, and on no picture', `3 Tr ${secret} 0 Tr`, ''],
  ])('is left out and counted: %s', async (_, draws, entries) => {
    const off = { 100: '<</Type/OCG/Name(Off)>>' };
    const layers = '/OCProperties<</OCGs[100 0 R]/D<</OFF[100 0 R]>>>>';
    const { paragraphs, part } = await readPage(lines(harbour, 72, 700) + draws, entries, off, layers);
    expect(paragraphs).toEqual([said(harbour)]);
    expect(part('hidden')).toMatchObject({ words: 4, places: [{ text: 'The name is Penhallow.' }] });
  });

  it.each([
    ['white on a dark box', `0 0 0.4 rg 60 390 300 30 re f 1 1 1 rg ${secret}`],
    ['above a box that is drawn before it', `0.9 g 60 390 300 30 re f 0 g ${secret}`],
    ['below a mark that shows it', `${secret}/M gs 1 1 0 rg 60 390 300 30 re f`],
  ])('is not what is %s', async (_, draws) => {
    const entries = '/Resources<</Font<</F 3 0 R>>/ExtGState<</M<</BM/Multiply>>>>>>';
    const { paragraphs } = await readPage(lines(harbour, 72, 700) + draws, entries);
    expect(paragraphs).toEqual([said(harbour), 'The name is Penhallow.']);
  });

  it('is read where a picture has it as its text, and counted once where the page shows it, too', async () => {
    const picture = {
      101: stream(
        Buffer.alloc(12),
        '/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceRGB/BitsPerComponent 8',
      ).toString('latin1'),
    };
    const scan = `q 612 0 0 792 0 0 cm /P Do Q 3 Tr ${lines(harbour, 72, 700)}`;
    expect((await readPage(scan, '', picture)).paragraphs).toEqual([said(harbour)]);
    const twice = await readPage(`${lines(harbour, 72, 700)} 3 Tr ${lines(harbour, 72.4, 699.6)}`);
    expect(twice.paragraphs).toEqual([said(harbour)]);
    expect(twice.part('repeated')!.words).toBe(said(harbour).split(' ').length);
  });

  it('is what is drawn a second time for a shadow', async () => {
    const { paragraphs, part } = await readPage(
      text('The old harbour', 73, 699.2, 'B 16') + text('The old harbour', 72, 700, 'B 16') + lines(harbour, 72, 660),
    );
    expect(paragraphs).toEqual(['The old harbour', said(harbour)]);
    expect(part('repeated')!.words).toBe(3);
  });
});

describe('words that are marked for redaction', () => {
  it('are read while the marks are not applied, and named', async () => {
    const mark = (y: number): string => `<</Type/Annot/Subtype/Redact/Rect[72 ${y - 2} 400 ${y + 9}]/QuadPoints[]>>`;
    const annotations = { 110: mark(687), 111: mark(674) };
    const { paragraphs, part } = await readPage(lines(harbour, 72, 700), '/Annots[110 0 R 111 0 R]', annotations);
    expect(paragraphs).toEqual([said(harbour)]);
    expect(part('redactions')).toEqual({ kind: 'redactions', words: 20 });
  });
});

describe('a form and notes on a PDF', () => {
  const field = (entries: string, y: number): string =>
    `<</Type/Annot/Subtype/Widget/Rect[72 ${y} 500 ${y + 60}]${entries}>>`;
  it('are read where the answers are', async () => {
    const objects = {
      110: field(`/FT/Tx/Ff 4096/T(a)/V(${said(harbour)}\\nThat is all.)`, 620),
      111: field('/FT/Ch/Ff 131072/T(b)/Opt[[(f)(By the ferry)][(r)(By road)]]/V(f)', 500),
      112: field('/FT/Btn/T(c)/V/Yes/AS/Yes', 400),
      113: `<</Type/Annot/Subtype/FreeText/Rect[72 300 500 340]/Contents(${said(ferry)})/DA(/F 11 Tf)>>`,
      114: '<</Type/Annot/Subtype/Text/Rect[500 700 520 720]/Contents(Ask her about this.)>>',
      115: '<</Type/Annot/Subtype/Link/Rect[72 200 100 220]/A<</S/URI/URI(https://merrow.example/)>>>>',
    };
    const annotations = `/Annots[${Object.keys(objects)
      .map((number) => `${number} 0 R`)
      .join(' ')}]`;
    const draws = text('What happened?', 72, 700) + text('How do you come?', 72, 570);
    const { paragraphs, part } = await readPage(
      draws,
      annotations,
      objects,
      '/AcroForm<</Fields[110 0 R 111 0 R 112 0 R]>>',
    );
    expect(paragraphs).toEqual([
      'What happened?',
      said(harbour),
      'That is all.',
      'How do you come?',
      'By the ferry',
      said(ferry),
    ]);
    expect(part('comments')!.words).toBe(4);
  });

  it('are no notes where a rule is above an answer', async () => {
    const objects = {
      110: '<</Type/Annot/Subtype/Widget/Rect[72 100 500 114]/FT/Tx/T(a)/V(I have had no boat since then.)>>',
    };
    const draws = `${lines(harbour, 72, 700)}72 120 144 0.5 re f\n`;
    const { paragraphs } = await readPage(draws, '/Annots[110 0 R]', objects, '/AcroForm<</Fields[110 0 R]>>');
    expect(paragraphs.at(-1)).toBe('I have had no boat since then.');
  });
});
