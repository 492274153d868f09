import { describe, expect, it } from 'vitest';
import { growthOf } from '../../growth';
import { findExclusions } from '../../../src/core/text/exclusions';
import { readSource } from '../../../src/core/text/readText';

const ownText = (text: string): string => readSource({ text }).own;

const own =
  'We cannot come on Friday, since the boiler is being mended and somebody must wait.\nPerhaps the week after would do.';
const old =
  'Could you all come on Friday? There will be soup.\nPlease say how many you are.\n\nThe hall is open from six.';

/** Below the own text, each begins an earlier mail whose lines have no marks. */
const announcements: Readonly<Record<string, string>> = {
  Gmail: 'On Mon, May 3, 2021 at 9:12 AM Bob Stone <bob@merrow.example> wrote:',
  'Gmail in two lines':
    'On Mon, May 3, 2021 at 9:12 AM Bob Stone of the Merrow Hall Committee <\nbob@merrow.example> wrote:',
  'four lines': 'On Mon, May 3, 2021\nat 9:12 AM Bob Stone\n<bob@merrow.example>\nwrote:',
  iPhone: 'On 3 May 2021, at 09:12, Bob Stone <bob@merrow.example> wrote:',
  'Apple in German': 'Am 03.05.2021 um 09:12 schrieb Bob Stone <bob@merrow.example>:',
  'Gmail in German': 'Am Mo., 3. Mai 2021 um 09:12 Uhr schrieb Bob Stone <bob@merrow.example>:',
  'name first in German': 'Bob Stone <bob@merrow.example> schrieb am Mo., 3. Mai 2021, 09:12:',
  'Yahoo in German': 'Am Montag, 3. Mai 2021, 09:12:00 MESZ hat Bob Stone <bob@merrow.example> Folgendes geschrieben:',
  'a web mailer in German': 'Bob Stone <bob@merrow.example> hat am 03.05.2021 09:12 geschrieben:',
  'Gmail in French': 'Le lun. 3 mai 2021 à 09:12, Bob Stone <bob@merrow.example> a écrit :',
  'Thunderbird in French': 'Le 03/05/2021 à 09:12, Bob Stone a écrit\u00a0:',
  'Gmail in Spanish': 'El lun, 3 may 2021 a las 9:12, Bob Stone (<bob@merrow.example>) escribió:',
  'Gmail in Italian': 'Il giorno lun 3 mag 2021 alle ore 09:12 Bob Stone <bob@merrow.example> ha scritto:',
  'Thunderbird in Italian': 'Il 03/05/2021 09:12, Bob Stone ha scritto:',
  'Gmail in Dutch': 'Op ma 3 mei 2021 om 09:12 schreef Bob Stone <bob@merrow.example>:',
  'Apple in Dutch': 'Op 3 mei 2021, om 09:12 heeft Bob Stone <bob@merrow.example> het volgende geschreven:',
  'Gmail in Portuguese': 'Em seg., 3 de mai. de 2021 às 09:12, Bob Stone <bob@merrow.example> escreveu:',
  'Gmail in Chinese': 'Bob Stone <bob@merrow.example> 于2021年5月3日周一 09:12写道：',
  'Apple in Chinese': '在 2021年5月3日，09:12，Bob Stone <bob@merrow.example> 写道：',
  'Gmail in Chinese of Taiwan': 'Bob Stone <bob@merrow.example> 於 2021年5月3日 週一 上午9:12寫道：',
  'Gmail in Japanese': '2021年5月3日(月) 9:12 Bob Stone <bob@merrow.example>:',
  'Apple in Japanese': '2021/05/03 9:12、Bob Stone <bob@merrow.example>のメール：',
  'Gmail in Korean': '2021년 5월 3일 (월) 오전 9:12, Bob Stone <bob@merrow.example>님이 작성:',
  'Gmail in Russian': 'пн, 3 мая 2021 г. в 09:12, Bob Stone <bob@merrow.example>:',
  'Gmail in Ukrainian': 'пн, 3 трав. 2021 р. о 09:12 Bob Stone <bob@merrow.example> пише:',
  'Gmail in Arabic': 'في الاثنين، 3 مايو 2021 في 9:12 ص تمت كتابة ما يلي بواسطة Bob Stone <bob@merrow.example>:',
  'Gmail in Hebrew': '\u202bבתאריך יום ב׳, 3 במאי 2021 ב-9:12 מאת \u202aBob Stone\u202c <bob@merrow.example>:\u202c',
  'Gmail in Vietnamese': 'Vào Th 2, 3 thg 5, 2021 vào lúc 09:12 Bob Stone <bob@merrow.example> đã viết:',
  'Outlook in Korean':
    '보낸 사람: Bob Stone <bob@merrow.example>\n보낸 날짜: 2021년 5월 3일 월요일 오전 9:12\n받는 사람: Ann Lee\n제목: Friday',
  'a mailer in Chinese, with wide colons':
    '发件人：Bob Stone <bob@merrow.example>\n发送时间：2021年5月3日 09:12\n收件人：Ann Lee\n主题：Friday',
  'Outlook in Chinese of Taiwan':
    '寄件者: Bob Stone <bob@merrow.example>\n寄件日期: 2021年5月3日 09:12\n收件者: Ann Lee\n主旨: Friday',
  'Gmail, printed': 'Bob Stone <bob@merrow.example>\tMon, May 3, 2021 at 9:12 AM\nTo: Ann Lee <ann@merrow.example>',
  'Gmail in Swedish': 'Den mån 3 maj 2021 kl 09:12 skrev Bob Stone <bob@merrow.example>:',
  Thunderbird: 'On 03/05/2021 09:12, Bob Stone wrote:',
  Yahoo: 'On Monday, 3 May 2021, 09:12:00 GMT, Bob Stone <bob@merrow.example> wrote:',
  'Yahoo of old': '--- On Mon, 5/3/21, Bob Stone <bob@merrow.example> wrote:',
  Zoho: '---- On Mon, 03 May 2021 09:12:00 +0000 Bob Stone <bob@merrow.example> wrote ----',
  Notes: 'Bob Stone wrote on 05/03/2021 09:12:00 AM:',
  AOL: 'In a message dated 5/3/2021 9:12:00 A.M. Eastern Standard Time, bob@merrow.example writes:',
  'no verb': '2021-05-03 9:12 GMT+01:00 Bob Stone <bob@merrow.example>:',
  mutt: '* Bob Stone <bob@merrow.example> [2021-05-03 09:12]:',
  Horde: 'Quoting Bob Stone <bob@merrow.example>:',
  'an address alone': 'Bob Stone <bob@merrow.example> wrote:',
  Outlook: 'From: Bob Stone <bob@merrow.example>\nSent: Monday, May 3, 2021 9:12 AM\nTo: Ann Lee\nSubject: Friday',
  'Outlook below a rule':
    '________________________________\nFrom: Bob Stone\nSent: Monday, May 3, 2021 9:12 AM\nTo: Ann Lee\nSubject: Friday',
  'Outlook in bold':
    '*From:* Bob Stone [mailto:bob@merrow.example]\n*Sent:* Monday, May 3, 2021 9:12 AM\n*To:* Ann Lee\n*Cc:* Cy\n*Subject:* Friday',
  'Outlook with many recipients':
    'From: Bob Stone <bob@merrow.example>\nSent: Monday, May 3, 2021 9:12 AM\nTo: Ann Lee <ann@merrow.example>; Cy Young <cy@merrow.example>;\nDee Hill <dee@merrow.example>; Ed Ash\n<ed@merrow.example>; Flo Fox;\nGus Gray\nCc: Hal Hunt\nSubject: Friday',
  'Outlook, one paragraph a line':
    'From: Bob Stone\n\nSent: Monday, May 3, 2021 9:12 AM\n\nTo: Ann Lee\n\nSubject: Friday',
  'Outlook, joined': 'From: Bob Stone Sent: Monday, May 3, 2021 9:12 AM To: Ann Lee Subject: Friday',
  'Outlook in German': 'Von: Bob Stone\nGesendet: Montag, 3. Mai 2021 09:12\nAn: Ann Lee\nBetreff: Friday',
  'Outlook in French': 'De : Bob Stone\nEnvoyé : lundi 3 mai 2021 09:12\nÀ : Ann Lee\nObjet : Friday',
  'Outlook in Spanish': 'De: Bob Stone\nEnviado el: lunes, 3 de mayo de 2021 9:12\nPara: Ann Lee\nAsunto: Friday',
  'Outlook in Italian': 'Da: Bob Stone\nInviato: lunedì 3 maggio 2021 09:12\nA: Ann Lee\nOggetto: Friday',
  'Outlook in Dutch': 'Van: Bob Stone\nVerzonden: maandag 3 mei 2021 09:12\nAan: Ann Lee\nOnderwerp: Friday',
  'Outlook in Portuguese':
    'De: Bob Stone\nEnviada em: segunda-feira, 3 de maio de 2021 09:12\nPara: Ann Lee\nAssunto: Friday',
  'an original': '-----Original Message-----\nFrom: Bob Stone\nSent: Monday',
  'an original in German': '-----Ursprüngliche Nachricht-----\nVon: Bob Stone',
  'GMX, the date first':
    'Gesendet: Montag, 03. Mai 2021 um 09:12 Uhr\nVon: "Bob Stone" <bob@merrow.example>\nAn: ann@merrow.example\nBetreff: Friday',
  'Outlook in Czech': 'Od: Bob Stone\nOdesláno: pondělí 3. května 2021 9:12\nKomu: Ann Lee\nPředmět: Friday',
  'Outlook in Hungarian': 'Feladó: Bob Stone\nElküldve: 2021. május 3. 9:12\nCímzett: Ann Lee\nTárgy: Friday',
  'Outlook in Russian': 'От: Bob Stone\nОтправлено: 3 мая 2021 г. 9:12\nКому: Ann Lee\nТема: Friday',
  'Outlook in Turkish': 'Kimden: Bob Stone\nGönderildi: 3 Mayıs 2021 Pazartesi 09:12\nKime: Ann Lee\nKonu: Friday',
  'Outlook in Japanese': '差出人: Bob Stone\n送信日時: 2021年5月3日 9:12\n宛先: Ann Lee\n件名: Friday',
  'Outlook in Chinese': '发件人: Bob Stone\n发送时间: 2021年5月3日 9:12\n收件人: Ann Lee\n主题: Friday',
  'Gmail in Finnish': 'ma 3. toukok. 2021 klo 9.12 Bob Stone (bob@merrow.example) kirjoitti:',
  'Gmail in Turkish': 'Bob Stone <bob@merrow.example>, 3 May 2021 Pzt, 09:12 tarihinde şunu yazdı:',
  'Gmail in Hungarian': 'Bob Stone <bob@merrow.example> ezt írta (időpont: 2021. máj. 3., H, 9:12):',
  'Thunderbird in Russian': '03.05.2021 09:12, Bob Stone пишет:',
  'Outlook in Slovak': 'Od: Bob Stone\nOdoslané: pondelok 3. mája 2021 9:12\nKomu: Ann Lee\nPredmet: Friday',
  'Outlook in Croatian':
    'Šalje: Bob Stone\nPoslano: ponedjeljak, 3. svibnja 2021. 9:12\nPrima: Ann Lee\nPredmet: Friday',
  'Outlook in Hungarian of today':
    'Feladó: Bob Stone\nKüldve: 2021. május 3., hétfő 9:12\nCímzett: Ann Lee\nTárgy: Friday',
  'Outlook in Arabic': 'من: Bob Stone\nتم الإرسال: الاثنين 3 مايو 2021 9:12\nإلى: Ann Lee\nالموضوع: Friday',
  'Outlook in Thai': 'จาก: Bob Stone\nส่ง: 3 พฤษภาคม 2021 9:12\nถึง: Ann Lee\nเรื่อง: Friday',
  'Outlook in Bulgarian': 'От: Bob Stone\nИзпратено: понеделник, 3 май 2021 г. 9:12\nДо: Ann Lee\nОтносно: Friday',
  'Outlook in Lithuanian': 'Nuo: Bob Stone\nIšsiųsta: 2021 m. gegužės 3 d. 9:12\nKam: Ann Lee\nTema: Friday',
  'Gmail in Croatian': 'pon, 3. svi 2021. u 09:12 Bob Stone <bob@merrow.example> napisao je:',
  'Gmail in Persian': 'در تاریخ دوشنبه ۳ مه ۲۰۲۱،‏ ۰۹:۱۲ Bob Stone <bob@merrow.example> نوشت:',
  Tuta: '3 May 2021, 09:12 by bob@merrow.example:',
  'a forwarded one of Apple in Polish': 'Początek przekazywanej wiadomości:\n\nOd: Bob Stone\nTemat: Friday',
  Proton:
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, May 3rd, 2021 at 9:12 AM, Bob Stone <bob@merrow.example> wrote:',
  BlackBerry: '  Original Message  \nFrom: Bob Stone\nSent: Monday, May 3, 2021 9:12 AM\nTo: Ann Lee\nSubject: Friday',
  'Notes in a browser':
    '-----Bob Stone/Merrow wrote: -----\nTo: Ann Lee\nFrom: Bob Stone/Merrow\nDate: 05/03/2021 09:12AM\nSubject: Friday',
  'a forwarded one of Gmail':
    '---------- Forwarded message ---------\nFrom: Bob Stone <bob@merrow.example>\nDate: Mon, 3 May 2021 at 09:12',
  'a forwarded one of Thunderbird':
    '-------- Weitergeleitete Nachricht --------\nBetreff: \tFriday\nDatum: \tMon, 3 May 2021 09:12\nVon: \tBob Stone',
  'a forwarded one of Apple': 'Begin forwarded message:\n\nFrom: Bob Stone\nSubject: Friday\nDate: 3 May 2021 at 09:12',
  'a forwarded one of Apple in German': 'Anfang der weitergeleiteten Nachricht:\n\nVon: Bob Stone\nBetreff: Friday',
  'a forwarded one of Apple in French': 'Début du message réexpédié :\n\nDe: Bob Stone\nObjet: Friday',
  'a forwarded one of Notes': '----- Forwarded by Bob Stone/Merrow on 05/03/2021 09:12 AM -----',
  'the header of Notes': 'Bob Stone@MERROW\n05/03/2021 09:12 AM\nTo: Ann Lee/Merrow@MERROW\ncc: \nSubject: Friday',
};

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
    expect(await growthOf(run, 60_000)).toBeLessThan(3);
  });
});
