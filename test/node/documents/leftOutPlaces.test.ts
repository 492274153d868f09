import { describe, expect, it } from 'vitest';
import type { PartKind } from '../../../src/reading/text/readableFormats';
import { Prose } from '../../../src/reading/markup/prose';
import { read } from './documentFiles';
import { openFile, run, wordFile, wordParagraph } from './officeFiles';

/** Each place of a kind with the text on both sides of it. */
async function placesOf(name: string, content: string | Uint8Array, kind: PartKind): Promise<readonly string[]> {
  const { text, reading } = await read(name, content);
  const { places = [] } = reading!.parts.find((part) => part.kind === kind) ?? {};
  return places.map(
    ({ at, text: missing }) => `${text.slice(0, at).slice(-7)}[${missing}]${text.slice(at).slice(0, 7)}`,
  );
}

const hidden = '<w:vanish/>';
const sayings = ['The first gate', 'The second gate is open', 'The third gate'];

describe('the places of what is left out', () => {
  it('are right in a Word document, within a paragraph, between two, in cells and in a box', async () => {
    const cell = (content: string): string => `<w:tc>${content}</w:tc>`;
    const long = wordParagraph(
      `${run('Ten words are enough for')}${run('unseen four', hidden)}${run(' a cell to be kept here')}`,
    );
    const body = [
      wordParagraph(run('  unseen one ', hidden) + run('  The first ') + run('unseen two', hidden) + run('gate')),
      wordParagraph(run('unseen three', hidden)),
      `<w:tbl><w:tr>${cell(long)}${cell(wordParagraph('Rent'))}</w:tr></w:tbl>`,
      `<w:p>${run('Beside ')}<w:r><w:txbxContent>${wordParagraph(run('In a box') + run('unseen five', hidden))}</w:txbxContent></w:r>${run('it')}${run('unseen six', hidden)}</w:p>`,
    ].join('');
    const file = wordFile(body);
    expect((await read('places.docx', file)).text).toBe(
      'The first gate\n\nTen words are enough for a cell to be kept here\n\nIn a box\n\nBeside it',
    );
    expect(await placesOf('places.docx', file, 'hidden')).toEqual([
      '[unseen one]The fir',
      ' first [unseen two]gate\n\nT',
      'st gate[unseen three]\n\nTen w',
      'ugh for[unseen four] a cell',
      'n a box[unseen five]\n\nBesid',
      'side it[unseen six]',
    ]);
    expect(await placesOf('places.docx', file, 'cells')).toEqual(['pt here[Rent]\n\nIn a ']);
  });

  it('are right in an OpenDocument text', async () => {
    const note = '<text:note><text:note-body><text:p>Not so.</text:p></text:note-body></text:note>';
    const file = openFile(
      `<text:p>${sayings[0]}</text:p><text:p>The second${note} gate is open</text:p><text:p>${sayings[2]}</text:p>`,
    );
    expect((await read('places.odt', file)).text).toBe(sayings.join('\n\n'));
    expect(await placesOf('places.odt', file, 'notes')).toEqual([' second[Not so.] gate i']);
  });

  it('are right in rich text', async () => {
    const file = `{\\rtf1 ${sayings[0]}\\par The second{\\v unseen} gate is open{\\footnote Not\\par so.}\\par ${sayings[2]}\\par}`;
    expect(await placesOf('places.rtf', file, 'hidden')).toEqual([' second[unseen] gate i']);
    expect(await placesOf('places.rtf', file, 'notes')).toEqual(['is open[Not so.]\n\nThe t']);
  });

  it('are right in a web page, in quotations and in what breaks a paragraph', async () => {
    const page = `<p>${sayings[0]}</p><blockquote><p>One<br>two<del>gone</del> three</p></blockquote><div>four<nav>Home</nav>five<p>six</p></div>`;
    expect(await placesOf('places.html', page, 'deletions')).toEqual(['e\n> two[gone] three\n']);
    expect(await placesOf('places.html', page, 'navigation')).toEqual(['e\n\nfour[Home]five\n\ns']);
  });

  it('are those of the text, whatever blanks a paragraph has', () => {
    const blanks = ['', ' ', '\n', '  \n ', '\t'];
    for (const first of blanks)
      for (const last of blanks) {
        const prose = new Prose();
        prose.beginParagraph();
        for (const part of [first, 'a', last, 'b', first]) {
          prose.sign(part);
          prose.setApart('hidden', 'unseen');
        }
        const { text, parts } = prose.content;
        const before = parts![0]!.places!.map(({ at }) => text.slice(0, at).trim());
        expect(before.map((each) => each.replace(/\s/g, '')).join(' ')).toMatch(/^ ?a (a )?ab( ab)?$/);
      }
  });
});

describe('names that every object has', () => {
  it.each([
    ['rtf', (word: string) => `{\\rtf1 Kept {\\${word} words} here.\\par}`],
    ['html', (word: string) => `<p>Kept <${word}>words</${word}> here.</p>`],
  ])('do not hide text in %s', async (kind, made) => {
    for (const word of ['constructor', 'toString', 'valueOf', 'hasOwnProperty'])
      expect((await read(`names.${kind}`, made(word))).text).toBe('Kept words here.');
  });
});
