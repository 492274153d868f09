import { deflateSync } from 'node:zlib';

/** What a page of a made PDF draws, and its other entries as they are written; `packed`: its stream is deflated. */
export interface MadePage {
  readonly draws: string;
  readonly entries?: string;
  readonly packed?: boolean;
}

/** A PDF with these pages. Fonts are F (Times) and B (bold). Other objects have numbers from 100 on. */
export function pdfFile(pages: readonly MadePage[], objects: Readonly<Record<number, string>> = {}, root = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const add = (number: number, content: string | Buffer): void => {
    parts.push(Buffer.from(`${number} 0 obj\n`), Buffer.from(content), Buffer.from('\nendobj\n'));
  };
  const kids = pages.map((_, at) => `${10 + 2 * at} 0 R`).join(' ');
  add(1, `<</Type/Catalog/Pages 2 0 R ${root}>>`);
  add(2, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`);
  add(3, '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>');
  add(4, '<</Type/Font/Subtype/Type1/BaseFont/Times-Bold/Encoding/WinAnsiEncoding>>');
  for (const [at, { draws, entries = '', packed }] of pages.entries()) {
    const fonts = '/Resources<</Font<</F 3 0 R/B 4 0 R>>/XObject<</P 101 0 R>>/Properties<</L 100 0 R>>>>';
    const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${fonts}/Contents ${11 + 2 * at} 0 R ${entries}>>`;
    add(10 + 2 * at, page);
    add(11 + 2 * at, packed ? stream(deflateSync(draws), '/Filter/FlateDecode') : stream(Buffer.from(draws, 'latin1')));
  }
  for (const [number, content] of Object.entries(objects)) add(Number(number), content);
  return Buffer.concat([...parts, Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n')]);
}

export function stream(bytes: Buffer, entries = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Draws a text at a place, in points from the left and from the bottom, in a font and size as "B 16". */
export function text(words: string, x: number, y: number, font = 'F 11'): string {
  return `BT /${font} Tf 1 0 0 1 ${x} ${y} Tm (${words.replace(/[()\\]/g, '\\$&')}) Tj ET\n`;
}

/** Draws lines one below the other. */
export function lines(all: readonly string[], x: number, top: number, step = 13): string {
  return all.map((line, at) => text(line, x, top - at * step)).join('');
}

/** Lines of two texts that pages are made of. */
export const harbour = [
  'The harbour wall was mended in the spring, although',
  'nobody had asked the people who moor their boats at',
  'it whether they could do without it for six weeks.',
  'I have said so at two meetings and was thanked for',
  'my patience, which is not the same as an answer.',
];
export const ferry = [
  'A ferry that leaves at nine and comes back at noon',
  'is of little use to anyone who works in the town',
  'until five. We were asked in a letter what we need,',
  'and most of us wrote that we need a later boat, so',
  'the table was made without a look at our replies.',
];
