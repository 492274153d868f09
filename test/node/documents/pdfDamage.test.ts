import { describe, expect, it } from 'vitest';
import type { ReadPart } from '../../../src/reading/text/readableFormats';
import { read, refusal } from './documentFiles';
import { ferry, harbour, lines, type MadePage, pdfFile, stream, text } from './pdfFile';
import { constants, deflateSync } from 'node:zlib';
import { isAll } from '../../needs';

const said = (all: readonly string[]): string => all.join(' ');

async function readPages(pages: readonly MadePage[], objects: Readonly<Record<number, string>> = {}, root = '') {
  const { text: read_, reading } = await read('made.pdf', pdfFile(pages, objects, root));
  const part = (kind: ReadPart['kind']): ReadPart | undefined => reading!.parts.find((each) => each.kind === kind);
  return { paragraphs: read_.split('\n\n'), part, pages: reading!.pages };
}
const readPage = (draws: string, entries = '', objects: Readonly<Record<number, string>> = {}, root = '') =>
  readPages([{ draws, entries }], objects, root);

describe('a PDF that is damaged in part', () => {
  const good = { draws: lines(harbour, 72, 700), packed: true };
  const other = { draws: lines(ferry, 72, 700), packed: true };

  it.runIf(isAll)('is read without the page, which is named, for each bit that is changed', async () => {
    const whole = pdfFile([good, other]);
    const start = whole.indexOf('stream\n', whole.indexOf('13 0 obj')) + 7;
    const end = whole.indexOf('\nendstream', start);
    for (let at = start; at < end; at += 37) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1 << (at % 8);
      const { text: left, reading } = await read('bit.pdf', changed);
      if (left === `${said(harbour)}\n\n${said(ferry)}`) continue;
      expect(left).toBe(said(harbour));
      expect(reading!.parts).toEqual([{ kind: 'unreadable', words: 0, pages: [2] }]);
    }
  });

  it('is read without a page that is no page, and names no other one', async () => {
    const whole = pdfFile([good, good, other]).toString('latin1');
    const changed = whole.replace(/12 0 obj\n<<[^]*?endobj/, '12 0 obj\nnull\nendobj');
    const { text: left, reading } = await read('null.pdf', Buffer.from(changed, 'latin1'));
    expect(left).toBe([harbour, ferry].map(said).join('\n\n'));
    expect(reading!.parts).toEqual([{ kind: 'unreadable', words: 0, pages: [2] }]);
  });

  it('is whole where the list of pages or the size of a page is an object of its own, and where a page has a comment', async () => {
    const whole = pdfFile([good, other], { 90: '[10 0 R 12 0 R]', 91: '[0 0 612 792]' }).toString('latin1');
    const apart = whole.replace(/\/Kids\[[^\]]*\]/, '/Kids 90 0 R/MediaBox 91 0 R');
    const noted = whole.replaceAll(/(1[02] 0 obj)\n/g, '$1 % a page\n');
    for (const written of [apart, noted]) {
      const { text: left, reading } = await read('apart.pdf', Buffer.from(written, 'latin1'));
      expect(left).toBe([harbour, ferry].map(said).join('\n\n'));
      expect(reading?.parts ?? []).toEqual([]);
    }
  });

  it('is refused where all of its pages are damaged', async () => {
    const whole = pdfFile([good]);
    whole[whole.indexOf('stream\n') + 30]! ^= 4;
    expect((await refusal('all.pdf', whole)).message).toContain('all of its pages are damaged');
  });

  const lostFont = `/Resources<</Font<</F 3 0 R/U 120 0 R>>>>`;
  const map = '1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <01> <FFFD> endbfchar';
  const objects = {
    120: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 0/LastChar 1/Widths[500 500]/Encoding<</Differences[1/g1]>>/ToUnicode 121 0 R>>',
    121: stream(Buffer.from(map)).toString('latin1'),
  };
  it('is read without a sign of which it does not say what it is, and refused where those are many', async () => {
    const { paragraphs, part } = await readPage(
      lines(harbour, 72, 700) + text('\x01', 72, 500, 'U 11'),
      lostFont,
      objects,
    );
    expect(paragraphs).toEqual([said(harbour)]);
    expect(part('unreadable')).toEqual({ kind: 'unreadable', words: 1, pages: [1] });
    const many = pdfFile(
      [{ draws: lines(harbour, 72, 700) + text('\x01'.repeat(90), 72, 500, 'U 11'), entries: lostFont }],
      objects,
    );
    expect((await refusal('many.pdf', many)).message).toMatch(
      /does not say of 90 of its \d+ signs what characters they are/,
    );
  });
});

describe('a PDF with objects in streams', () => {
  const object = (number: number, content: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${number} 0 obj\n`), content, Buffer.from('\nendobj\n')]);
  const packed = (type: string, bytes: Buffer): Buffer => stream(bytes, `/Type${type}/Filter/FlateDecode`);

  /** Two pages. The list of pages is in one stream (20), the second page in another (21). @param end  how the list of objects is deflated */
  function buildFile(end = constants.Z_FINISH): Buffer {
    const page = (contents: number): string =>
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents ${contents} 0 R>>`;
    const catalog = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[10 0 R 12 0 R]/Count 2>>'];
    const font = '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>';
    const listed: readonly (readonly [number, string][])[] = [
      [
        [1, catalog[0]!],
        [2, catalog[1]!],
        [3, font],
        [10, page(11)],
      ],
      [[12, page(13)]],
    ];
    const contents = [harbour, ferry].map((all, at) => object(11 + 2 * at, stream(Buffer.from(lines(all, 72, 700)))));
    const streams = listed.map((objects, at) => {
      let place = 0;
      const places = objects.map(([number, content]) => {
        place += content.length + 1;
        return `${number} ${place - content.length - 1}`;
      });
      const head = `${places.join(' ')} `;
      const body = objects.map(([, content]) => `${content} `).join('');
      return object(20 + at, packed(`/ObjStm/N ${objects.length}/First ${head.length}`, deflateSync(head + body)));
    });
    const parts = [Buffer.from('%PDF-1.5\n'), ...contents, ...streams];
    const starts = parts.map((_, at) => Buffer.concat(parts.slice(0, at)).length);
    const entries = new Map<number, readonly [number, number, number]>();
    for (const [at, number] of [11, 13, 20, 21].entries()) entries.set(number, [1, starts[at + 1]!, 0]);
    for (const [at, objects] of listed.entries())
      for (const [index, [number]] of objects.entries()) entries.set(number, [2, 20 + at, index]);
    const table = Buffer.alloc(7 * 22);
    for (const [number, [type, place, index]] of entries) {
      table.writeUInt8(type, 7 * number);
      table.writeUInt32BE(place, 7 * number + 1);
      table.writeUInt16BE(index, 7 * number + 5);
    }
    const list = packed('/XRef/Size 22/W[1 4 2]/Root 1 0 R', deflateSync(table, { finishFlush: end }));
    const start = Buffer.concat(parts).length;
    return Buffer.concat([...parts, object(22, list), Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
  }

  function damage(file: Buffer, number: number): Buffer {
    file[file.indexOf('stream\n', file.indexOf(`\n${number} 0 obj`)) + 20]! ^= 4;
    return file;
  }

  it('is read, also where the list of its objects has no end and lacks nothing', async () => {
    for (const end of [constants.Z_FINISH, constants.Z_SYNC_FLUSH]) {
      const { text: whole, reading } = await read('streams.pdf', buildFile(end));
      expect(whole).toBe(`${said(harbour)}\n\n${said(ferry)}`);
      expect(reading!.parts).toEqual([]);
    }
  });

  it('is refused where objects or the list of them are damaged', async () => {
    for (const number of [20, 21, 22])
      expect((await refusal('streams.pdf', damage(buildFile(), number))).message).toContain('it is damaged');
  });
});

describe('a PDF that grows', () => {
  const deflateBlanks = (length: number): Buffer => deflateSync(Buffer.alloc(length, ' '));
  it.runIf(isAll).each([
    [
      'in three streams',
      () => ({ 120: deflateBlanks(90_000_000), 121: deflateBlanks(90_000_000), 122: deflateBlanks(90_000_000) }),
      '/Filter/FlateDecode',
    ],
    ['by two filters', () => ({ 120: deflateSync(deflateBlanks(300_000_000)) }), '/Filter[/Fl#61teDecode/FlateDecode]'],
    ['by runs', () => ({ 120: Buffer.alloc(3_200_000, Buffer.from([129, 32])) }), '/Filter/RunLengthDecode'],
  ])('is refused before it does: %s', async (_, streams, filter) => {
    const objects = Object.entries(streams()).map(([number, bytes]) =>
      Buffer.concat([Buffer.from(`${number} 0 obj\n`), stream(bytes, filter), Buffer.from('\nendobj\n')]),
    );
    const whole = Buffer.concat([
      Buffer.from('%PDF-1.5\n'),
      ...objects,
      pdfFile([{ draws: text('A few words.', 72, 700) }]),
    ]);
    expect((await refusal('grows.pdf', whole)).message).toContain('more than 200 MB');
  });

  it('is refused where one stream is named often', async () => {
    const content = stream(deflateSync(Buffer.alloc(2_000_000, ' ')), '/Filter/FlateDecode').toString('latin1');
    const often = pdfFile([{ draws: '', entries: `/Contents[${'120 0 R '.repeat(40)}]` }])
      .toString('latin1')
      .replace('/Contents 11 0 R', '');
    const whole = Buffer.concat([
      Buffer.from('%PDF-1.5\n120 0 obj\n'),
      Buffer.from(content, 'latin1'),
      Buffer.from(`\nendobj\n${often}`, 'latin1'),
    ]);
    expect((await refusal('often.pdf', whole)).message).toContain('more than 32 MB');
  });

  it('is refused where its forms draw each other many times', async () => {
    const form = (next: number): string =>
      stream(
        Buffer.from('/X Do '.repeat(10)),
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${next} 0 R>>>>`,
      ).toString('latin1');
    const objects = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [120 + i, form(121 + i)]));
    const whole = pdfFile([{ draws: '/X Do', entries: '/Resources<</XObject<</X 120 0 R>>>>' }], objects);
    expect((await refusal('forms.pdf', whole)).message).toContain('page 1 draws more than is read');
  });
});
