import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../growth';
import { announcements } from './announcements';
import { findExclusions } from '../../../src/reading/text/exclusions';
import { readSource } from '../../../src/core/text/readText';

const ownText = (text: string): string => readSource({ text }).own;

const own =
  'We cannot come on Friday, since the boiler is being mended and somebody must wait.\nPerhaps the week after would do.';
const old =
  'Could you all come on Friday? There will be soup.\nPlease say how many you are.\n\nThe hall is open from six.';

describe('a mail below the own text, without marks', () => {
  it.each(Object.entries(announcements))('is seen by its first lines: %s', (_, lines) => {
    expect(ownText(`${own}\n\n${lines}\n\n${old}\n`)).toBe(`${own}\n\n`);
    expect(ownText(`${own}\r\n\r\n${lines}\r\n\r\n${old}`.replace(/\r?\n/g, '\r\n'))).toBe(
      `${own}\n\n`.replaceAll('\n', '\r\n'),
    );
  });

  it.each(Object.entries(announcements).filter(([, lines]) => !lines.includes('\n\n')))(
    'ends where own text follows marked lines: %s',
    (_, lines) => {
      const marked = old.replace(/^/gm, '> ');
      expect(ownText(`${lines}\n${marked}\n\n${own}\n`).trim()).toBe(own);
      expect(ownText(`${own}\n\n${lines}\n\n${marked}\n${own}\n\n${marked}\n`)).toBe(`${own}\n\n${own}\n\n`);
    },
  );

  it('tells answered from forwarded mail', () => {
    const kinds = (lines: string) =>
      findExclusions(`${own}\n\n${lines}\n\n${old}`).map(({ kind, rule }) => `${kind}: ${rule}`);
    expect(kinds(announcements['Gmail']!)).toEqual(['quoted: “… wrote:” line']);
    expect(kinds(announcements['Outlook']!)).toEqual(['forwarded: mail header']);
    expect(kinds(announcements['an original']!)).toEqual(['forwarded: forwarding line']);
    expect(kinds('> ---------- Forwarded message ---------\n> From: Bob Stone\n>\n> Words.')[0]).toMatch(
      'forwarded: quote marks',
    );
    const marked = `${announcements['an original']!}\n\n${old.replace(/^/gm, '> ')}\n\n${own}`;
    expect(findExclusions(marked).map(({ kind }) => kind)).toEqual(['forwarded', 'quoted']);
  });
});

describe('marks', () => {
  it.each([
    ['>', ''],
    [' >', ''],
    ['>>', ''],
    ['BS>', ''],
    ['|', 'Bob Stone wrote:\n'],
    [':', 'Bob Stone wrote:\n\n'],
    ['BS>', 'Bob Stone wrote:\n'],
    ['    ', 'Bob Stone <bob@merrow.example> wrote:\n\n'],
    ['\t', 'On Mon, 3 May 2021, Bob Stone wrote:\n'],
  ])('%j begins quoted lines below %j, and own text follows', (mark, above) => {
    const marked = old.replace(/^(?=.)/gm, mark.trim() === '' ? mark : `${mark} `);
    expect(ownText(`${above}${marked}\n\n${own}`).trim()).toBe(own);
  });

  it('is a slip where it is the only one, touches a word and begins a long line within the text', () => {
    const long = `>You may say what you like of the hall, ${own.replace('\n', ' ')}`;
    expect(findExclusions(`${own}\n${long}\n${old}`)).toEqual([]);
    for (const text of [
      `${long}\n\n${own}`,
      `${own}\n\n${long.replace('>', '> ')}`,
      `${own}\n\n${long}\n\n${own}\n\n${long}`,
      `${own}\n\n>Can you come on Friday?\n\n${own}`,
    ])
      expect(findExclusions(text)).not.toEqual([]);
    expect(ownText(`Bob Stone wrote:\n${long}\n\n${own}`).trim()).toBe(own);
  });

  it('are marks of quoted lines alone', () => {
    const kept = 'A | b\n| a | table |\n| of | cells |\n\n: a list\n: of two\n\n    set in\n    by four';
    expect(findExclusions(kept)).toEqual([]);
    expect(findExclusions(`Ann wrote:\n${kept.slice(6)}`)).toEqual([]);
  });

  it('are seen behind words that a program joined to the line above', () => {
    const line = `${own.replace('\n', ' ')} On Mon, 3 May 2021, Bob Stone wrote:`;
    expect(ownText(`${line}\n\n> ${old.replaceAll('\n', ' ')}\n\n${own}`)).toBe(`${own.replace('\n', ' ')} \n${own}`);
    const joined = `${own.replace('\n', ' ')} On Mon, 3 May 2021 at 09:12, Bob Stone <bob@merrow.example> wrote: ${old}`;
    expect(ownText(joined)).toBe(`${own.replace('\n', ' ')} `);
  });
});

describe('own prose', () => {
  it.each([
    ['a novel', 'On Tuesday she wrote:\n\nDear John, I am well. The weather holds.\n\nHe read it twice.'],
    [
      'a novel of hard lines',
      'At last, on the 3rd of May 1847 at half past nine,\nshe wrote:\nDear John, I am well.\n\nHe read it twice.',
    ],
    ['a biography', 'On 3 May 1847, Charlotte wrote:\n\nI am well, and the moor is dry.\n\nShe was not well.'],
    [
      'a biography of dates in words',
      'On Monday, 3 May 1847, Charlotte Bell wrote:\n\nI am well.\n\nShe was not well.',
    ],
    ['an essay', 'As Mill wrote:\n\nThe worth of a state is that of its people.\n\nI doubt it.'],
    ['a statement', 'On 3 May 2021 at 09:12 I saw that he wrote:\n\nCome at once.\n\nI did not go.'],
    ['a statement of a message', 'At 09:12 on 3 May 2021 Bob Stone wrote:\n\n“Come at once.”\n\nI did not go.'],
    ['a statement without a year', 'On 3 May at 09:12 Bob Stone wrote:\n\nCome at once.\n\nI did not go.'],
    ['words on an address', 'I asked twice, and then bob@merrow.example wrote:\n\nCome at once.\n\nI did not go.'],
    [
      'words on headers',
      'A mail has these lines:\n\nFrom: who sends it\nDate: when it is sent\nTo: who gets it\nSubject: what it is about\n\nMost have more.',
    ],
    [
      'headers within a paragraph',
      'I got this one:\nFrom: Bob Stone <bob@merrow.example>\nDate: 3 May 2021\nTo: me\nSubject: Friday\nand I deleted it at once.',
    ],
    [
      'words on real headers',
      'These are the headers of the mail:\n\nFrom: Bob <bob@merrow.example>\nDate: 3 May 2021\nTo: me\nSubject: Hm\n\nThey look forged.',
    ],
    ['a play', 'ANN: To: that is the question.\nBEN: From: what?\n\nANN: From me.'],
    ['a letter with a date', 'Date: 3 May 2021\nTo: The Editor\n\nSir, I write again.'],
    ['a list of two dashes', 'One.\n--\nthe second verse begins here\nand ends here, too.'],
    [
      'verse',
      'Night falls on every hill and town\n--\nThe moon is white and will go down\nBefore the sun is out of bed.',
    ],
    ['a line on a phone', 'Sent from my desk in the attic, with love.\n\nMore below.'],
    [
      'words on a notice',
      'Each of these mails ends with a notice that names the intended recipient, says that it is confidential, and asks us to delete the message.\n\nI never do.',
    ],
    ['arrows and sums', 'We have a > b here,\nand b -> c.\nQ> one question\nA: one answer'],
  ])('stays: %s', (_, text) => {
    expect(findExclusions(text)).toEqual([]);
  });
});

describe('what a program or a habit adds', () => {
  const added = (text: string) => findExclusions(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

  it.each([
    '-- \nAnn Lee\nRoom 4\n',
    '--\nAnn Lee\n12 Canal Row, by appointment\n\nann@merrow.example\n',
    '--\r\rAnn Lee',
    '- -- \nAnn Lee',
  ])('%j is a signature at the end and above quoted lines', (signature) => {
    expect(added(`${own}\n\n${signature}`)).toEqual([['signature', signature]]);
    expect(added(`${own}\n${signature}\n> old\n`)[0]).toEqual(['signature', `${signature}\n`]);
  });

  it.each([
    'Sent from my iPhone',
    'Sent from my Samsung Galaxy smartphone.',
    'Sent from Mail for Windows 10',
    'Get Outlook for iOS<https://aka.example/x>',
    'Sent from Yahoo Mail on Android',
    'Von meinem iPhone gesendet',
    'Odesláno z iPhonu',
    'Отправлено с iPhone',
    'Gesendet von Outlook für Android',
    'Envoyé de mon iPhone',
    'Enviado desde mi iPhone',
    'Enviado do meu iPhone',
    'Inviato da iPhone',
    'Verstuurd vanaf mijn iPhone',
    'Virus-free. www.scanner.example',
  ])('%s is a template', (line) => {
    expect(added(`${own}\n\n${line}\n\n> old`)).toEqual([
      ['template', `${line}\n`],
      ['quoted', '> old'],
    ]);
    expect(added(`${own}\n${line}`)).toEqual([['template', line]]);
  });

  it('leaves out the frame of a mail that is signed in its text', () => {
    const base64 = 'iQIzBAEBCAAdFiEEb3xkq0Zr\n=Ab3d';
    const head = '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n';
    const foot = `-----BEGIN PGP SIGNATURE-----\nVersion: 1\n\n${base64}\n`;
    for (const end of ['-----END PGP SIGNATURE-----\n', ''])
      expect(ownText(`${head}\n${own}\n${foot}${end}`)).toBe(`\n${own}\n`);
  });

  it.each(['_', '-', '=', '-='])('a footer of a list below a line of %j is a template', (sign) => {
    const footer = `${sign.repeat(30)}\nMerrow mailing list\nmerrow@lists.merrow.example\nhttps://lists.merrow.example/listinfo\n`;
    expect(added(`${own}\n\n${footer}`)).toEqual([['template', footer]]);
    expect(findExclusions(`${own}\n\n${sign.repeat(30)}\nA postscript of my own.\n`)).toEqual([]);
  });

  it.each([
    'This message is confidential and intended for the addressee only. If you have received it in error, please delete it.',
    'If you have received this e-mail in error, please notify us and delete it. Its contents are confidential.',
  ])('a short legal notice below a signature is a template: %s', (notice) => {
    const signed = `--\nDr Ann Brook\nUniversity of Northby\nTel: +44 1632 960 123`;
    expect(added(`${own}\n\n${signed}\n\n${notice}`).map(([kind]) => kind)).toEqual(['signature', 'template']);
  });

  it('a legal notice at the end is a template', () => {
    const notice =
      'This e-mail is confidential and meant for the intended recipient.\nIf you are not that person, please delete it.\n';
    expect(added(`${own}\n\n${notice}`)).toEqual([['template', expect.stringContaining(notice)]]);
    expect(added(`${own}\n\n${notice}\n> old`)[0]).toEqual(['template', expect.stringContaining(notice)]);
  });

  it.each([
    'From: Ann Lee <ann@merrow.example>\nTo: Bob Stone\nSubject: Friday\nDate: Mon, 3 May 2021 10:00:00 +0000',
    'Received: from a by b;\n\tMon, 3 May 2021\nReceived: from c\nFrom: Ann Lee <ann@merrow.example>\nDate: 3 May 2021\nSubject: Friday\nTo: Bob',
    'Received: from a by b;\n\tMon, 3 May 2021\nMIME-Version: 1.0\nFrom: Ann Lee <ann@merrow.example>\nSubject: Friday\nTo: Bob',
    'Von: Ann Lee\nGesendet: Montag, 3. Mai 2021 10:00\nAn: Bob Stone\nBetreff: Friday',
    'From: Ann Lee To: Bob Stone Subject: Friday Date: 3 May 2021 10:00',
    'Ann Lee\n\nFrom: Ann Lee\nSent: 3 May 2021 10:00\nTo: Bob Stone\nSubject: Friday',
  ])('the header of a saved mail is a template: %j', (header) => {
    expect(added(`${header}\n\n${own}`)).toEqual([['template', `${header}\n`]]);
  });
});

describe('time', () => {
  const units = [
    '> \n',
    '-- \n',
    'On a wrote:\n',
    '\n',
    '>a\nb\n',
    'From: a\n',
    'From: a\nDate: 3\nTo: b\n',
    'To: a;\n',
    'Cc: a\n',
    'On 3 May 2021\n',
    'a@b wrote: ',
    'AB> x\n',
    '| x\n',
    '_____\n',
  ];
  it.each(units)('grows with the length of the text alone: %j', async (unit) => {
    const run = (size: number): unknown => findExclusions(unit.repeat(Math.ceil(size / unit.length)));
    await expectLinear(run, 1000);
  });
});
