import { describe, expect, it } from 'vitest';
import type { ReadPart } from '../../../src/core/readableFormats';
import { read, refusal } from './documentFiles';
import { ferry, harbour, lines, type MadePage, pdfFile, stream, text } from './pdfFile';
import { deflateSync } from 'node:zlib';

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

  it('is read without the page, which is named, for each bit that is changed', async () => {
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

  it('names all pages that are lost with one of them', async () => {
    const whole = pdfFile([good, other, good, other]).toString('latin1');
    const changed = whole.replace(/12 0 obj\n<<[^]*?endobj/, '12 0 obj\nnull\nendobj');
    const { text: left, reading } = await read('null.pdf', Buffer.from(changed, 'latin1'));
    expect(left).toBe(said(harbour));
    expect(reading!.parts).toEqual([{ kind: 'unreadable', words: 0, pages: [2, 3, 4] }]);
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

describe('a PDF that grows', () => {
  const blanks = Buffer.alloc(90_000_000, ' ');
  it.each([
    [
      'in three streams',
      { 120: deflateSync(blanks), 121: deflateSync(blanks), 122: deflateSync(blanks) },
      '/Filter/FlateDecode',
    ],
    [
      'by two filters',
      { 120: deflateSync(deflateSync(Buffer.alloc(300_000_000, ' '))) },
      '/Filter[/Fl#61teDecode/FlateDecode]',
    ],
    ['by runs', { 120: Buffer.alloc(3_200_000, Buffer.from([129, 32])) }, '/Filter/RunLengthDecode'],
  ])('is refused before it does: %s', async (_, streams, filter) => {
    const objects = Object.entries(streams).map(([number, bytes]) =>
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
});
