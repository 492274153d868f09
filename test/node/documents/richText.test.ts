import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../growth';
import { read, refusal } from './documentFiles';

async function leftOut(body: string): Promise<Readonly<Record<string, string>>> {
  const { text, reading } = await read('rich.rtf', Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`, 'latin1'));
  return {
    text,
    ...Object.fromEntries(
      reading!.parts.map(({ kind, places = [] }) => [kind, places.map((each) => each.text).join(' | ')]),
    ),
  };
}

async function textOf(body: string): Promise<string> {
  return (await leftOut(body))['text']!;
}

describe('paragraphs of rich text', () => {
  it.each(['\\par ', '\\\n', '\\\r\n', '\\\r', '\\page ', '\\column ', '\\sect ', '\\par\\page '])(
    'end at %j',
    async (end) => {
      expect(await textOf(`One${end}two`)).toBe('One\n\ntwo');
    },
  );

  it('have lines, and go on after a drop capital and a deleted or hidden mark', async () => {
    expect(await textOf('One\\line two\\lbr3 three')).toBe('One\ntwo\nthree');
    expect(await textOf('\\pard\\dropcapli2\\dropcapt1 W\\par\\pard hen it rained\\par')).toBe('When it rained');
    expect(await leftOut('One{\\deleted .\\par }, two{\\v\\par } three')).toEqual({
      text: 'One, two three',
      deletions: '.',
    });
  });

  it('are those of WordPad, TextEdit, LibreOffice and old Word alike', async () => {
    const bodies = [
      '{\\fonttbl{\\f0\\fnil\\fcharset0 Calibri;}}{\\*\\generator Riched20 10.0}\\viewkind4\\uc1\n\\pard\\sa200\\f0 It\\rquote s late\\par\nYes\\par\n',
      "\\cocoartf2639{\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;}{\\colortbl;\\red255\\green255\\blue255;}{\\*\\expandedcolortbl;;}\\pard\\pardirnatural\\partightenfactor0\n\n\\f0 \\cf0 It\\'92s late\\\nYes\\\n",
      "{\\fonttbl{\\f3\\froman\\fprq2\\fcharset0 Liberation Serif;}}\\pard\\plain \\s0\\rtlch\\af9 \\ltrch\\loch\\f3{\\loch\nIt\\u8217\\'92s late}\n\\par \\pard\\plain \\s0{\\loch\nYes}\n\\par ",
      "\\mac{\\fonttbl{\\f20 Times;}}\\pard\\plain \\f20 It\\'d5s late\\par Yes\\par ",
    ];
    for (const body of bodies) expect(await textOf(body)).toBe('It’s late\n\nYes');
  });
});

describe('characters of rich text', () => {
  it.each([
    ['a replacement', "\\u8217'x", '’x'],
    ['one in hexadecimal', "\\u8217\\'92x", '’x'],
    ['two of them', "\\uc2\\u8217\\'a1\\'a5x", '’x'],
    ['none', '\\uc0\\u8217x', '’x'],
    ['the end of a group', '{\\u8226}x', '•x'],
    ['the beginning of one', '\\u8226{x}', '•x'],
    ['a control word', '\\u8226\\tab x', '•x'],
    ['a control word that ends a paragraph', '\\u8226\\par x', '•\n\nx'],
    ['picture bytes', '\\u8226\\bin3 }}}x', '•x'],
    ['two halves of a character', '\\u-10179?\\u-8694?x', '🌊x'.replace('🌊', '\ud83d\ude0a')],
    ['a group that sets how many', '{\\uc0 \\u8217x}\\u8217?y', '’x’y'],
  ])('are skipped behind \\u: %s', async (_what, body, text) => {
    expect(await textOf(body)).toBe(text);
  });

  it.each([
    ['\\ansicpg1252', '\\u8217?', "\\'93\\'96\\'94", '“–”'],
    ['\\ansicpg437', '', "caf\\'82", 'café'],
    ['\\pc', '', "caf\\'82", 'café'],
    ['\\pca', '', "\\'b5", 'Á'],
    ['\\mac', '', "caf\\'8e", 'café'],
    ['\\ansicpg10000', '', "\\'d2", '“'],
    ['\\ansicpg1251', '', "\\'e4\\'e0", 'да'],
    ['\\ansicpg932', '', "\\'83\\'41", 'ア'],
    ['\\deff1{\\fonttbl{\\f1\\fcharset204 A;}}', '', "\\'e4\\'e0", 'да'],
    ['{\\fonttbl{\\f1\\cpg1253 A;}}\\f1', '', "\\'e1", 'α'],
    ['{\\fonttbl{\\f1\\fcharset128 A;}}\\f1', '', "caf\\'e9", 'café'],
  ])('are read in the encoding of the file or font: %s', async (begins, _none, body, text) => {
    expect(await textOf(`${begins} ${body}`)).toBe(text);
  });

  it('are named where they are control characters', async () => {
    expect(await leftOut("One\\'05\\u129? two")).toEqual({ text: 'One two', hidden: '\x05\x81' });
  });
});

describe('what rich text leaves out', () => {
  const styles =
    '{\\stylesheet{\\s0 Normal;}{\\s1\\v Unseen;}{\\s2\\sbasedon1 Child;}{\\s3\\sbasedon2\\v0 Shown;}{\\*\\cs4\\additive\\v Run;}{\\s5\\sbasedon5 Round;}}';
  it.each([
    ['its style', `${styles}\\pard\\s1 Unseen.\\par\\pard\\s0 `],
    ['an ancestor of its style', `${styles}\\pard\\s2 Unseen.\\par\\pard\\s5 `],
    ['the style of its run', `${styles}{\\cs4 Unseen.}\\plain `],
    ['a word', '\\v Unseen.\\v0 '],
    ['a group around it', '{\\v{\\b Unseen.}}'],
  ])('is hidden by %s', async (_by, hidden) => {
    expect(await leftOut(`${hidden}Seen.\\par`)).toEqual({ text: 'Seen.', hidden: 'Unseen.' });
  });

  const colours = '{\\colortbl;\\red255\\green255\\blue255;\\ctint255\\red0\\green0\\blue0;}';
  it.each([
    ['a white colour', `${colours}{\\cf1 Unseen.}`],
    ['a white colour on white', `${colours}{\\chcbpat1\\cf1 Unseen.}`],
    ['a tiny size', '{\\fs2 Unseen.}'],
  ])('is hidden by %s', async (_by, hidden) => {
    expect(await leftOut(`${hidden}Seen.\\par`)).toEqual({ text: 'Seen.', hidden: 'Unseen.' });
  });

  it('is not what is white on a colour, black, or takes white back', async () => {
    const all = `${colours}{\\cf1\\chcbpat2 One}{\\cf2  two}{\\cf1\\plain  three}{\\fs2\\fs24  four.}\\par`;
    expect(await leftOut(all)).toEqual({ text: 'One two three four.' });
    const shape = '{\\shp{\\*\\shpinst{\\shptxt \\pard{\\cf1 In a shape.}\\par}}}';
    expect(await leftOut(`${colours}${shape}\\par`)).toEqual({ text: 'In a shape.' });
    expect(await leftOut(`${colours}\\viewbksp1{\\cf1 On a dark page.}\\par`)).toEqual({ text: 'On a dark page.' });
  });

  it('is the poorer form of two, and an object but for what is shown of it', async () => {
    expect(await textOf('{\\upr{The gate}{\\*\\ud{The g\\u228 ate}}} is open.')).toBe('The gäte is open.');
    const object = '{\\object\\objemb{\\*\\objclass Word}{\\*\\objdata 0105}{\\result Shown.\\par}}';
    expect(await leftOut(`${object}{\\info{\\object{\\result Told.}}}Seen.\\par`)).toEqual({ text: 'Shown.\n\nSeen.' });
  });

  it('is not what a style or word shows', async () => {
    expect(await leftOut(`${styles}\\pard\\s3 One.\\par\\pard\\s1{\\v0  Two.}\\par`)).toEqual({ text: 'One.\n\nTwo.' });
  });

  it('is deleted, moved away, a list of a field, a formula', async () => {
    expect(await leftOut('{\\mvf here }and {\\mvt here}')).toEqual({
      text: 'and here',
      deletions: 'here',
      insertions: '',
    });
    expect(
      await leftOut('Seen. {\\field{\\*\\fldinst { TOC \\\\o "1-3"}}{\\fldrslt {One\\tab 1\\par Two\\tab 2}}}'),
    ).toEqual({ text: 'Seen.', contents: 'One\t1 Two\t2' });
    expect(await textOf('{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt A link}}')).toBe('A link');
    expect(await leftOut('Seen. {\\mmath{\\*\\moMath{\\mr a+b}}}')).toEqual({ text: 'Seen.', figures: 'a+b' });
  });

  it('is behind the end of the document', async () => {
    const { text, reading } = await read(
      'behind.rtf',
      '{\\rtf1 One.\\par}{\\rtf1{\\fonttbl{\\f0 Times;}}Two words.\\par} raw\0\n',
    );
    expect(text).toBe('One.');
    expect(reading!.parts).toMatchObject([{ kind: 'hidden', words: 3 }]);
  });
});

describe('rich text that is damaged', () => {
  it('is refused where it ends too early, or claims more bytes than it has', async () => {
    for (const body of [
      '{\\rtf1 One',
      '{\\rtf1 {One}',
      '{\\rtf1 \\bin99999999 One}',
      '{\\rtf1 One\\',
      "{\\rtf1 One\\'9",
    ])
      expect((await refusal('cut.rtf', body)).message).toContain('damaged or cut off');
  });

  it('is read in linear time: the tokens of twice the text are twice as many', async () => {
    const runs = (count: number): string => `{\\rtf1 ${"{\\b\\f0\\lang1033 a word\\'92s }".repeat(count)}}`;
    await expectLinear((count) => read('runs.rtf', runs(count)), 200);
  });
});
