import { describe, expect, it } from 'vitest';
import { expectLinear } from '../growth';
import { isAll } from '../needs';
import { type Messages, readChat } from '../../src/reading/text/chat';

/** Who wrote what. */
function said(chat: Messages | undefined): readonly (readonly [string, string])[] | undefined {
  return chat?.messages.filter(({ text }) => text !== '').map(({ author, text }) => [author, text]);
}

const talk = [
  ['Ann', 'The pump is broken again.'],
  ['Bo Berg', 'I saw. I will come on Friday.'],
  ['Ann', 'Bring the long hose.\nAnd the key.'],
] as const;

/** The same talk under heads that a program writes. */
const programs: readonly (readonly [string, (name: string, minute: number) => string])[] = [
  ['Android in English', (name, m) => `12/31/20, 9:0${m} PM - ${name}: `],
  ['Android in German', (name, m) => `31.12.20, 21:0${m} - ${name}: `],
  ['Android in French', (name, m) => `31/12/2020 à 21:0${m} - ${name} : `.replace(' : ', ': ')],
  ['Android in Spanish', (name, m) => `31/12/20, 9:0${m} p. m. - ${name}: `],
  ['Android with a narrow blank', (name, m) => `12/31/20, 9:0${m}\u202fPM - ${name}: `],
  ['Android in Dutch', (name, m) => `31-12-20 21:0${m} - ${name}: `],
  ['iPhone in German', (name, m) => `[31.12.20, 21:05:3${m}] ${name}: `],
  ['iPhone in English', (name, m) => `\u200e[12/31/20, 9:05:3${m} PM] ${name}: `],
  ['copied from the web', (name, m) => `[9:0${m} PM, 12/31/2020] ${name}: `],
  ['Signal', (name, m) => `[2020-12-31 21:0${m}] ${name}: `],
  ['a time of ISO 8601', (name, m) => `2020-12-31T21:05:0${m}Z ${name}: `],
  ['a weekday', (name, m) => `Thursday, 31 December 2020 21:0${m}, ${name}: `],
  ['copied from Telegram', (name, m) => `${name}, [31.12.2020 21:0${m}]\n`],
  ['IRC', (name, m) => `[21:0${m}] <${name}> `],
  ['IRC with dates', (name, m) => `2020-12-31 21:05:0${m} <@${name}> `],
  ['LINE', (name, m) => `${m === 1 ? '2020/12/31(Thu)\n' : ''}21:0${m}\t${name}\t`],
  ['Zoom', (name, m) => `21:05:0${m}\t From ${name} to Everyone : `],
  ['a date and a name', (name) => `2020-12-31, ${name}: `],
  ['copied from Discord', (name, m) => `${name} — 12/31/2020 9:0${m} PM\n`],
  ['copied from Discord on the day', (name, m) => `${name} — Today at 9:0${m} PM\n`],
  ['an export of Discord', (name, m) => `[31-Dec-20 09:0${m} PM] ${name}\n`],
  ['Teams', (name, m) => `[Thursday, December 31, 2020 9:0${m} PM] ${name}\n`],
  ['copied from Teams', (name, m) => `${name}   12/31 9:0${m} PM\n`],
  ['copied from Slack', (name, m) => `${name}  9:0${m} PM\n`],
  ['Slack in two lines', (name, m) => `${name}\n  9:0${m} PM\n`],
  ['an export of iMessage', (name, m) => `Dec 31, 2020  9:05:0${m} PM (Read by them after 5 seconds)\n${name}\n`],
  ['a date in brackets and a name', (name) => `[31 Dec 2020] ${name}: `],
  ['Viber', (name, m) => `[ 31-12-2020 21:0${m}:05 ] ${name}: `],
  ['Teams with the day of the week', (name, m) => `[Monday 9:0${m} PM] ${name}\n`],
  ['Google Chat', (name, m) => `${name}, Mon 9:0${m} PM\n`],
  ['WeChat', (name, m) => `${name} 2020-12-31 21:05:0${m}\n`],
  ['WeeChat', (name, m) => `2020-12-31 21:05:0${m}\t@${name}\t`],
  ['a name and a time in brackets', (name, m) => `${name} [22:1${m}]: `],
  ['a name and a time in round brackets', (name, m) => `${name} (22:1${m}): `],
  ['upright lines', (name, m) => `22:1${m} | ${name} | `],
  ['upright lines with dates', (name, m) => `2020-12-31 22:1${m} | ${name} | `],
  ['KakaoTalk of a computer', (name, m) => `[${name}] [오후 9:0${m}] `],
  ['KakaoTalk of a phone', (name, m) => `2020년 12월 31일 오후 9:0${m}, ${name} : `.replace(' : ', ': ')],
  ['Android in Arabic', (name, m) => `\u200f٣١\u200f/١٢\u200f/٢٠٢٠، ٩:٠${m} م - ${name}: `],
  ['Skype without dates', (name, m) => `[21:05:0${m}] ${name}: `],
  ['Pidgin', (name, m) => `(12/31/20 21:05:0${m}) ${name}: `],
  ['copied from Viber', (name, m) => `[Thursday, December 31, 2020] [9:05:0${m} PM EET] ${name}: `],
  ['copied from Viber in German', (name, m) => `[31 Dezember 2020] [21:05:0${m}] ${name}: `],
  ['mailed by Viber', (name, m) => `31/12/2020,21:05:0${m},${name},+44 20 7946 0000,`],
  ['copied from Viber in Russian', (name, m) => `[31 декабря 2020 г.] [21:05:0${m}] ${name}: `],
  ['mailed by Viber with quotation marks', (name, m) => `"31/12/2020","21:05:0${m}","${name}","+44 20",`],
  ['mailed by Viber without numbers', (name, m) => `31-12-2020;21:0${m};${name};`],
  ['Signal in blocks', (name, m) => `\nFrom: ${name}\nType: incoming\nSent: Thu, 31 Dec 2020 21:05:0${m} +0000\n\n`],
  ['blocks with a label before the text', (name, m) => `Time: 31.12.2020 21:0${m}\nSender: ${name}\nMessage: `],
  ['blocks in German', (name, m) => `\nVon: ${name}\nDatum: 31.12.2020, 21:0${m}\nNachricht: `],
  ['an export of iMazing', (name, m) => `----------------\n2020-12-31 21:05:0${m} from ${name} - Read\n`],
  ['HexChat', (name, m) => `Dec 31 21:05:0${m} <${name}>\t`],
  ['a saved chat of Zoom', (name, m) => `21:05:0${m}\t${name}:\t`],
  ['QQ', (name, m) => `2020-12-31 21:05:0${m} ${name}\n`],
  ['MSN', (name, m) => `${name} says (21:0${m}):\n`],
  ['a time in brackets behind a name', (name, m) => `${name} (2020-12-31 21:0${m}): `],
  ['WebVTT', (name, m) => `${m === 0 ? 'WEBVTT\n\n' : '\n'}00:0${m}.000 --> 00:0${m}.900\n<v ${name}>`],
  ['SubRip', (name, m) => `${m === 0 ? '' : '\n'}${m + 1}\n00:00:0${m},000 --> 00:00:0${m},900\n${name}: `],
  ['Zoom in two lines', (name, m) => `21:05:0${m}\t From  ${name}  to  Everyone:\n\t`],
];

describe('a chat that was written out', () => {
  it.each(programs)('is read message by message: %s', (_, head) => {
    for (const end of ['\n', '\r\n']) {
      const lines = talk.map(([name, text], i) => head(name, i) + text).join('\n');
      expect(said(readChat(lines.replaceAll('\n', end)))).toEqual(talk);
    }
  });

  it('is found below many blank lines', () => {
    const lines = talk.map(([name, text], i) => `[31/12/2020, 21:05:0${i}] ${name}: ${text}`).join('\n');
    expect(said(readChat(`${'\n'.repeat(500)}${lines}`))).toEqual(talk);
  });

  it('is without the days, rules and notices between messages, which are counted', () => {
    const line = readChat(
      '2020/12/31(Thu)\n21:05\tAnn\t"The pump\nis broken."\n21:06\tBo\tI saw.\n2021/01/01(Fri)\n09:00\tAnn\t[Sticker]\n',
    );
    expect(said(line)).toEqual([
      ['Ann', 'The pump\nis broken.'],
      ['Bo', 'I saw.'],
    ]);
    expect(line!.template).toBe(2);
    const irc = readChat(
      '--- Log opened Thu Dec 31\n21:05 -!- bo has joined #pump\n21:06 < ann> The pump is broken.\n21:07 <@bo> I saw.\n--- Log closed Thu Dec 31',
    );
    expect(said(irc)).toEqual([
      ['ann', 'The pump is broken.'],
      ['bo', 'I saw.'],
    ]);
    expect(irc!.template).toBe(6 + 6 + 6 - 1);
  });

  it('is without what programs write, which is counted', () => {
    const head = (name: string): string => `12/31/20, 9:05 PM - ${name}: `;
    const chat = readChat(
      [
        '12/31/20, 9:00 PM - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.',
        '12/31/20, 9:01 PM - Bo created group "Pumps"',
        `${head('Ann')}<Media omitted>`,
        `${head('Ann')}This message was deleted`,
        `${head('Ann')}IMG-2020.jpg (file attached)\nThis is the broken pump.`,
        `${head('Bo')}I see <This message was edited>`,
        `${head('Bo')}‎image omitted`,
        `${head('Bo')}Diese Nachricht wurde gelöscht.`,
        `${head('~\u202fCara')}Vidéo absente`,
        `${head('~\u202fCara')}I deleted the message, you know.`,
      ].join('\n'),
    );
    expect(said(chat)).toEqual([
      ['Ann', 'This is the broken pump.'],
      ['Bo', 'I see'],
      ['Cara', 'I deleted the message, you know.'],
    ]);
    expect(chat!.template).toBe(15 + 4);
    const words = (name: string): number =>
      chat!.messages.filter(({ author }) => author === name).reduce((sum, { template }) => sum + template, 0);
    expect([words('Ann'), words('Bo'), words('Cara')]).toEqual([2 + 4 + 3, 4 + 2 + 4, 2]);
  });

  it.each([['a name above and a time below', 'Ann\n\n', 'Bo Berg\n\n', '\n\nDec 31, 2020 9:05pm\n']])(
    'is read without heads that have both a name and a time: %s',
    (_, ann, bo, below) => {
      const lines = talk.map(([name, text]) => `${name === 'Ann' ? ann : bo}${text}${below}`).join('\n');
      expect(said(readChat(`${lines}\n`))).toEqual(talk);
    },
  );

  it('names the owner of the device where an export says only to whom a message went', () => {
    const chat =
      'Chat with Bo\n----------------\n2020-12-31 21:05:01 from Bo (+44 20 7946 0000)\nThe pump is broken.\n' +
      '2020-12-31 21:05:02 to Bo - Delivered\nI saw.\n2020-12-31 21:05:03 from Bo\nGood.';
    expect(said(readChat(chat))).toEqual([
      ['Bo', 'The pump is broken.'],
      ['Me', 'I saw.'],
      ['Bo', 'Good.'],
    ]);
  });

  it('is read on from a caption that names nobody', () => {
    const cue = (at: number, text: string): string => `00:0${at}.000 --> 00:0${at}.900\n${text}\n\n`;
    const chat = `WEBVTT\n\n${cue(0, '<v Ann>The pump')}${cue(1, 'is broken.')}${cue(2, '<v Bo>I saw.')}`;
    expect(said(readChat(chat))).toEqual([
      ['Ann', 'The pump\nis broken.'],
      ['Bo', 'I saw.'],
    ]);
    expect(readChat(chat.replace(/<v \w+>/g, ''))).toBeUndefined();
  });

  it.each([
    ['a letter', 'Dear Ann,\n\nOn 31.12.20, 21:05 the pump broke. Bo said: come at once.\n\nYours, Cara'],
    ['a letter with one such line', '31/12/20, 21:05 - Ann: come.\n\nThat was all she wrote.\nI came.'],
    ['a diary', '31.12.2020: The pump broke.\n1.1.2021: Bo came and saw: nothing.\n2.1.2021: Rain.'],
    ['a play', 'ANN: The pump is broken.\nBO: I saw.\nANN: Bring the hose.'],
    [
      'a text that quotes a chat',
      `This is what they wrote that night.\nI copy it here.\n${'A line of mine about it.\n'.repeat(20)}[31.12.20, 21:05] Ann: come\n[31.12.20, 21:06] Bo: yes`,
    ],
    [
      'mails one below the other',
      ['Ann', 'Bo', 'Ann', 'Bo']
        .map((name) => `From: ${name}\nSent: 31.12.2020 21:05\nTo: Cara\nSubject: Pump\n\nIt broke again.\n`)
        .join('\n'),
    ],
    [
      'letters from two places',
      'From: here\nDate: 3 May 1850\n\nI write.\n\nFrom: there\nDate: 4 May 1850\n\nI came.\n\nFrom: here\nDate: 5 May 1850\n\nI left.',
    ],
    ['a form', 'Name: Ann\nDate: 31.12.2020\n\nThe pump broke.\n\nName: Bo\nPlace: here\n\nI saw it.'],
    ['a timetable', '9:00 | Doors open | Hall\n10:00 | Welcome | Hall\n11:00 | Walk | Quay\n12:00 | Lunch | Inn'],
    [
      'minutes',
      'Opening (9:00): all are welcome.\nReport (9:10): the pump broke.\nVotes (9:20): none.\nEnd (9:30): soon.',
    ],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(readChat(text)).toBeUndefined();
  });

  it('is read in time that grows as its lines do', async () => {
    const chat = (lines: number): string =>
      Array.from(
        { length: lines },
        (_, i) => `31.12.20, 21:05 - ${i % 3 ? 'Ann' : 'Bo'}: ${'word '.repeat(i % 20)}`,
      ).join('\n');
    await expectLinear((lines) => readChat(chat(lines)), 50);
    const long = isAll ? 200_000 : 20_000;
    const hard = [
      '31.12.20, 21:05 - Ann: x',
      '31.12.20, 21:05 - Bo: x',
      `12/31/20, 9:05 ${'a '.repeat(long)}`,
      '['.repeat(long),
    ];
    expect(readChat(hard.join('\n'))!.messages).toHaveLength(2);
  });
});
