import { describe, expect, it } from 'vitest';
import { findExclusions } from '../../../src/reading/text/exclusions';
import { readSource } from '../../../src/core/text/readText';
import { read, refusal } from './documentFiles';

const ownText = (text: string): string => readSource({ text }).own;

const heads = 'From: a@merrow.example\nSubject: x\nMIME-Version: 1.0\n';
const own = 'We cannot come on Friday, since the boiler is being mended and somebody must wait for the man.';
const old = 'Could you all come on Friday? There will be soup, and the hall is open from six.';

/** A multipart mail of parts, each its header lines and its text. */
function multipart(kind: string, ...parts: readonly string[]): string {
  return `${heads}Content-Type: multipart/${kind}; boundary="=b"\n\n${parts.map((part) => `--=b\n${part}\n`).join('')}--=b--\n`;
}

function html(body: string): string {
  return `${heads}Content-Type: text/html; charset=utf-8\n\n<html><body>${body}</body></html>`;
}

async function ownOf(mail: string): Promise<string> {
  return ownText((await read('mail.eml', mail)).text).trim();
}

describe('a mail that declares no encoding', () => {
  const latin = Buffer.from(`${heads}Content-Type: text/plain\n\n${own} Café.\n`, 'latin1');
  it('is refused by what it does not say, where its text is not UTF-8', async () => {
    expect((await refusal('mail.eml', latin)).message).toMatch(/the byte at offset \d+ is not UTF-8\. The file seems/);
  });
  it('is read as its page says', async () => {
    const page = `<meta charset="windows-1252"><p>${own} Café.</p>`;
    const mail = Buffer.from(`${heads}Content-Type: text/html\n\n${page}\n`, 'latin1');
    expect((await read('mail.eml', mail)).text).toBe(`${own} Café.`);
  });
  it('is read though an attached text has an unknown encoding', async () => {
    const attached = 'Content-Type: text/plain; name="notes.txt"\nContent-Disposition: attachment\n\nCafé.';
    const mail = Buffer.from(multipart('mixed', `Content-Type: text/plain\n\n${own}`, attached), 'latin1');
    const { text, reading } = await read('mail.eml', mail);
    expect([text, reading?.parts]).toEqual([
      own,
      [{ kind: 'attachments', words: 0, places: [{ at: own.length, text: 'notes.txt' }] }],
    ]);
  });
});

describe('an earlier mail in HTML', () => {
  const wrote = 'On Mon, 3 May 2021 at 09:12, Bob Stone &lt;bob@merrow.example&gt; wrote:';
  it.each([
    [
      'Gmail',
      `<div class="gmail_quote"><div class="gmail_attr">${wrote}</div><blockquote class="gmail_quote">${old}</blockquote></div>`,
    ],
    ['Gmail without a blockquote', `<div class="gmail_quote">${wrote}<br><br>${old}</div>`],
    [
      'Yahoo',
      `<div id="ydp1yahoo_quoted_2" class="ydp1yahoo_quoted"><div>a line in any language:</div><div>${old}</div></div>`,
    ],
    [
      'Thunderbird',
      `<div class="moz-cite-prefix">${wrote}<br></div><blockquote type="cite" cite="mid:1">${old}</blockquote>`,
    ],
    ['Apple', `<div><blockquote type="cite"><div>${wrote}</div><div>${old}</div></blockquote></div>`],
    [
      'Outlook on the web',
      `<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Any:</b> Bob</div><div>${old}</div>`,
    ],
    ['Outlook Express', `<div class="OutlookMessageHeader"><b>Any:</b> Bob</div><div>${old}</div><div>${old}</div>`],
    [
      'Outlook',
      `<div style="border-top:solid"><p><b>Von:</b> Bob<br><b>Gesendet:</b> 3. Mai 2021 09:12<br><b>An:</b> Ann<br><b>Betreff:</b> x</p></div><p>${old}</p>`,
    ],
    ['a div a line', `<div>${wrote}</div><div>&gt; Could you all come?</div><div>&gt; There will be soup.</div>`],
    ['Proton', `<div class="protonmail_quote">any line<blockquote>${old}</blockquote></div>`],
  ])('of %s is left out of the own text, and stays in the text', async (_, quoted) => {
    const mail = html(`<div>${own}</div><br>${quoted}`);
    expect(await ownOf(mail)).toBe(own);
    expect((await read('mail.eml', mail)).text).toContain('soup');
  });

  it('leaves answers between its parts', async () => {
    const quote = `<blockquote type="cite">${old}</blockquote>`;
    expect(
      await ownOf(html(`<div class="gmail_quote"><div>${wrote}</div>${quote}<div>${own}</div>${quote}</div>`)),
    ).toBe(own);
  });

  it.each([
    '<div>-- <br></div><div>Ann<br>Room 4</div>',
    '<div class="gmail_signature">Ann<br>Room 4</div>',
    '<div id="Signature"><p>Ann</p></div>',
  ])('is apart from a signature: %s', async (signature) => {
    const { text } = await read('mail.eml', html(`<div>${own}</div>${signature}`));
    expect(findExclusions(text).map(({ kind }) => kind)).toEqual(['signature']);
    expect(ownText(text).trim()).toBe(own);
  });
});

describe('a mail of many lines', () => {
  it('is read with each of them, in each of its parts', async () => {
    const lines = Array.from({ length: 9000 }, (_, i) => `Line ${i}.`).join('\n');
    const parts = ['plain', 'plain'].map((kind) => `Content-Type: text/${kind}\n\n${lines}`);
    const { text } = await read('lines.eml', multipart('mixed', ...parts));
    expect(text).toBe(`${lines}\n\n${lines}`);
  });
});

describe('format=flowed', () => {
  const flowed = (text: string, more = ''): string =>
    `${heads}Content-Type: text/plain; format=flowed${more}\n\n${text}`;
  it('goes on behind a blank, to another number of marks, an empty line or a signature', async () => {
    const { text } = await read(
      'flowed.eml',
      flowed('One \ntwo.\n> three \n> four \nFive \n\n>> six \n> seven\n From here \n-- \nAnn'),
    );
    expect(text).toBe('One two.\n> three four \nFive \n\n>> six \n> seven\nFrom here \n-- \nAnn');
  });
  it('keeps a line of the writer that begins with ">" behind the blank that says so', async () => {
    const { text } = await read('flowed.eml', flowed('One:\n > is a sign of my \nown.\n>  > is not'));
    expect(text).toBe('One:\n    > is a sign of my own.\n>  > is not');
    expect(findExclusions(text)).toMatchObject([{ start: text.indexOf('>  >'), kind: 'quoted' }]);
  });
  it('loses the blank where DelSp says so', async () => {
    expect((await read('flowed.eml', flowed('won \nder \n\nful', '; DelSp=yes'))).text).toBe('wonder\n\nful');
  });
});

describe('the parts of a mail', () => {
  const plain = (text: string): string => `Content-Type: text/plain; charset=utf-8\n\n${text}`;
  const rich = (text: string): string => `Content-Type: text/html; charset=utf-8\n\n<p>${text}</p>`;

  it('are read as HTML where the plain text only says that there is HTML', async () => {
    const { text, reading } = await read('stub.eml', multipart('alternative', plain('See the HTML.'), rich(own)));
    expect(text).toBe(own);
    expect(reading!.parts).toEqual([]);
  });
  it('are the plain text, and the HTML is named where it says something else', async () => {
    const same = await read('same.eml', multipart('alternative', plain(own), rich(`${own} `)));
    expect([same.text, same.reading!.parts]).toEqual([own, []]);
    const other = await read('other.eml', multipart('alternative', plain(own), rich(old)));
    expect(other.text).toBe(own);
    expect(other.reading!.parts).toEqual([{ kind: 'alternative', words: 17, places: [{ at: own.length, text: old }] }]);
  });
  it('name what is attached and is no text', async () => {
    const file =
      'Content-Type: application/pdf; name="minutes.pdf"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\nAAAA';
    const { text, reading } = await read('files.eml', multipart('mixed', plain(own), file));
    expect(text).toBe(own);
    expect(reading!.parts).toEqual([
      { kind: 'attachments', words: 0, places: [{ at: own.length, text: 'minutes.pdf' }] },
    ]);
  });
  it('are refused where the text lies in winmail.dat', async () => {
    const file = 'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Disposition: attachment\n\nAAAA';
    const { message } = await refusal('winmail.eml', multipart('mixed', plain(''), file));
    expect(message).toContain('its text is in the attachment winmail.dat');
  });
  it('are refused where the end of one is missing', async () => {
    const whole = multipart('mixed', plain(own), plain(old));
    expect((await read('whole.eml', whole)).text).toBe(`${own}\n\n${old}`);
    for (const cut of [whole.indexOf('--=b--'), whole.length - 60])
      expect((await refusal('cut.eml', whole.slice(0, cut))).message).toContain('it is cut off');
  });
  it('are refused where they are a forwarded mail and nothing else', async () => {
    const header = 'From: Bob Stone <bob@merrow.example>\nSent: Monday, May 3, 2021 9:12 AM\nTo: Ann\nSubject: y';
    for (const text of [`${header}\n\n${old}`, `---------- Forwarded message ---------\n${header}\n\n${old}`])
      expect((await refusal('forward.eml', `${heads}\n${text}\n`)).message).toContain('only a forwarded mail');
    const mail = `${heads}\n${own}\n\n${header}\n\n${old}\n`;
    expect(await ownOf(mail)).toBe(own);
    expect((await read('mail.eml', mail)).reading!.parts.map(({ kind }) => kind)).toEqual(['forwarded']);
  });
  it.each(['us-ascii', 'x-no-such', 'utf-8'])(
    'are UTF-8 where their bytes are and they declare %s',
    async (charset) => {
      const { text } = await read(
        'marks.eml',
        `${heads}Content-Type: text/plain; charset=${charset}\n\nI don’t – “yet”.`,
      );
      expect(text).toBe('I don’t – “yet”.');
    },
  );
});
