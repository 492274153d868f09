import { describe, expect, it } from 'vitest';
import { readSource } from '../../../src/core/text/readText';
import { read } from './documentFiles';

const heads = 'From: a@merrow.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n';
const own = 'We cannot come on Friday, since the boiler is being mended and somebody must wait for the man.';
const old = 'Could you all come on Friday? There will be soup, and the hall is open from six.';
const row = (label: string, value: string): string =>
  `<tr valign=top>\n<td>\n<div align=right><font size=1>${label}</font></div>\n<td><font size=1>${value}</font>\n`;

async function ownOf(table: string): Promise<string> {
  const { text } = await read('mail.eml', `${heads}<p>${own}</p>\n${table}\n<p>${old}</p>\n`);
  expect(text).toContain('soup');
  return readSource({ text }).own.trim();
}

describe('the header of an earlier mail in a table', () => {
  it.each([
    [
      'Notes, whose cells have no ends',
      `<table width=100%>\n<tr valign=top>\n<td width=40%><font size=1><b>Bob Stone &lt;bob@merrow.example&gt;</b></font>\n<p><font size=1>05/03/2021 09:12 AM</font>\n<br>\n<td width=59%>\n<table width=100%>\n${row('To', 'Ann Lee/Merrow@Merrow')}${row('cc', '')}${row('Subject', 'Friday')}</table>\n<br>\n<table>\n<tr valign=top>\n<td>\n<td></table>\n<br></table>`,
    ],
    [
      'Notes in German, with a line below the date',
      `<table width=100%>\n<tr valign=top>\n<td width=1%>\n<td width=40%><b>&quot;Bob Stone&quot; &lt;bob@merrow.example&gt;</b>\n<p>05/03/2021 09:12 AM\n<table border>\n<tr valign=top>\n<td><div>Bitte antworten an<br>&lt;bob@merrow.example&gt;</div></table>\n<td width=58%>\n<table>\n${row('An', '&lt;ann@merrow.example&gt;')}${row('Kopie', '')}${row('Thema', 'Freitag')}</table>\n<br></table>`,
    ],
    [
      'a web mailer',
      '<table><tr><td>From:</td><td>Bob Stone</td></tr><tr><td>To:</td><td>Ann</td></tr><tr><td>Date:</td><td>3/5/2021 09:12</td></tr><tr><td>Subject:</td><td>Friday</td></tr></table>',
    ],
    [
      'a web mailer in German',
      '<table><tr><td>Von:</td><td>bob@merrow.example</td></tr><tr><td>Gesendet:</td><td>Montag</td></tr><tr><td>An:</td><td>Ann</td></tr><tr><td>Betreff:</td><td>Freitag</td></tr></table>',
    ],
  ])('of %s begins what is left out', async (_, table) => {
    expect(await ownOf(table)).toBe(own);
  });

  it('is not seen in a table of journeys', async () => {
    const table = '<table><tr><td>From</td><td>To</td></tr><tr><td>Leeds</td><td>York</td></tr></table>';
    expect(await ownOf(table)).toBe(`${own}\n\n${old}`);
  });
});

describe('cells of HTML without ends', () => {
  it('are cells side by side, though paragraphs in them are open', async () => {
    const words = 'The man who mends the boiler came on Thursday and went away again.';
    const { text, reading } = await read(
      'p.html',
      `<table><tr><td><p>One<td><p>Two<tr><td><p>${words}<td><p>Four</table>`,
    );
    expect([text, reading?.parts[0]]).toMatchObject([words, { kind: 'cells', words: 3 }]);
  });
});

it('leaves out a dialog that is not open', async () => {
  const { text, reading } = await read('p.html', '<p>One.</p><dialog>Two.</dialog><dialog open>Three.</dialog>');
  expect([text, reading?.parts[0]]).toMatchObject(['One.\n\nThree.', { kind: 'hidden', words: 1 }]);
});
