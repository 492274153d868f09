import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bytesOf, refusal } from './documentFiles';
import { wordFile, wordXml, zipped } from './officeFiles';

const word = (xml: string): Uint8Array => wordFile('', { 'word/document.xml': xml });
const wordBody = (content: string): string => `<?xml version="1.0"?>${wordXml(content)}`;
const openDocument = (content: string): Uint8Array => zipped({ 'content.xml': content });
const nested = (element: string, depth: number): string => `<${element}>`.repeat(depth) + `</${element}>`.repeat(depth);
const heads = 'From: a@merrow.example\nMIME-Version: 1.0\n';

/** A PDF of one page with a picture's place and no text. */
const pictures = [
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj',
  '4 0 obj<</Length 22>>stream\n0 0 100 100 re f\nendstream endobj',
  'trailer<</Root 1 0 R>>\n%%EOF',
].join('\n');

/** A PDF of one page with this content, compressed. */
function pageOf(content: Uint8Array): Uint8Array {
  const stream = deflateSync(content, { level: 9 });
  const head = [
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>endobj',
    `4 0 obj<</Filter/FlateDecode/Length ${stream.length}>>stream\n`,
  ].join('\n');
  return Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF')]);
}

/** A container whose directory says that a part is small although it is not. */
function understated(): Uint8Array {
  const bytes = word(wordBody(`<w:p><w:r><w:t>${'a '.repeat(3_000_000)}</w:t></w:r></w:p>`));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const directory = Buffer.from(bytes).lastIndexOf('PK\x01\x02', undefined, 'latin1');
  view.setUint32(directory + 24, 1000, true);
  return bytes;
}

describe('a damaged file', () => {
  it.each(['docx', 'odt', 'rtf', 'pdf'])('%s that is cut off is refused, wherever the cut is', async (kind) => {
    const whole = bytesOf(`letter.${kind}`);
    for (const share of [0.02, 0.3, 0.6, 0.95]) {
      const { code, message } = await refusal(`cut.${kind}`, whole.subarray(0, Math.floor(share * whole.length)));
      expect(code, message).toBe('UnreadableDocument');
    }
  });

  it.each(['docx', 'odt', 'rtf', 'pdf'])('%s that holds noise is refused as another kind', async (kind) => {
    const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919 + 13) % 251);
    expect(await refusal(`noise.${kind}`, noise)).toMatchObject({ code: 'UnreadableDocument' });
  });

  it.each(['docx', 'odt'])('%s with changed bytes is refused or read, and never fails otherwise', async (kind) => {
    const whole = bytesOf(`letter.${kind}`);
    for (let at = 40; at < whole.length; at += Math.floor(whole.length / 40)) {
      const changed = Buffer.from(whole);
      changed.fill(0xa5, at, at + 8);
      const { code } = await refusal(`changed.${kind}`, changed);
      expect(['read', 'UnreadableDocument', 'EmptyDocument', 'WrongEncoding']).toContain(code);
    }
  });

  it.each(['docx', 'odt', 'rtf', 'pdf', 'html', 'eml'])('an empty %s is refused', async (kind) => {
    expect(await refusal(`empty.${kind}`, '')).toMatchObject({ code: 'EmptyDocument' });
  });
});

describe('a file under the name of another kind', () => {
  it.each([
    ['letter.docx', 'pdf', 'it is not a PDF'],
    ['letter.pdf', 'docx', 'it is of another kind than its name says'],
    ['letter.odt', 'docx', 'it is not a Word document'],
    ['letter.docx', 'odt', 'it is not an OpenDocument text'],
    ['letter.html', 'rtf', 'it is not rich text'],
    ['letter.pdf', 'html', 'it is not text'],
    ['letter.html', 'eml', 'it is not an e-mail'],
  ])('%s as .%s', async (name, kind, problem) => {
    const { code, message } = await refusal(`other.${kind}`, bytesOf(name));
    expect(code).toBe('UnreadableDocument');
    expect(message).toContain(problem);
  });

  it('says that a Word file of 1997 is none', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    expect((await refusal('old.docx', old)).message).toContain('protected by a password, or of the kind of Word 97');
  });
});

describe('a file that nobody can read without more', () => {
  it('says that a PDF has a password', async () => {
    expect((await refusal('locked.pdf', bytesOf('locked.pdf'))).message).toContain('protected by a password');
  });
  it('says that an OpenDocument text has a password', async () => {
    const locked = zipSync({
      'META-INF/manifest.xml': strToU8('<manifest:encryption-data/>'),
      'content.xml': strToU8('?'),
    });
    expect((await refusal('locked.odt', locked)).message).toContain('protected by a password');
  });
  it('says that a mail is encrypted', async () => {
    const mail = `${heads}Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\nabc\n--b--\n`;
    expect((await refusal('locked.eml', mail)).message).toContain('it is encrypted');
  });
  it('says that a mail server wrote a report of delivery', async () => {
    const mail = `${heads}Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nYour mail was not delivered to its receiver.\n--b--\n`;
    expect((await refusal('report.eml', mail)).message).toContain('a mail server wrote it');
  });
  it('says that a PDF has no text layer', async () => {
    expect((await refusal('scan.pdf', pictures)).message).toContain('no text layer');
  });
  it('says that a mail is a forwarded one and nothing else', async () => {
    const mail = `${heads}\n-----Original Message-----\nFrom: b\n\nOld words.\n`;
    expect((await refusal('forward.eml', mail)).message).toContain('only a forwarded mail');
  });
});

describe('a file that is made to harm', () => {
  it('is refused where it would expand without end', async () => {
    const bomb = word(wordBody(`<w:p><w:r><w:t>${'a'.repeat(210_000_000)}</w:t></w:r></w:p>`));
    expect(bomb.length).toBeLessThan(1_000_000);
    expect((await refusal('bomb.docx', bomb)).message).toContain('more than 200 MB');
  });
  it('pdf is refused where a stream would expand without end', async () => {
    const bomb = await refusal('bomb.pdf', pageOf(Buffer.alloc(300_000_000, ' ')));
    expect(bomb.message).toContain('more than 200 MB');
  });
  it('pdf is left where a page has more text than a document may have', async () => {
    const endless = pageOf(Buffer.from(`BT /F 0.1 Tf ${`1 0 0 1 9 9 Tm (${'a'.repeat(1000)}) Tj `.repeat(11_000)}`));
    expect(await refusal('endless.pdf', endless)).toMatchObject({ code: 'DocumentTooLarge' });
  });
  it('is refused where it understates what it expands to', async () => {
    expect(await refusal('understated.docx', understated())).toMatchObject({ code: 'UnreadableDocument' });
  });
  it.each([
    ['docx', word(wordBody(nested('w:tbl', 5000)))],
    [
      'odt',
      openDocument(
        `<office:document-content><office:text>${nested('text:section', 5000)}</office:text></office:document-content>`,
      ),
    ],
    ['html', nested('div', 5000)],
    ['rtf', `{\\rtf1 ${'{'.repeat(5000)}a${'}'.repeat(5000)}}`],
  ])('%s is refused where its parts are nested too deeply', async (kind, content) => {
    expect((await refusal(`nested.${kind}`, content)).message).toContain('nested too deeply');
  });
  it('eml is refused where mails are in mails without end', async () => {
    let mail = `${heads}\nwords\n`;
    for (let i = 0; i < 200; i++)
      mail = `${heads}Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n${mail}\n--b${i}--\n`;
    expect((await refusal('nested.eml', mail)).message).toContain('nested too deeply');
  });
  it.each([
    ['docx', (doctype: string) => word(wordBody('<w:p><w:r><w:t>&x;</w:t></w:r></w:p>').replace('?>', `?>${doctype}`))],
    [
      'odt',
      (doctype: string) =>
        openDocument(
          `<?xml version="1.0"?>${doctype}<office:document-content><office:text><text:p>&x;</text:p></office:text></office:document-content>`,
        ),
    ],
  ])('%s is refused where it declares entities, so that no other file is ever read', async (kind, made) => {
    const content = made('<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>');
    expect((await refusal(`entity.${kind}`, content)).message).toContain('declares entities of its own');
  });
  it('odt is read where it names a document type and declares nothing, as OpenOffice 3 does for a formula', async () => {
    const content =
      '<!DOCTYPE o PUBLIC "-//OpenOffice.org//DTD" "o.dtd"><office:document-content><office:text><text:p>Mine.</text:p></office:text></office:document-content>';
    expect((await refusal('named.odt', openDocument(content))).code).toBe('read');
  });
  it('html with a billion laughs and a page elsewhere is read as its own text', async () => {
    const page =
      '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>Mine &x;</p><iframe src="http://merrow.example"></iframe>';
    expect((await refusal('entity.html', page)).code).toBe('read');
  });
});
