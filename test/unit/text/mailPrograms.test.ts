import { describe, expect, it } from 'vitest';
import { findExclusions } from '../../../src/reading/text/exclusions';
import { readSource } from '../../../src/core/text/readText';

const ownText = (text: string): string => readSource({ text }).own;
const added = (text: string): readonly (readonly [string, string])[] =>
  findExclusions(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

const own = 'We cannot come on Friday, since the boiler is being mended and somebody must wait.';
const old = 'Could you all come on Friday? There will be soup.\n\nThe hall is open from six.';

describe('what a mail program writes', () => {
  it.each([
    '---\nThis email has been checked for viruses by Avast antivirus software.\nhttps://www.avast.com/antivirus\n',
    '-----\nNo virus found in this message.\nChecked by AVG - www.avg.com\nVersion: 2014.0.4592 / Virus Database: 3950\n',
    'Securely sent with Tuta Mail. Get your own mailbox:\nhttps://tuta.com\n',
    'Sent from Spark\n',
    'iPhoneから送信\n',
    '发自我的iPhone\n',
    'Στάλθηκε από το iPhone μου\n',
    'أُرسلت من الـ iPhone\n',
    'Provenance : Courrier pour Windows\n',
    '________________\nMicrosoft Teams meeting\nJoin: https://teams.microsoft.com/l/x\n________________\n',
  ])('what a program says of itself, with its address and the rule above it, is a template: %j', (lines) => {
    expect(added(`${own}\n\n${lines}`)).toEqual([['template', lines]]);
    expect(findExclusions(`${own}\n\nSent from my heart, as ever.\nhttps://merrow.example/heart\n`)).toEqual([]);
  });

  it.each([
    '>>> Bob Stone <bob@merrow.example> 3/5/2021 9:12 AM >>>',
    '> Message du 03/05/21 09:12\n> De : "Bob Stone" <bob@merrow.example>\n> A : "Ann Lee"\n> Objet : Friday\n>',
  ])('a head with marks announces a mail without them: %j', (head) => {
    expect(ownText(`${own}\n\n${head}\n\n${old}\n`)).toBe(`${own}\n\n`);
    expect(ownText(`${head}\n> an old line\n\n${own}\n`)).toContain(own);
  });

  const banners = [
    '[EXTERNAL] This email originated from outside of the organization. Do not click links.',
    'ACHTUNG: Diese E-Mail stammt von einem externen Absender.\n________________',
    "You don't often get email from ann@merrow.example. Learn why this is important",
  ];
  it.each(banners)('what a mail server puts above a mail from outside is a template: %j', (banner) => {
    expect(added(`${banner}\n\n${own}\n`)).toEqual([['template', expect.stringContaining(banner)]]);
    const said = 'Our helpers had an external email that asked them to click on an attachment.';
    expect(findExclusions(`${said}\n\n${own}\n`)).toEqual([]);
  });

  it.each(['» ', '＞ ', '# ', '% '])('marks of another kind count below an announcement: %j', (mark) => {
    const marked = old.split('\n\n').map((line) => mark + line);
    const mail = `On 3 May 2021, Bob Stone <bob@merrow.example> wrote:\n${marked.join('\n')}\n\n${own}\n`;
    expect(ownText(mail).trim()).toBe(own);
    expect(findExclusions(`${marked.join('\n')}\n\n${own}\n`)).toEqual([]);
  });

  it('the rest of a marked line that a program broke is quoted, and a short answer is not', () => {
    const line = '> Could you all come on Friday, since there will be soup and the';
    expect(ownText(`${line}\nhall\n> is open from six.\n\n${own}\n`).trim()).toBe(own);
    expect(ownText(`${line} hall?\nyes\n> And on Sunday?\n\n${own}\n`)).toContain('yes');
  });

  it('a header straight below the line of a phone begins an earlier mail', () => {
    const header = 'From: Bob Stone\nSent: Monday, 3 May 2021 09:12\nTo: Ann Lee\nSubject: Friday\n';
    expect(ownText(`${own}\n\nSent from my BlackBerry smartphone.\n${header}\n${old}\n`)).toBe(`${own}\n\n`);
  });

  it('a dash above the lines of how to reach somebody belongs to them', () => {
    const lines = '—\nAnn Lee\nChair, Merrow Hall\n+44 20 7946 0000\n';
    expect(added(`${own}\n\n${lines}`)).toEqual([['signature', lines]]);
  });

  it.each(['Monday, May 3, 2021, 9:12:00 AM, you wrote:', 'Am 03.05.2021 um 9:12 schrieben Sie:'])(
    'a line that speaks to its reader with a date and a time announces a mail: %j',
    (line) => {
      expect(ownText(`${own}\n\n${line}\n\n${old}\n`)).toBe(`${own}\n\n`);
    },
  );

  it.each(['On 3 May 2021 you wrote:', 'On 3 May 2021, at 9:12, in the second of your mails, you wrote:'])(
    'a line that speaks to its reader without a time, or with other words, counts above marks alone: %j',
    (line) => {
      expect(findExclusions(`${own}\n\n${line}\n\n${old}\n`)).toEqual([]);
    },
  );

  it('a line that speaks to its reader above quotation marks is own text', () => {
    expect(findExclusions(`${own}\n\nOn 3 May 2021, at 9:12, you wrote:\n\n“${old}”\n`)).toEqual([]);
  });

  it.each([
    'Sent from my desk, is where I keep the phone',
    'Sent from my phone is how most of these letters were written',
    'Sent from the palm of the hand, the coin rolled away',
    'Sent from my phone, which has no spelling checker',
    'Get Outlook for the whole office, said the clerk',
  ])('a sentence that begins like the line of a phone is own text: %j', (line) => {
    expect(findExclusions(`${own}\n\n${line}\n`)).toEqual([]);
  });

  it.each([
    'Sent from my phone, so please excuse my spelling.',
    'Sent from my phone - apologies, there is no keyboard that I can use.',
    'Gesendet mit der Telekom Mail App',
    'Enviado desde Yahoo Mail en Android',
  ])('a line of a phone may have an excuse: %j', (line) => {
    expect(added(`${own}\n\n${line}\n`)).toEqual([['template', `${line}\n`]]);
  });
});
