import { describe, expect, it } from 'vitest';
import { readSource } from '../../../src/core/text/readText';

const ownText = (text: string): string => readSource({ text }).own;

const own = 'The lamp in the stair has failed again.\n\nCould somebody come before the weekend?\n\n';
const old = 'We have had your report and shall send a man.\n';

describe('an earlier mail', () => {
  it.each([
    'On Wed, 14 Nov 2018 08:14:43 -0200 Bob Stone <bob@merrow.example> wrote',
    'De : Bob Stone<mailto:bob@merrow.example>\nEnvoyé le :jeudi 15 décembre 2016 09:35\nÀ : ann@merrow.example\nObjet :La lampe',
    'From:Bob Stone\nSent:Monday, May 3, 2021 9:12 AM\nTo:Ann Lee\nSubject:Lamp',
  ])('is seen by lines without colons or blanks: %s', (lines) => {
    expect(ownText(`${own}${lines}\n\n${old}`)).toBe(own);
  });

  it('begins below a line of the author, though no blank line parts them', () => {
    expect(ownText(`Hello\n> On 3 May 2021, at 09:12, Bob <bob@merrow.example> wrote:\n>\n> ${old}`)).toBe('Hello\n');
    expect(ownText(`Hello\n03.05.2021 09:12 пользователь "Bob" <\nbob@merrow.example> написал:\n\n${old}`)).toBe(
      'Hello\n',
    );
  });

  it('is announced in Hungarian', () => {
    expect(ownText(`${own}2021.05.03. 9:12 keltezéssel, "Kis Anna" írta:\n> ${old}`)).toBe(own);
  });
});

describe('a forwarded mail that says where it ends', () => {
  it.each([
    ['----- Forwarded message from Bob Stone -----', '----- End forwarded message -----'],
    ['----- Weitergeleitete Nachricht von Bob Stone -----', '----- Ende der weitergeleiteten Nachricht -----'],
    ['--- Message transféré ---', '--- Fin du message transféré ---'],
  ])('is followed by own text: %s', (first, last) => {
    expect(ownText(`${own}${first}\n\n${old}\n${last}\n\n${own}`)).toBe(`${own}\n${own}`);
    expect(ownText(`${own}> ${old}\n${last}\n`).trim()).toBe(own.trim());
  });

  it('is seen in the words of more languages', () => {
    for (const head of [
      'Van: Bob <bob@merrow.example>\nGestuur: 02 Maart 2020 10:14\nAan: Ann Lee\nOnderwerp: Lamp\n',
      'Ó: Bob <bob@merrow.example>\nSeolta: 2 Márta 2020 10:14\nChuig: Ann Lee\nÁbhar: Lampa\n',
      'No: Bob <bob@merrow.example>\nNosūtīts: 2020. gada 2. marts 10:14\nKam: Ann Lee\nTēma: Lampa\n',
    ])
      expect(ownText(`${own}${head}\n${old}`)).toBe(own);
  });
});

describe('what programs add', () => {
  it.each([
    'Sent from my Wiko RIDGE FAB 4G\n',
    'Sent from TypeApp<http://app.merrow.example/r>\n',
    '__\nstair mailing list\nstair@lists.merrow.example\nhttp://lists.merrow.example/listinfo/stair\n',
    '--\n*Ann Lee | Warden*\n',
    '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE-----\n',
  ])('is left out: %s', (lines) => {
    expect(ownText(`${own}${lines}`)).toBe(own);
  });

  it('is not seen in prose', () => {
    const prose = 'Sent from my aunt to the shop, he came back without the bread.\n';
    expect(ownText(own + prose)).toBe(own + prose);
  });
});

describe('the head of a memorandum', () => {
  it.each([
    'MEMORANDUM\n\nTo: All members\nFrom: Ann Lee\nDate: 2 March 2020\nSubject: The stair\n\n',
    'Stair Committee\n\nTO: All members\nFROM: Ann Lee\nDATE: 2 March 2020\nRE: The stair\n\n',
    'Memo\n\nFrom: Ann Lee\nTo: All members\nDate: 2 March 2020\nSubject: The stair\n\n',
  ])('is no earlier mail: %s', (head) => {
    expect(ownText(head + own).trim()).toBe(own.trim());
  });
});
