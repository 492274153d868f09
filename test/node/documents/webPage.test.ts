import { findTurns } from '../../../src/reading/text/turns';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../growth';
import { readHtml } from '../../../src/reading/markup/html';
import { neverStops } from '../../../src/core/basics/work';
import { read, refusal } from './documentFiles';

const longer = 'We met in the old hall and spoke of nothing but the state of its roof.';
const other = 'Nobody had thought to bring a lamp, so the talk ended when the light went.';

async function page(
  body: string,
  head = '',
): Promise<{ readonly paragraphs: readonly string[]; readonly parts: object }> {
  const { text, reading } = await read('page.html', `<html><head>${head}</head><body>${body}</body></html>`);
  return {
    paragraphs: text.split('\n\n'),
    parts: Object.fromEntries(reading!.parts.map(({ kind, words }) => [kind, words])),
  };
}

describe('a page of a blog or forum', () => {
  it.each([
    ['comments', `<section id="comments"><ol class="comment-list"><li><p>${other}</p></li></ol></section>`],
    ['navigation', `<div class="cookie-banner">${other}</div>`],
    ['navigation', `<div class="post sharedaddy">${other}</div>`],
    ['hidden', `<canvas>${other}</canvas>`],
  ])('is read without its %s: %s', async (kind, element) => {
    const words = other.split(' ').length;
    expect(await page(`<p>${longer}</p>${element}`)).toEqual({ paragraphs: [longer], parts: { [kind]: words } });
  });

  it.each(['quote', 'bbcode_quote', 'quote-container'])(
    'has what is quoted by the class %s as quoted',
    async (name) => {
      const { parts } = await page(`<div class="${name}">Ann wrote:<br>${other}</div><p>${longer}</p>`);
      expect(parts).toEqual({ quoted: 4 + other.split(' ').length }); // with the marks of two lines
    },
  );

  it('keeps what only has such a word in its class', async () => {
    const words = `<p class="quote-of-the-day">${longer}</p><div class="my-comments-on-it">${other}</div>`;
    expect(await page(words)).toEqual({ paragraphs: [longer, other], parts: {} });
  });
});

describe('a table of a web page', () => {
  it.each([
    ['cells of a row', `<table><tr><td>${longer}</td><td>${other}</td></tr></table>`],
    ['cells without ends', `<table><tr><td>${longer}<td>${other}</table>`],
    ['head cells', `<table><thead><tr><th>${longer}</th></tr></thead><tr><td>${other}</td></tr></table>`],
    ['a table in a cell', `<table><tr><td>${longer}<table><tr><td>${other}</td></tr></table></td></tr></table>`],
    ['cells outside of a table', `<td>${longer}</td><td>${other}</td>`],
  ])('has %s as paragraphs', async (_, table) => {
    expect(await page(table)).toEqual({ paragraphs: [longer, other], parts: {} });
  });

  it('is left out where cells of a row are under ten words, and kept where a row has one', async () => {
    const table = '<table><tr><td>Dear Ann,</td></tr><tr><td>Lamp</td><td>Four pounds</td></tr></table>';
    expect(await page(`<p>${longer}</p>${table}`)).toEqual({ paragraphs: [longer, 'Dear Ann,'], parts: { cells: 3 } });
  });
});

describe('a page with messages', () => {
  it('is read if its classes name a sender', async () => {
    expect((await page(`<div class="sender">Ann</div><p>${longer}</p>`)).paragraphs).toEqual(['Ann', longer]);
  });

  it('has its messages by speaker, with the short cells of a table of messages in their places', async () => {
    const row = (who: string, minute: number): string =>
      `<tr><td>3/5/2021 10:1${minute}</td><td>${who}</td><td>${longer}</td></tr>`;
    const rows = ['Ann', 'Ben', 'Ann', 'Ben', 'Ann', 'Ben'].map((who, minute) => row(who, minute));
    const { paragraphs, parts } = await page(`<table>${rows.join('')}</table>`);
    expect(findTurns(paragraphs.join('\n'))?.speakers.map(({ name, turns }) => [name, turns])).toEqual([
      ['Ann', 3],
      ['Ben', 3],
    ]);
    expect(parts).not.toHaveProperty('cells');
  });
});

describe('what nobody sees of a web page', () => {
  it.each([
    ['<div style="mso-hide:all">unseen words</div>'],
    ['<div style="FONT-SIZE: 0px !important">unseen words</div>'],
    ['<div style="font-size:1px;line-height:1px">unseen <b>words</b></div>'],
    ['<p style="visibility: hidden">unseen words</p>'],
    ['<p style="opacity:0.0">unseen words</p>'],
    ['<div style="max-height:0;overflow:hidden">unseen words</div>'],
    ['<span style="position:absolute;left:-9999px">unseen words</span>'],
    ['<span style="position:absolute;clip:rect(0,0,0,0)">unseen words</span>'],
    ['<p hidden>unseen words</p>'],
    ['<noscript>unseen words</noscript>'],
    ['<p class="a gone b">unseen words</p>', '<style>p{margin:0} .kept, .gone{display:none}</style>'],
    ['<p id="gone">unseen words</p>', '<style type="text/css"><!-- #gone { visibility : hidden } --></style>'],
    ['<aside-note>unseen words</aside-note>', '<style>/* a } */ aside-note{display:none}</style>'],
    ['<p class="gone">unseen words</p>', '<style>@import url(x); p.gone{display:none!important}</style>'],
  ])('is left out and counted: %s %s', async (hidden, head = '') => {
    expect(await page(`<p>${longer}</p>${hidden}`, head)).toEqual({ paragraphs: [longer], parts: { hidden: 2 } });
  });

  it.each([
    [
      'a cell without a size of letters that holds letters',
      `<div style="font-size:0"><div style="font-size:13px">${longer}</div></div>`,
    ],
    [
      'a visible part of an invisible one',
      `<div style="visibility:hidden"><p style="visibility:visible">${longer}</p></div>`,
    ],
    [
      'what is hidden on paper',
      `<p class="x">${longer}</p>`,
      '<style>@media print{.x{display:none}}</style><style media="print">.x{display:none}</style>',
    ],
    ['what a later rule shows', `<p class="x">${longer}</p>`, '<style>.x{display:none} .x{display:block}</style>'],
    [
      'what the element itself shows',
      `<p class="x" style="display:block">${longer}</p>`,
      '<style>.x{display:none}</style>',
    ],
    ['another element of the class', `<p class="x">${longer}</p>`, '<style>div.x{display:none}</style>'],
    ['a page that its script shows', `<p>${longer}</p>`, '<style>body{opacity:0}</style>'],
    [
      'names of the language',
      `<constructor><p class="constructor __proto__" id="toString">${longer}</p></constructor>`,
      '<style>.valueOf{}</style>',
    ],
  ])('is not %s', async (_, body, head = '') => {
    expect(await page(body, head)).toEqual({ paragraphs: [longer], parts: {} });
  });
});

describe('notes of a web page', () => {
  it.each([
    'class="footnotes"',
    'class="end-note"',
    'class="MsoFootnoteText"',
    'class="article-footnotes"',
    'id="ftn1"',
    'id="_edn12"',
    'id="fn:3"',
    'id="cite_note-4"',
    'role="doc-endnotes"',
    'class="x footnote-item"',
  ])('are what is so marked: %s', async (mark) => {
    expect(await page(`<p>${longer}</p><div ${mark}>See there.</div>`)).toEqual({
      paragraphs: [longer],
      parts: { notes: 2 },
    });
  });

  it.each([
    'weekend-notes',
    'trend_notes',
    'backend-note',
    'has-footnotes',
    'with-endnotes',
    'notes',
    'barefoot-notes',
    'endnotesworthy',
  ])('are not what is marked otherwise: %s', async (name) => {
    expect(await page(`<div class="${name}">${longer}</div>`)).toEqual({ paragraphs: [longer], parts: {} });
  });

  it('leave no mark behind the word that they belong to, and raised letters are part of theirs', async () => {
    const body = '<p>The roof<sup><a href="#n1">[1]</a></sup> fell on the 21<sup>st</sup> of H<sub>2</sub>O.</p>';
    expect((await page(body)).paragraphs).toEqual(['The roof fell on the 21st of H2O.']);
  });
});

describe('lines of a web page', () => {
  it('end where a browser ends them', async () => {
    const body =
      '<p>One <br> two<br/><br>three<wbr>four</p><pre>five\n  six</pre><p style="white-space:pre-wrap">a\nb</p>c<q>d</q>';
    expect((await page(body)).paragraphs).toEqual(['One\ntwo', 'threefour', 'five\n  six', 'a\nb', 'c“d”']);
  });

  it('take time by their number alone', async () => {
    const read = (count: number): unknown =>
      readHtml(`<p>${'word &amp; <i class="x">a</i> '.repeat(count)}`, 'a', neverStops);
    await expectLinear(read, 200);
  });
});

describe('the encoding of a web page', () => {
  const marked = (head: string): Buffer => Buffer.from(`${head}<p>It\x92s ${longer}</p>`, 'latin1');

  it.each([
    '<meta charset=windows-1252>',
    '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
    `<script>${'/* menu */'.repeat(30_000)}</script><meta charset="cp1252">`,
    '<!-- <meta charset="utf-8"> --><script>"<meta charset=utf-8>"</script><meta charset="windows-1252">',
    '<?xml version="1.0" encoding="windows-1252"?><html>',
    '<title><meta charset="utf-8"></title><body><meta charset="ascii">',
  ])('is that which it declares: %s', async (head) => {
    expect((await read('a.html', marked(head))).text).toBe(`It’s ${longer}`);
  });

  it.each(['unicode', 'utf-16', 'UTF-16LE', 'utf8', 'x-nobody-knows'])('is UTF-8 where it says %s', async (label) => {
    expect((await read('a.html', `<meta charset="${label}"><p>It’s so.</p>`)).text).toBe('It’s so.');
  });

  it('is named with the byte where it is not so', async () => {
    expect(await refusal('a.html', marked('<meta charset="utf-8">'))).toMatchObject({
      code: 'WrongEncoding',
      message: expect.stringMatching(/declares the encoding utf-8, but the byte at offset 27 /) as string,
    });
  });
});
