import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PartKind } from '../../../src/reading/text/readableFormats';
import { readDocument } from '../../../src/reading/readFile';
import { readSource } from '../../../src/core/text/readText';
import { readers } from '../../../src/reading/readers';
import { bytesOf, fixture, read } from './documentFiles';

const ownText = (text: string): string => readSource({ text }).own;

const root = path.resolve(import.meta.dirname, '../../..');
const letter = readFileSync(path.join(root, 'sample/questioned/letter-roof-fund.txt'), 'utf8');
const paragraphs = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' '));

async function partsOf(name: string): Promise<Partial<Record<PartKind, number>>> {
  const { reading } = await readDocument(fixture(name));
  return Object.fromEntries(reading!.parts.map(({ kind, words }) => [kind, words]));
}

describe('a letter of LibreOffice with a header, page numbers, a footnote and a table', () => {
  it.each(['odt', 'docx', 'rtf', 'html'])('reads from %s as its plain text, paragraph by paragraph', async (kind) => {
    expect(paragraphs((await readDocument(fixture(`letter.${kind}`))).text)).toEqual(paragraphs(letter));
  });

  it('reads from pdf alike, but that a paragraph ends with a sentence that ends a page', async () => {
    const { text } = await readDocument(fixture('letter.pdf'));
    expect(paragraphs(text)).toEqual(paragraphs(letter.replace('right. However', 'right.\n\nHowever')));
  });

  it.each(['odt', 'docx', 'rtf', 'pdf', 'html'])('names what is left out of %s', async (kind) => {
    const { headers, notes, cells, ...others } = await partsOf(`letter.${kind}`);
    expect(others).toEqual({});
    expect(headers).toBeGreaterThanOrEqual(6); // "Papers of the Merrow Society", "Page" and numbers
    expect(notes).toBeGreaterThanOrEqual(11); // in HTML its mark is a word, too
    expect(cells).toBe(6);
  });

  it('is known by the hash of its bytes, its reader and the hash of its text', async () => {
    const { text, sha256, reading } = await readDocument(fixture('letter.docx'));
    const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
    expect(sha256).toBe(hash(bytesOf('letter.docx')));
    expect(reading).toMatchObject({ reader: readers.word.library, textSha256: hash(text) });
  });

  it('has the pages of a PDF where they begin', async () => {
    const { text, reading } = await readDocument(fixture('letter.pdf'));
    const [first, second, third] = reading!.pages!;
    expect(first).toBe(0);
    expect(text.slice(second)).toMatch(/^There may well be|^There /);
    expect(text.slice(third)).toMatch(/^However, this is a small place/);
  });
});

describe('a text with tracked changes, a comment, hidden words and a box', () => {
  it.each(['odt', 'docx', 'rtf'])('reads from %s as it is when changes are accepted', async (kind) => {
    expect(paragraphs((await readDocument(fixture(`tracked.${kind}`))).text)).toEqual([
      'The path was shut in March without any warning at all, and I have asked twice why.',
      'Nobody has answered my letters. I should like to know by the end of May.',
      'Words that stand in a box.',
      'The box stands beside this line.',
    ]);
    expect(await partsOf(`tracked.${kind}`)).toEqual({ insertions: 5, deletions: 2, comments: 4, hidden: 6 });
  });
});

describe('a mail', () => {
  it('is its own words, with what it answers and forwards in its place', async () => {
    const { text } = await readDocument(fixture('letter.eml'));
    const [own, quoted] = text.split(/\n(?=On Sun)/) as [string, string];
    expect(paragraphs(own)).toEqual(paragraphs(letter));
    expect(quoted).toMatch(/wrote:\n> We would be glad to print your letter\.\n> Please send it as text\./);
    expect(paragraphs(ownText(text))).toEqual(paragraphs(letter));
    expect(await partsOf('letter.eml')).toMatchObject({ forwarded: 10, attachments: 4 });
  });

  const heads = 'From: a@merrow.example\nSubject: x\n';

  it('without plain text is its HTML, with quotations as quoted lines', async () => {
    const html = '<p>Dear Ann,</p><p>I will&nbsp;come.<br>Ben</p><blockquote><p>Will you come?<br>Ann</p></blockquote>';
    const { text } = await read('html.eml', `${heads}Content-Type: text/html\n\n${html}`);
    expect(text).toBe('Dear Ann,\n\nI will\u00a0come.\nBen\n\n> Will you come?\n> Ann');
  });
});

describe('a web page', () => {
  const page =
    '<html><head><meta charset="windows-1252"><title>Title</title><style>p{}</style><script>let a;</script></head><body>' +
    '<nav><a href="/">Home page</a></nav><h1>One</h1><p>Caf\xe9 <b>t</b>wo\nlines <del>gone</del></p><div>three<p>four</p>five</div>' +
    '<p style="display:none">unseen words</p><ul><li>six<li>seven</ul><footer>All rights reserved</footer></body></html>';

  it('is its text as a browser shows it, in the encoding that it declares', async () => {
    const { text, reading } = await read('page.html', Buffer.from(page, 'latin1'));
    expect(paragraphs(text)).toEqual(['One', 'Café two lines', 'three', 'four', 'five', 'six', 'seven']);
    expect(reading!.parts).toMatchObject([
      { kind: 'navigation', words: 5 },
      { kind: 'deletions', words: 1 },
      { kind: 'hidden', words: 2 },
    ]);
  });
});

describe('readers', () => {
  it('name the versions that are installed', () => {
    const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const named = Object.values(readers).flatMap(({ library }) => library?.replace(' (PDF.js)', '').split(', ') ?? []);
    const ofLibraries = [...new Set(named)].filter((each) => !['Word 97', 'Outlook'].includes(each));
    expect(ofLibraries.length).toBeGreaterThan(3);
    for (const each of ofLibraries) {
      const [name, version] = each.split(' ') as [string, string];
      expect(devDependencies[name]).toBe(version);
    }
  });
});
