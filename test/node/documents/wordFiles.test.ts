import { describe, expect, it } from 'vitest';
import type { PartKind } from '../../../src/reading/text/readableFormats';
import { read, refusal } from './documentFiles';
import { relations, run, wordFile, wordNamespace, wordParagraph, wordXml, zipped } from './officeFiles';

async function textOf(body: string, others?: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  return (await read('word.docx', wordFile(body, others))).text;
}

async function leftOut(
  body: string,
  others?: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ text: string } & Partial<Record<PartKind, string>>> {
  const { text, reading } = await read('word.docx', wordFile(body, others));
  const parts = reading!.parts.map(({ kind, places = [] }) => [kind, places.map((each) => each.text).join(' | ')]);
  return { text, ...Object.fromEntries(parts) } as { text: string } & Partial<Record<PartKind, string>>;
}

const p = wordParagraph;
const seen = run('Seen. ');
const field = (code: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

describe('the main part of a Word document', () => {
  const document = (target: string, part: string): Uint8Array =>
    zipped({
      '_rels/.rels': relations({ r1: ['officeDocument', target] }),
      [part]: wordXml(p('The words.')),
      'word/document.xml': wordXml(p('Other words.')),
    });

  it.each([
    ['word/document7.xml', 'word/document7.xml'],
    ['/text/main.xml', 'text/main.xml'],
    ['./word/../body.xml', 'body.xml'],
    ['Word/Main.xml', 'word/main.xml'],
    ['word\\main.xml', 'word/main.xml'],
    ['word/main.xml', 'word\\main.xml'],
  ])('is the one that %s names', async (target, part) => {
    expect((await read('main.docx', document(target, part))).text).toBe('The words.');
  });

  it('is read in the strict form, by any prefix, and by none', async () => {
    const strict = wordXml(p('The words.')).replaceAll(
      wordNamespace,
      'http://purl.oclc.org/ooxml/wordprocessingml/main',
    );
    const forms = [
      strict,
      wordXml(p('The words.')).replaceAll('w:', 'q:').replace('xmlns:w=', 'xmlns:q='),
      wordXml(p('The words.')).replaceAll('<w:', '<').replaceAll('</w:', '</').replace('xmlns:w=', 'xmlns='),
      `<x:document xmlns:x="${wordNamespace}"><x:body xmlns:y="${wordNamespace}"><y:p><y:r><x:t>The words.</x:t></y:r></y:p></x:body></x:document>`,
    ];
    for (const form of forms) expect(await textOf('', { 'word/document.xml': form })).toBe('The words.');
  });

  it('is no text of another namespace', async () => {
    const other = wordXml(p('The words.')).replaceAll(wordNamespace, 'urn:another');
    expect(await refusal('other.docx', wordFile('', { 'word/document.xml': other }))).toMatchObject({
      code: 'UnreadableDocument',
      message: expect.stringContaining('not a Word document') as string,
    });
  });

  it('is read in UTF-16', async () => {
    const wide = Buffer.from(`\ufeff${wordXml(p('Café words.'))}`, 'utf16le');
    expect(await textOf('', { 'word/document.xml': wide })).toBe('Café words.');
  });
});

describe('what nobody sees in a Word document', () => {
  const style = (id: string, type: string, content: string): string =>
    `<w:style w:type="${type}" w:styleId="${id}">${content}</w:style>`;
  const styles = `<w:styles xmlns:w="${wordNamespace}">${[
    style('Unseen', 'paragraph', '<w:rPr><w:vanish/></w:rPr>'),
    style('Child', 'paragraph', '<w:basedOn w:val="Unseen"/>'),
    style('Grandchild', 'paragraph', '<w:basedOn w:val="Child"/>'),
    style('Shown', 'paragraph', '<w:basedOn w:val="Child"/><w:rPr><w:vanish w:val="0"/></w:rPr>'),
    style('Circle', 'paragraph', '<w:basedOn w:val="Round"/>'),
    style('Round', 'paragraph', '<w:basedOn w:val="Circle"/>'),
    style('UnseenRun', 'character', '<w:rPr><w:vanish w:val="true"/></w:rPr>'),
    style('UnseenTable', 'table', '<w:rPr><w:vanish/></w:rPr>'),
  ].join('')}</w:styles>`;
  const others = {
    'word/_rels/document.xml.rels': relations({ s: ['styles', 'styles.xml'] }),
    'word/styles.xml': styles,
  };
  const styled = (name: string): string => `<w:pStyle w:val="${name}"/>`;

  it.each([
    ['a style', p('Unseen.', styled('Unseen'))],
    ['an ancestor of its style', p('Unseen.', styled('Grandchild'))],
    ['a style of its run', p(run('Unseen.', '<w:rStyle w:val="UnseenRun"/>'))],
    ['its run', p(run('Unseen.', '<w:vanish/>'))],
    ['its size', p(run('Unseen.', '<w:sz w:val="2"/>'))],
    ['its colour, white on white,', p(run('Unseen.', '<w:color w:val="FFFFFF"/>'))],
    ['its row', `<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>${p('Unseen.')}</w:tc></w:tr></w:tbl>`],
    [
      'the style of its table',
      `<w:tbl><w:tblPr><w:tblStyle w:val="UnseenTable"/></w:tblPr><w:tr><w:tc>${p('Unseen.')}</w:tc></w:tr></w:tbl>`,
    ],
    [
      'the run that its box is in',
      p(`<w:r><w:rPr><w:vanish/></w:rPr><w:txbxContent>${p('Unseen.')}</w:txbxContent></w:r>`),
    ],
  ])('is left out where %s hides it', async (_by, hidden) => {
    expect(await leftOut(p('Before.') + hidden + p('After.'), others)).toEqual({
      text: 'Before.\n\nAfter.',
      hidden: 'Unseen.',
    });
  });

  it.each([
    ['a style takes it back', p('Seen.', styled('Shown'))],
    ['its run takes it back', p(run('Seen.', '<w:vanish w:val="false"/>'), styled('Unseen'))],
    ['a style of runs turns it over', p(run('Seen.', '<w:rStyle w:val="UnseenRun"/>'), styled('Unseen'))],
    ['styles go round', p('Seen.', styled('Circle'))],
    ['white has a colour behind it', p(run('Seen.', '<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>'))],
    [
      'white is in a box',
      p(`<w:r><w:txbxContent>${p(run('Seen.', '<w:color w:val="FFFFFF"/>'))}</w:txbxContent></w:r>`),
    ],
    ['it was hidden before a change', p(run('Seen.', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>'))],
  ])('is kept where %s', async (_by, shown) => {
    expect(await leftOut(shown, others)).toEqual({ text: 'Seen.' });
  });

  it('joins a paragraph with a hidden mark to the next one', async () => {
    expect(await textOf(p('One', '<w:rPr><w:vanish/><w:specVanish/></w:rPr>') + p(' two.'))).toBe('One two.');
  });
});

describe('tracked changes of a Word document', () => {
  it('are as if accepted: ends of paragraphs, rows, cells, moves', async () => {
    const mark = (change: string): string => `<w:rPr><${change} w:id="1"/></w:rPr>`;
    const cell = (text: string, properties = ''): string => `<w:tc>${properties}${p(text)}</w:tc>`;
    expect(await textOf(p('One', mark('w:del')) + p(', two', mark('w:moveFrom')) + p(', three.'))).toBe(
      'One, two, three.',
    );
    expect(await textOf(p('One', mark('w:ins')) + p('Two'))).toBe('One\n\nTwo');
    const row = (properties: string, text: string): string => `<w:tr>${properties}<w:tc>${p(text)}</w:tc></w:tr>`;
    expect(
      await leftOut(`<w:tbl>${row('<w:trPr><w:del w:id="1"/></w:trPr>', 'Gone.')}${row('', 'Kept.')}</w:tbl>`),
    ).toEqual({ text: 'Kept.', deletions: 'Gone.' });
    const kept = 'One two three four five six seven eight nine ten.';
    expect(
      await leftOut(
        `<w:tbl><w:tr>${cell(kept)}${cell(kept.toUpperCase(), '<w:tcPr><w:cellDel w:id="2"/></w:tcPr>')}</w:tr></w:tbl>`,
      ),
    ).toEqual({
      text: kept,
      deletions: kept.toUpperCase(),
    });
    const moved = `<w:moveFrom w:id="3">${run('here ')}</w:moveFrom>${run('and ')}<w:moveTo w:id="4">${run('here')}</w:moveTo>`;
    expect(await leftOut(p(moved))).toEqual({ text: 'and here', deletions: 'here', insertions: '' });
  });
});

describe('what a program wrote into a Word document', () => {
  it.each([
    ['a table of contents by a field', p(seen + field(' TOC \\o "1-3"', run('One 1'))), 'contents', 'One 1'],
    [
      'one with fields in it',
      p(seen + field('TOC', field('HYPERLINK "x"', run('One 1')) + run(' Two 2'))),
      'contents',
      'One 1 Two 2',
    ],
    [
      'one in one element',
      p(`${seen}<w:fldSimple w:instr="INDEX">${run('oats, 3')}</w:fldSimple>`),
      'contents',
      'oats, 3',
    ],
    [
      'a bibliography',
      p(seen) + `<w:sdt><w:sdtPr><w:bibliography/></w:sdtPr><w:sdtContent>${p('A book.')}</w:sdtContent></w:sdt>`,
      'contents',
      'A book.',
    ],
    [
      'the words of an empty control',
      p(
        `${seen}<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Click here.')}</w:sdtContent></w:sdt>`,
      ),
      'template',
      'Click here.',
    ],
    [
      'the code of a field',
      p(seen + field(`IF</w:instrText></w:r>${field('X', run('7'))}<w:r><w:instrText> = 7`, '')),
      'hidden',
      '7',
    ],
    ['a formula', p(`${seen}<m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath>`), 'figures', 'a+b'],
  ])('is left out: %s', async (_what, body, kind, words) => {
    expect(await leftOut(body)).toEqual({ text: 'Seen.', [kind]: words });
  });

  it('goes over paragraphs, up to the end of its field', async () => {
    const [begin, end] = field('TOC', '|').split('|') as [string, string];
    expect(await leftOut(p(seen) + p(begin + run('One 1')) + p('Two 2') + p(end + run('Text.')))).toEqual({
      text: 'Seen.\n\nText.',
      contents: 'One 1 | Two 2',
    });
  });

  it('takes fields within fields in linear time', async () => {
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>';
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
    expect(await textOf(p(begin.repeat(100_000) + end.repeat(100_000) + seen))).toBe('Seen.');
  });

  it('keeps results of other fields, and of controls that are filled in', async () => {
    const control = `<w:sdt><w:sdtPr/><w:sdtContent><w:sdt><w:sdtContent>${run('I did.')}</w:sdtContent></w:sdt></w:sdtContent></w:sdt>`;
    expect(await textOf(p(field('HYPERLINK "x"', run('A link ')) + control))).toBe('A link I did.');
  });

  it('leaves out diagrams and charts in their places', async () => {
    const words = (text: string): string =>
      `<a:p xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const graphics = '<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="d"/>';
    const others = {
      'word/_rels/document.xml.rels': relations({ d: ['diagramData', 'diagrams/data1.xml'] }),
      'word/diagrams/data1.xml': `<x>${words('Plan')}${words('Do')}</x>`,
    };
    expect(
      await leftOut(p(`${run('One ')}<w:r><w:drawing>${graphics}</w:drawing></w:r>${run('two')}`), others),
    ).toEqual({ text: 'One two', figures: 'Plan\n\nDo' });
  });
});

describe('the layout of a Word document', () => {
  it('ends a line at a break of any kind', async () => {
    const breaks = ['', 'w:type="page"', 'w:type="column"', 'w:type="textWrapping" w:clear="all"'];
    for (const each of breaks)
      expect(await textOf(p(`${run('one')}<w:r><w:br ${each}/></w:r>${run('two')}`))).toBe('one\ntwo');
  });

  it('joins a drop capital to its paragraph, not a frame', async () => {
    expect(await textOf(p('W', '<w:framePr w:dropCap="margin"/>') + p('hen it rained'))).toBe('When it rained');
    expect(await textOf(p('Aside', '<w:framePr w:w="2000"/>') + p('When'))).toBe('Aside\n\nWhen');
  });

  it('reads one of several ways to show a thing', async () => {
    const box = (text: string): string => `<w:txbxContent>${p(text)}</w:txbxContent>`;
    const ways = `<mc:AlternateContent><mc:Choice Requires="wps">${box('In a box.')}</mc:Choice><mc:Choice Requires="wpg">${box('In a box.')}</mc:Choice><mc:Fallback>${box('In a box.')}</mc:Fallback></mc:AlternateContent>`;
    expect(await textOf(p(`<w:r>${ways}</w:r>${run('Beside it.')}`))).toBe('In a box.\n\nBeside it.');
  });

  it('keeps short cells where there is nothing else', async () => {
    const row = (one: string, two: string): string => `<w:tr><w:tc>${p(one)}</w:tc><w:tc>${p(two)}</w:tc></w:tr>`;
    expect(await leftOut(`<w:tbl>${row('Who?', 'I did')}${row('When?', 'At noon')}</w:tbl>`)).toEqual({
      text: 'Who?\n\nI did\n\nWhen?\n\nAt noon',
    });
    expect(await leftOut(`${p('Seen.')}<w:tbl>${row('Who?', 'I did')}</w:tbl>`)).toEqual({
      text: 'Seen.',
      cells: 'Who?\tI did',
    });
  });
});

describe('beside the text of a Word document', () => {
  it('notes and comments are at the places that refer to them, once', async () => {
    const notes = (element: string, id: number, text: string): string =>
      `<w:${element}s xmlns:w="${wordNamespace}"><w:${element} w:id="${id}">${p(text)}</w:${element}></w:${element}s>`;
    const others = {
      'word/_rels/document.xml.rels': relations({
        a: ['footnotes', 'footnotes.xml'],
        b: ['comments', '/word/says.xml'],
        c: ['header', 'top.xml'],
      }),
      'word/footnotes.xml': notes('footnote', 2, 'A note.'),
      'word/says.xml': notes('comment', 0, 'Why?'),
      'word/top.xml': `<w:hdr xmlns:w="${wordNamespace}">${p('Page')}</w:hdr>`,
    };
    const body = p(
      `${run('One')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' two')}<w:r><w:footnoteReference w:id="2"/><w:commentReference w:id="0"/></w:r>`,
    );
    const { text, reading } = await read('notes.docx', wordFile(body, others));
    expect(text).toBe('One two');
    expect(reading!.parts).toEqual([
      { kind: 'notes', words: 2, places: [{ at: 3, text: 'A note.' }] },
      { kind: 'comments', words: 1, places: [{ at: 7, text: 'Why?' }] },
      { kind: 'headers', words: 1, places: [{ at: 7, text: 'Page' }] },
    ]);
  });
});

describe('a document within a Word document', () => {
  const chunk = (content: string | Uint8Array): Readonly<Record<string, string | Uint8Array>> => ({
    'word/_rels/document.xml.rels': relations({ c: ['aFChunk', 'chunk.dat'] }),
    'word/chunk.dat': content,
  });
  const body = `${p('Before.')}<w:altChunk r:id="c"/>${p('After.')}`;

  it.each([
    ['a page', '<!DOCTYPE html><html><body><p>One <b>two</b>.</p></body></html>'],
    ['a part of a page', '<p>One two.</p>'],
    ['rich text', '{\\rtf1 One two.\\par}'],
    ['plain text', 'One two.'],
    [
      'a web archive',
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset="utf-8"\r\n\r\n<p>One two.</p>\r\n--b--\r\n',
    ],
    ['a Word document', wordFile(p('One two.'))],
    ['two levels of them', wordFile('<w:altChunk r:id="c"/>', chunk('One two.'))],
  ])('is read in its place: %s', async (_kind, content) => {
    expect(await textOf(body, chunk(content))).toBe('Before.\n\nOne two.\n\nAfter.');
  });

  it('is named where it cannot be read', async () => {
    expect((await refusal('made.docx', wordFile(body))).message).toContain('is in a part (c) that is not in the file');
    const unknown = wordFile(body, chunk('<?xml version="1.0"?><pkg:package/>'));
    expect((await refusal('chunk.docx', unknown)).message).toContain('word/chunk.dat');
    const names = { 'word/_rels/document.xml.rels': relations({ c: ['aFChunk', 'chunk.dat'] }) };
    expect((await refusal('gone.docx', wordFile(body, names))).message).toContain('is missing');
  });

  it('is refused in too many levels, and where it is repeated without end', async () => {
    let deep = wordFile(p('One.'));
    for (let level = 0; level < 6; level++) deep = wordFile('<w:altChunk r:id="c"/>', chunk(deep));
    expect((await refusal('deep.docx', deep)).message).toContain('nested too deeply');
    const repeated = wordFile('<w:altChunk r:id="c"/>'.repeat(3000), chunk('words '.repeat(20_000)));
    expect((await refusal('repeated.docx', repeated)).message).toContain('more than 200 MB');
  });
});
