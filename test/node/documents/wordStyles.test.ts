import { describe, expect, it } from 'vitest';
import { read } from './documentFiles';
import { relations, run, wordFile, wordNamespace, wordParagraph as p, wordXml } from './officeFiles';

type Others = Readonly<Record<string, string>>;

async function textOf(body: string, others: Others): Promise<string> {
  return (await read('word.docx', wordFile(body, others))).text;
}

async function leftOut(body: string, others: Others): Promise<Readonly<Record<string, string>>> {
  const { text, reading } = await read('word.docx', wordFile(body, others));
  const parts = reading!.parts.map(({ kind, places = [] }) => [kind, places.map((each) => each.text).join(' | ')]);
  return { text, ...(Object.fromEntries(parts) as Others) };
}

describe('text of a Word document', () => {
  const style = (properties: string, kind = 'paragraph'): Readonly<Record<string, string>> => ({
    'word/_rels/document.xml.rels': relations({ s: ['styles', 'styles.xml'] }),
    'word/styles.xml': `<w:styles xmlns:w="${wordNamespace}"><w:style w:type="${kind}" w:styleId="A">${properties}</w:style><w:style w:type="${kind}" w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`,
  });
  it.each([
    ['white', '<w:rPr><w:color w:val="FFFFFF"/></w:rPr>'],
    ['tiny', '<w:rPr><w:sz w:val="2"/></w:rPr>'],
  ])('is left out where a style makes it %s', async (_, properties) => {
    const [paragraphs, runs] = [p('Unseen.', '<w:pStyle w:val="B"/>'), p(run('Unseen.', '<w:rStyle w:val="B"/>'))];
    expect(await leftOut(p('Seen.') + paragraphs, style(properties))).toMatchObject({
      text: 'Seen.',
      hidden: 'Unseen.',
    });
    expect(await leftOut(p('Seen.') + runs, style(properties, 'character'))).toMatchObject({ text: 'Seen.' });
  });

  it('is seen where it is white on a colour, or says itself that it is not so', async () => {
    const white = '<w:rPr><w:color w:val="FFFFFF"/></w:rPr>';
    const named = '<w:pStyle w:val="B"/>';
    expect(
      await textOf(p('Seen.', named), style(`<w:pPr><w:shd w:val="clear" w:fill="000000"/></w:pPr>${white}`)),
    ).toBe('Seen.');
    expect(await textOf(p(run('Seen.', '<w:color w:val="000000"/>'), named), style(white))).toBe('Seen.');
    const onDark = wordXml(p('Seen.', named)).replace('<w:body>', '<w:background w:color="102030"/><w:body>');
    expect(await textOf('', { 'word/document.xml': onDark, ...style(white) })).toBe('Seen.');
  });

  it('is seen where a style without an id is tiny, because nothing names that style', async () => {
    const tiny = `<w:styles xmlns:w="${wordNamespace}"><w:style><w:name w:val="EmptyCell"/><w:rPr><w:sz w:val="2"/></w:rPr></w:style></w:styles>`;
    expect(await textOf(p('Seen.'), { ...style(''), 'word/styles.xml': tiny })).toBe('Seen.');
  });

  it('is left out where the document hides what says nothing else', async () => {
    const hides = `<w:styles xmlns:w="${wordNamespace}"><w:docDefaults><w:rPrDefault><w:rPr><w:vanish/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>`;
    const others = { ...style(''), 'word/styles.xml': hides };
    expect(await textOf(p('Unseen.') + p(run('Seen.', '<w:vanish w:val="0"/>')), others)).toBe('Seen.');
  });

  it.each([
    ['<w:name w:val="Quote"/>', '> Borrowed.'],
    ['<w:name w:val="Intense Quote"/>', '> Borrowed.'],
    ['<w:name w:val="toc 2"/>', ''],
    ['<w:name w:val="Quote of the Day"/>', 'Borrowed.'],
    ['<w:name w:val="Tock 2"/>', 'Borrowed.'],
  ])('is of another kind where the name of a style says so, in any language: %s', async (name, shown) => {
    const text = await textOf(p('Own.') + p('Borrowed.', '<w:pStyle w:val="B"/>') + p('Own, too.'), style(name));
    expect(text).toBe(['Own.', shown, 'Own, too.'].filter((each) => each !== '').join('\n\n'));
    expect(await textOf(p(run('Own.', '<w:rStyle w:val="B"/>')), style(name, 'character'))).toBe('Own.');
  });

  it('the mark of a note that follows it is no part of the text', async () => {
    const note = `<w:footnotes xmlns:w="${wordNamespace}"><w:footnote w:id="2">${p('Old.')}</w:footnote></w:footnotes>`;
    const marked = `${run('Seen.')}<w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>*</w:t></w:r>`;
    const others = {
      'word/_rels/document.xml.rels': relations({ n: ['footnotes', 'footnotes.xml'] }),
      'word/footnotes.xml': note,
    };
    expect(await textOf(p(marked), others)).toBe('Seen.');
  });
});
