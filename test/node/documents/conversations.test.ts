import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Collections } from '../../../src/reading/collections';
import { readDocument } from '../../../src/reading/readFile';
import { findExclusions, subtractRanges } from '../../../src/reading/text/exclusions';
import { countWords } from '../../../src/core/text/countWords';
import { removeFolder } from '../../removeFolder';
import { zipped } from './officeFiles';

const ann = [
  'The gate sticks whenever it rains, so I lift it with my shoulder.',
  'No, the hinge is sound. It is the post that has moved since spring.',
  'Then let us dig it out on Saturday and set it in gravel.',
];
const ben = [
  'Permit me to observe that the estate need not repair a private gate.',
  'The agreement of 1987 names neither the posts nor the hinges.',
  'I shall place the matter before the trustees in due course.',
];
const pair = (write: (own: string, others: string, i: number) => string, between = '\n'): string =>
  ann.map((own, i) => write(own, ben[i]!, i)).join(between);
const json = (entries: readonly object[]): string => JSON.stringify(entries);
const mail = (from: string, more: string, text: string, i: number): string =>
  `From ann at merrow.example  Mon Mar  ${i + 1} 10:14:00 2020\nFrom: ${from}\n${more}Date: Mon, ${i + 1} Mar 2020 10:14:00 +0000\nSubject: Gate\nMessage-ID: <${i}@x>\n\n${text}\n`;
const captions = (head: (name: string) => string): string =>
  pair(
    (own, others, i) =>
      `0:0${i}:01,000 --> 0:0${i}:02,000\n${head('Ann')}${own}\n\n0:0${i}:03,000 --> 0:0${i}:04,000\n${head('b. ode')}${others}\n`,
  );
const escape = (text: string): string => text.replace(/[,.]/g, (sign) => `&#${sign.charCodeAt(0)};`);

let folder = '';
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-talk-'))));
afterEach(() => removeFolder(folder));

const words = [...ann, ...ben];
const row = (at: number, ...cells: readonly string[]): string =>
  `<row r="${at}">${cells.map((cell, i) => `<c r="${'ABC'[i]}${at}" ${cell}</c>`).join('')}</row>`;
/** A report of a telephone: a sheet without messages, and one with a title above the names of its columns. */
const workbook = zipped({
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet2.xml': `<x:worksheet xmlns:x="urn:x"><sheetData>${row(1, 't="inlineStr"><is><t>Messages (6)</t></is>')}${row(3, 't="inlineStr"><is><t>#</t></is>', 't="inlineStr"><is><t>From</t></is>', 't="inlineStr"><is><t>Body</t></is>')}${words.map((_, i) => row(i + 4, `><v>${i}</v>`, `t="inlineStr"><is><t>${i < 3 ? 'Ann' : 'Ben'}</t></is>`, `t="s"><v>${i}</v>`)).join('')}</sheetData></x:worksheet>`,
  'xl/sharedStrings.xml': `<sst>${words.map((each) => `<si><r><t>${each.slice(0, 9)}</t></r><r><t>${each.slice(9)}</t></r></si>`).join('')}</sst>`,
});
const chapter = (text: string): string => `<html><body><p>${text}</p></body></html>`;
const book = zipped({
  'META-INF/container.xml':
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
  'OPS/book.opf':
    '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="b" href="two%20.xhtml"/><item id="n" href="nav.xhtml" properties="nav"/><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>',
  'OPS/one.xhtml': chapter(ann[0]!),
  'OPS/two .xhtml': chapter(ann.slice(1).join(' ')),
  'OPS/nav.xhtml': chapter(ben[0]!),
});

/** The own words of each author of a file. A file of one text has no author. */
async function readOwn(name: string, content: string | Uint8Array): Promise<Readonly<Record<string, string>>> {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  const listed = new Collections().listTexts(file).map((each) => each.path);
  const own: Record<string, string> = {};
  for (const below of listed.length === 0 ? [''] : listed) {
    const { text } = await readDocument(path.join(file, below));
    const ranges = subtractRanges({ start: 0, end: text.length }, findExclusions(text));
    const author = below.split('/')[0]!;
    own[author] = (own[author] ?? '') + ranges.map(({ start, end }) => text.slice(start, end)).join(' ');
  }
  return own;
}

function expectOnly(text: string | undefined, own: readonly string[], others: readonly string[]): void {
  const words = (text ?? '').replace(/\s+/g, ' ');
  expect(own.filter((sentence) => !words.includes(sentence))).toEqual([]);
  expect(others.filter((sentence) => words.includes(sentence))).toEqual([]);
}

describe('a file of two people has the words of each apart', () => {
  it.each([
    [
      'list.mbox',
      pair(
        (a, b, i) =>
          mail('Ann via Ponds <p@l.example>', 'Reply-To: ann@m.example\n', a, i) +
          '\n' +
          mail('Ben via Ponds <p@l.example>', 'Reply-To: ben@m.example\n', b, i),
      ),
      'ann',
      'ben',
    ],
    [
      'tracker.mbox',
      pair(
        (a, b, i) =>
          mail('Ann Lee <notifications@hub.example>', '', a, i) +
          '\n' +
          mail('Ben Ode <notifications@hub.example>', '', b, i),
      ),
      'ann lee',
      'ben ode',
    ],
    [
      '2020-March.txt',
      pair(
        (a, b, i) => mail('ann at m.example (Ann Lee)', '', a, i) + '\n' + mail('ben at m.example (Ben Ode)', '', b, i),
      ),
      'ann@m.example',
      'ben@m.example',
    ],
    ['brackets.srt', captions((name) => `[${name}]: `), 'Ann', 'b. ode'],
    ['report.xlsx', workbook, 'Ann', 'Ben'],
    [
      'Sent',
      pair((a, b, i) => mail('ann@m.example', '', a, i) + '\n' + mail('ben@m.example', '', b, i)),
      'ann@m.example',
      'ben@m.example',
    ],
    ['labels.srt', captions((name) => `${name}: `), 'Ann', 'b. ode'],
    [
      'sms.xml',
      `<?xml version="1.0"?><smses count="6">${pair((a, b) => `<sms type="2" address="+1" contact_name="Ben" body="${a}"/><sms type="1" address="+1" contact_name="Ben" body="${b}"/>`)}</smses>`,
      'Me',
      'Ben',
    ],
    ['same.csv', `sender id,sender name,text\n${pair((a, b) => `1,Ann,"${a}"\n2,Ann,"${b}"`)}\n`, 'Ann', 'Ann (2)'],
    ['type.csv', `author,type,text\n${pair((a, b) => `ann,service,"${a}"\nben,call,"${b}"`)}\n`, 'ann', 'ben'],
    [
      'reddit.jsonl',
      pair(
        (a, b, i) =>
          `${JSON.stringify({ author: 'ann', name: `t1_a${i}`, body: `&gt;${b}\n\n${a}` })}\n${JSON.stringify({ author: 'ben', name: `t1_b${i}`, body: b })}`,
      ),
      'ann',
      'ben',
    ],
    [
      'hacker.json',
      json(
        ann.flatMap((a, i) => [
          { by: 'ann', text: `${a}<p>That&#x27;s all.` },
          { by: 'ben', text: ben[i] },
        ]),
      ),
      'ann',
      'ben',
    ],
    [
      'telegram.json',
      json(
        ann.flatMap((a, i) => [
          { from: 'Ben', from_id: 'u2', text: ben[i] },
          { from: 'Ann', from_id: 'u1', text: [{ type: 'blockquote', text: ben[i] }, a] },
        ]),
      ),
      'Ann',
      'Ben',
    ],
    ['retweets.csv', `username,text\n${pair((a, b) => `ann,"${a}"\nann,"RT @ben: ${b}"\nben,"${b}"`)}\n`, 'ann', 'ben'],
    [
      'forwarded.txt',
      pair(
        (a, b, i) =>
          `Ann, [02.03.2020 10:1${i}]\n${a}\n\nAnn, [02.03.2020 10:1${i}]\n[Forwarded from Ben]\n${b}\n\nBen, [02.03.2020 10:2${i}]\n${b}\n`,
      ),
      'Ann',
      'Ben',
    ],
    [
      'notices.txt',
      pair(
        (a, b, i) =>
          `[14.08.2024, 21:0${i}:10] Ann Lee: ${a}\n[14.08.2024, 21:0${i}:20] Ben Ode: ${b}\n[14.08.2024, 21:0${i}:30] Ann Lee: Ann Lee pinned a message`,
      ),
      'Ann Lee',
      'Ben Ode',
    ],
    [
      'phone.txt',
      pair(
        (a, b, i) =>
          `From: +4477@x.example Ann\nTimestamp: 02/03/2020 10:1${i}:00(UTC+0)\nBody:\n${a}\n--------------------\n(owner)\nTimestamp: 02/03/2020 10:1${i}:30(UTC+0)\nAttachments:\n#1: chats\\a.jpg\nBody:\n${b}\n--------------------`,
      ),
      '+4477@x.example Ann',
      '(owner)',
    ],
  ] as readonly (readonly [string, string | Uint8Array, string, string])[])(
    '%s',
    async (name, content, first, second) => {
      const own = await readOwn(name, content);
      expectOnly(own[first], ann, ben);
      expectOnly(own[second], ben, ann);
      expect(Object.keys(own)).toHaveLength(2);
    },
  );
});

describe('a text of one person is without the words of another', () => {
  it.each([
    ['bbcode.txt', pair((a, b) => `[quote="Ben" post_id=1]${b}[/quote]\n${a}\n`)],
    ['xenforo.txt', pair((a, b) => `Ben Ode said:\n${b}\nClick to expand...\n${a}\n`)],
    ['smf.txt', pair((a, b) => `Quote from: Ben on March 02, 2020, 10:10:00 am\n${b}\n\n${a}\n`)],
    ['book.epub', book],
    [
      'comments.html',
      `<body>${pair((a) => `<p>${a}<a href="#cmnt1" id="cmnt_ref1">[a]</a></p>`)}${pair((_, b) => `<div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a>${b}</p></div>`)}</body>`,
    ],
    [
      'word.html',
      `<body>${pair((a) => `<p>${a}<a class=msocomanchor href="#_msocom_1">[BO1]</a></p>`)}${pair((_, b) => `<div class=msocomtxt><p>${b}</p></div>`)}</body>`,
    ],
    [
      'tei.xml',
      `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><title>${ben[0]}</title></teiHeader><text><body>${pair((a, b) => `<p>${a}<lb/><note>${b}</note></p>`)}</body></text></TEI>`,
    ],
    [
      'mail.emlx',
      `${Buffer.byteLength(`From: a@b.c\nSubject: x\n\n${pair((a) => a)}\n`)}\nFrom: a@b.c\nSubject: x\n\n${pair((a) => a)}\n<?xml version="1.0"?><plist>${ben[0]}</plist>`,
    ],
    [
      'page.mhtml',
      `From: <Saved>\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html\n\n<body>${pair((a) => `<p>${a}</p>`)}</body>\n--b--\n`,
    ],
    ['own.csv', `ID,Timestamp,Contents,Attachments\n${pair((a, _, i) => `${i},2020-03-02,"${a}",`)}\n`],
  ] as readonly (readonly [string, string | Uint8Array])[])('%s', async (name, content) => {
    const [own] = Object.values(await readOwn(name, content));
    expectOnly(own, ann, [...ben, 'BO1']); // the mark of a comment in a web page of Word
  });

  it('has the signs that a table has in place of others', async () => {
    const own = await readOwn('escaped.csv', `username,text\n${pair((a) => `ann,"${escape(a)} It&#39;s R&amp;D."`)}\n`);
    expect(own['ann']).toContain("It's R&D.");
    expectOnly(own['ann'], ann, ben);
  });

  it('has the speakers of a play in TEI before their words, and is without them where one speaks', async () => {
    const write = (names: readonly [string, string]): string =>
      `<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>${pair((a, b) => `<sp><speaker>${names[0]}</speaker><p>${a}</p></sp><sp><speaker>${names[1]}</speaker><p>${b}</p></sp>`)}</body></text></TEI>`;
    expect((await readOwn('play.xml', write(['Ann', 'Ben'])))['']).toMatch(/^Ann\nThe gate sticks/);
    expect((await readOwn('one.xml', write(['Ann', 'Ann'])))['']).not.toContain('Ann');
  });

  it('has captions without their tags', async () => {
    const cues = ann.map((a, i) => `${i + 1}\n00:00:0${i},000 --> 00:00:0${i},900\n{\\an8}<i>${a}</i>\n`).join('\n');
    const own = await readOwn('tags.srt', cues);
    expectOnly(own[''], ann, []);
    expect(own['']).not.toMatch(/[<>{}]/);
  });

  it('has each line of rolling captions once', async () => {
    const cue = (i: number, text: string): string => `00:00:0${i}.000 --> 00:00:0${i}.900\n${text}\n\n`;
    const own = await readOwn(
      'rolling.vtt',
      `WEBVTT\n\n${cue(1, ' \nThe<00:00:01.300><c> gate</c>')}${cue(2, 'The gate\n ')}${cue(3, 'The gate\nsticks<00:00:03.300><c> now</c>')}${cue(4, 'sticks now\n ')}`,
    );
    expect(own['']!.match(/\w+/g)).toEqual(['The', 'gate', 'sticks', 'now']);
  });

  it('has the words of a note in Markdown without tags, escapes and pictures', async () => {
    const own = await readOwn(
      'note.md',
      `<div align="center">\n\n${ann[0]}\n\n</div>\n\n%% ${ben[0]} %%\n\nReally\\! 5 \\+ 5\\.&nbsp;&mdash; It isn&rsquo;t so.\n\n[image1]: <data:image/png;base64,${'A'.repeat(5000)}>\n`,
    );
    expectOnly(own[''], [ann[0]!], ben);
    expect(own['']!.replace(/\u00ad/g, '')).toContain('Really! 5 + 5.\u00a0— It isn’t so.');
    expect(countWords(own['']!)).toBe(countWords(`${ann[0]} Really! 5 + 5. — It isn’t so.`));
    expect(own['']).not.toMatch(/[<>]|base64/);
  });

  it('keeps an essay that names a mailing list at its end', async () => {
    const essay = `${ann.join('\n\n')}\n\n---\n\n${ben.join(' ')} There is a mailing list at https://m.example/list, and you can unsubscribe. ${ben.join(' ')}`;
    expectOnly((await readOwn('essay.txt', essay))[''], [...ann, ...ben], []);
  });
});
