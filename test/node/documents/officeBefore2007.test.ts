import { describe, expect, it } from 'vitest';
import { readSource } from '../../../src/core/text/readText';
import { compoundFile, outlookMail, packed } from './compoundFile';
import { bytesOf, read, refusal } from './documentFiles';

const words = 'The gate stays open at night, and nobody knows who has the key.';

describe('a document of Word 97', () => {
  it('has the text of the same letter in other formats, and what is left out of it', async () => {
    const { text, reading } = await read('letter.doc', bytesOf('letter.doc'));
    expect(text).toBe((await read('letter.odt', bytesOf('letter.odt'))).text);
    const parts = reading!.parts.map(({ kind, words: count }) => [kind, count]);
    expect(parts).toEqual([
      ['cells', 6],
      ['notes', 11],
      ['headers', 7],
    ]);
  });

  it('is read as if its changes were accepted, without what is hidden', async () => {
    const { text, reading } = await read('tracked.doc', bytesOf('tracked.doc'));
    expect(text).toMatch(/^The path was shut in March without any warning at all, and I have asked twice why\.$/m);
    expect(text).toContain('Words that stand in a box.');
    expect(text).not.toMatch(/never once|not to be seen|Check the dates/);
    expect(new Map(reading!.parts.map(({ kind, words: count }) => [kind, count]))).toEqual(
      new Map([
        ['insertions', 5],
        ['deletions', 2],
        ['hidden', 6],
        ['comments', 4],
      ]),
    );
  });

  it.each(['doc', 'docx', 'odt', 'rtf'])(
    'is without what a style hides, itself or by another, as .%s',
    async (kind) => {
      const { text, reading } = await read(`hidden.${kind}`, bytesOf(`hidden.${kind}`));
      expect(text.trim()).toBe('The gate stays open at night.\n\nNobody knows who has the key.\n\nI have asked twice.');
      expect(reading!.parts.map(({ kind: part, words: count }) => [part, count])).toEqual([['hidden', 18]]);
    },
  );

  it.each(['doc', 'docx', 'odt', 'rtf'])(
    'is without what is white or tiny, by itself or a style, as .%s',
    async (kind) => {
      const { text, reading } = await read(`unseen.${kind}`, bytesOf(`unseen.${kind}`));
      expect(text.trim()).toBe('The gate stays open at night.\n\nNobody knows who has the key.\n\nI have asked twice.');
      expect(reading!.parts.map(({ kind: part, words: count }) => [part, count])).toEqual([['hidden', 10]]);
    },
  );

  it.each(['doc', 'docx', 'odt', 'rtf'])(
    'has quotations and contents that only their styles name, as .%s',
    async (kind) => {
      const { text, reading } = await read(`named.${kind}`, bytesOf(`named.${kind}`));
      const own = readSource({ text }).exclusions.reduceRight(
        (left, { start, end }) => left.slice(0, start) + left.slice(end),
        text,
      );
      expect(own.split(/\n+/)).toEqual([
        'The gate stays open at night.',
        'Nobody knows who has the key.',
        'I have asked twice.',
      ]);
      expect(text).toContain('> A gate is no wall, as the old rule has it.\n\n> Nor is a wall a gate.');
      expect(reading!.parts.map(({ kind: part }) => part)).toEqual(['contents', 'quoted']);
    },
  );

  it.each(['doc', 'docx', 'odt', 'rtf'])(
    'has words with a look of their own, and no white insertion, as .%s',
    async (kind) => {
      const { text, reading } = await read(`layered.${kind}`, bytesOf(`layered.${kind}`));
      expect(text.trim()).toBe(
        'The gate stays open at night.\n\nand these in black.\n\nNobody knows who has the key, I think.',
      );
      expect(new Map(reading!.parts.map(({ kind: part, words: count }) => [part, count]))).toEqual(
        new Map([
          ['insertions', 3],
          ['hidden', 5],
        ]),
      );
    },
  );

  it.each([
    ['rich text', bytesOf('letter.rtf')],
    ['a document of Word 2007', bytesOf('letter.docx')],
    ['a web page', bytesOf('letter.html')],
    ['plain text', Buffer.from(words)],
  ])('with the name of such a file and %s in it is read as what it is', async (_, bytes) => {
    const { text } = await read('other.doc', bytes);
    expect(text).toMatch(/To the Editor|The gate/);
  });

  const archive = (head: string): string =>
    `${head}MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"; type="text/html"\r\n\r\n--b\r\n` +
    'Content-Type: text/html; charset="windows-1252"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n' +
    '<html><body><p>It=92s open.</p><p style=3D"display:none">Nobody.</p></body></html>\r\n--b\r\n' +
    'Content-Location: header.htm\r\nContent-Type: text/html\r\n\r\n<p>Page 1 of 3</p>\r\n--b--\r\n';
  it.each(['', 'From: <Saved by a browser>\r\nSubject: The gate\r\n'])(
    'with the name of such a file and a web archive in it is the page of that: %j',
    async (head) => {
      const { text, reading } = await read('archive.doc', archive(head));
      expect(text).toBe('It’s open.');
      expect(reading!.parts.map(({ kind }) => kind)).toEqual(['hidden']);
    },
  );

  it('with the name of such a file and a mail in it is that mail', async () => {
    const { text } = await read('mail.doc', archive('From: ann@merrow.example\r\nTo: bob@merrow.example\r\n'));
    expect(text).toContain('It’s open.');
  });

  it('with the name of such a file and other XML in it is refused', async () => {
    const { message } = await refusal('flat.doc', '<?xml version="1.0"?><pkg:package><w:t>Words.</w:t></pkg:package>');
    expect(message).toContain('save it as .docx');
  });

  it('is refused wherever it is cut off', async () => {
    const whole = bytesOf('letter.doc');
    for (const share of [0.02, 0.3, 0.6, 0.95]) {
      const { code, message } = await refusal('cut.doc', whole.subarray(0, Math.floor(share * whole.length)));
      expect(code, message).toBe('UnreadableDocument');
    }
  });

  it('with changed bytes is refused or read, and never fails otherwise', async () => {
    const whole = bytesOf('letter.doc');
    for (let at = 8; at < whole.length; at += Math.floor(whole.length / 120)) {
      const changed = Buffer.from(whole);
      changed.fill(0xa5, at, at + 8);
      const { code, message } = await refusal('changed.doc', changed);
      expect(['read', 'UnreadableDocument', 'EmptyDocument', 'WrongEncoding'], message).toContain(code);
      expect(message).not.toContain('not expected');
    }
  });

  it('with a password, of Word 95, or another program is refused with the reason', async () => {
    const main = Buffer.alloc(0x200);
    main.writeUInt16LE(0xa5ec, 0);
    main.writeUInt16LE(0xc1, 2);
    main.writeUInt16LE(0x0100, 0x0a);
    const locked = await refusal('locked.doc', compoundFile({ WordDocument: main, '0Table': Buffer.alloc(9) }));
    expect(locked.message).toContain('protected by a password');
    const zipped = await refusal('locked2.doc', compoundFile({ EncryptedPackage: Buffer.alloc(9) }));
    expect(zipped.message).toContain('protected by a password');
    main.writeUInt16LE(0x68, 2);
    expect((await refusal('old.doc', compoundFile({ WordDocument: main }))).message).toContain('older than Word 97');
    expect((await refusal('sheet.doc', compoundFile({ Workbook: main }))).message).toContain('not a Word document');
  });
});

describe('a compound file', () => {
  it.each(['sectors', 'folders'])('of which %s go round in a circle is refused', async (what) => {
    const whole = compoundFile(outlookMail({ '1000001F': words.repeat(20) }));
    const directory = whole.readUInt32LE(48);
    const table = 512 * (whole.readUInt32LE(76) + 1);
    if (what === 'sectors') whole.writeUInt32LE(directory, table + 4 * directory);
    else whole.writeUInt32LE(1, 512 * (directory + 1) + 128 + 72);
    expect(await refusal('circle.msg', whole)).toMatchObject({ code: 'UnreadableDocument' });
  });
});

describe('a message of Outlook', () => {
  const attached = (mail: ReturnType<typeof outlookMail>): ReturnType<typeof outlookMail> => ({
    '__attach_version1.0_#00000000': outlookMail({}, { '__substg1.0_3701000D': mail }, 8),
  });

  it('is a mail: its text, without what it forwards', async () => {
    const forwarded = outlookMail({ '1000001F': 'Five old words are forwarded.' }, {}, 24);
    const { text, reading } = await read(
      'a.msg',
      compoundFile(outlookMail({ '1000001F': words }, attached(forwarded))),
    );
    expect(text).toBe(words);
    expect(reading!.parts).toMatchObject([{ kind: 'forwarded', words: 5 }]);
    expect(reading!.reader).toContain('Outlook');
  });

  it.each([
    ['HTML', { '10130102': Buffer.from(`<html><body><p>${words}</p></body></html>`) }],
    ['rich text', { '10090102': packed(`{\\rtf1\\ansi ${words}}`) }],
    [
      'HTML in rich text',
      {
        '10090102': packed(`{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 {\\*\\htmltag64 <p>}${words}{\\*\\htmltag72 </p>}}`),
      },
    ],
    ['a code page', { '1000001E': Buffer.from(words, 'latin1') }],
  ])('is read of %s', async (_, body) => {
    expect((await read('b.msg', compoundFile(outlookMail(body)))).text.trim()).toBe(words);
  });

  const czech = 'nemůžu, každý, radši, Šroub: ť a ľ';
  const czechPage = { š: 0x9a, ž: 0x9e, Š: 0x8a, ť: 0x9d, ľ: 0xbe, ů: 0xf9 } as Readonly<Record<string, number>>;
  const czechBytes = Array.from(czech, (each) => czechPage[each] ?? each.charCodeAt(0));
  it.each([
    ['the page of its texts, not of its body', { 0x3ffd: 1250, 0x3fde: 28592 }, czechBytes, czech],
    ['that of its language, not of its body', { 0x3ff1: 0x0405, 0x3fde: 28592 }, czechBytes, czech],
    ['that of its body, and bytes that only Windows uses', { 0x3ff1: 0x0409, 0x3fde: 28592 }, czechBytes, czech],
    ['that of its country: Chinese in Taiwan', { 0x3ff1: 0x0404 }, [0xa7, 0x41], '你'],
    ['that of its country: Chinese in China', { 0x3ff1: 0x0804 }, [0xc4, 0xe3], '你'],
    ['that of its script: Serbian in Cyrillic', { 0x3ff1: 0x0c1a }, [0xc6], 'Ж'],
    ['that of its script: Serbian in Latin letters', { 0x3ff1: 0x081a }, [0x8a], 'Š'],
  ])('keeps every letter by %s', async (_, numbers: Readonly<Record<number, number>>, bytes, expected) => {
    const rows = Object.entries(numbers).map(([tag, value]) => {
      const row = Buffer.alloc(16);
      row.writeUInt16LE(Number(tag), 2);
      row.writeUInt32LE(value, 8);
      return row;
    });
    const properties = { '__properties_version1.0': Buffer.concat([Buffer.alloc(32), ...rows]) };
    const mail = outlookMail({ '1000001E': Buffer.from(bytes) }, properties);
    expect((await read('c.msg', compoundFile(mail))).text.trim()).toBe(expected);
  });

  it('is read where it is signed, as Outlook keeps it: a mail without a sender in an attachment', async () => {
    const whole = `MIME-Version: 1.0\r\nContent-Type: multipart/signed; boundary="b"\r\n\r\n--b\r\n\r\n${words}\r\n--b--\r\n`;
    const signed = outlookMail({ '37010102': Buffer.from(whole), '3707001F': 'smime.p7m' }, {}, 8);
    const mail = outlookMail(
      { '001A001F': 'IPM.Note.SMIME.MultipartSigned' },
      { '__attach_version1.0_#00000000': signed },
    );
    expect((await read('s.msg', compoundFile(mail))).text.trim()).toBe(words);
  });

  it('is refused where it is encrypted, of another kind, empty or damaged', async () => {
    const secret = outlookMail({ '37010102': Buffer.alloc(99), '3707001F': 'smime.p7m' }, {}, 8);
    const mail = outlookMail({ '001A001F': 'IPM.Note.SMIME' }, { '__attach_version1.0_#00000000': secret });
    const encrypted = await refusal('c.msg', compoundFile(mail));
    expect(encrypted.message).toContain('it is encrypted');
    const headers = 'From: Mail system\r\nContent-Type: multipart/report; report-type=delivery-status\r\n';
    for (const report of [{ '001A001F': 'REPORT.IPM.Note.NDR' }, { '007D001F': headers }])
      expect((await refusal('r.msg', compoundFile(outlookMail(report)))).message).toContain('a mail server wrote it');
    expect((await refusal('d.msg', bytesOf('letter.doc'))).message).toContain('not a mail of Outlook');
    expect((await refusal('e.msg', bytesOf('letter.html'))).message).toContain('not an e-mail');
    expect(await refusal('f.msg', compoundFile(outlookMail({})))).toMatchObject({ code: 'EmptyDocument' });
    const rich = packed(`{\\rtf1 ${words}}`);
    rich[20]! ^= 1;
    expect((await refusal('g.msg', compoundFile(outlookMail({ '10090102': rich })))).message).toContain('damaged');
    const whole = compoundFile(outlookMail({ '1000001F': words.repeat(100) }));
    for (const share of [0.02, 0.3, 0.6, 0.95]) {
      const { code, message } = await refusal('cut.msg', whole.subarray(0, Math.floor(share * whole.length)));
      expect(code, message).toBe('UnreadableDocument');
    }
  });

  it('is refused where it would grow without end', async () => {
    let mail = outlookMail({ '1000001F': words }, {}, 24);
    for (let i = 0; i < 60; i++) mail = outlookMail({ '1000001F': words }, attached(mail), 24);
    expect((await refusal('h.msg', compoundFile(outlookMail({}, attached(mail))))).message).toContain(
      'nested too deeply',
    );
    const bomb = packed('{\\rtf1 x}');
    bomb.writeUInt32LE(0x7fffffff, 4);
    expect((await refusal('i.msg', compoundFile(outlookMail({ '10090102': bomb })))).message).toContain(
      'more than 200 MB',
    );
  });
});
