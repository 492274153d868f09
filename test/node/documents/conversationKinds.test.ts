import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Collections } from '../../../src/reading/collections';
import { readDocument } from '../../../src/reading/readFile';
import { findExclusions, subtractRanges } from '../../../src/reading/text/exclusions';
import { findTurns } from '../../../src/reading/text/turns';
import { removeFolder } from '../../removeFolder';
import { missedBefore, otherKinds } from './conversationFiles';
import { furtherForms } from './conversationForms';
import { run, wordFile, wordParagraph } from './officeFiles';
import { ann, ben, type Files, turns, two } from './twoSpeakers';

let folder = '';
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-kinds-'))));
afterEach(() => removeFolder(folder));

/** The own words of each author or speaker of a file, and whether a user is asked. */
async function readSpeakers(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  const listed = new Collections().listTexts(file).map((each) => each.path);
  const words: Record<string, string> = {};
  const add = (who: string, said: string): string => (words[who] = `${words[who] ?? ''} ${said.replace(/\s+/g, ' ')}`);
  let isAsked = false;
  for (const below of listed.length === 0 ? [''] : listed) {
    const { text } = await readDocument(path.join(file, below));
    const own = subtractRanges({ start: 0, end: text.length }, findExclusions(text))
      .map(({ start, end }) => text.slice(start, end))
      .join(' ');
    const found = findTurns(own);
    isAsked ||= found !== undefined;
    if (!found) add(below.split('/')[0]!, own);
    else for (const { speaker, start, end } of found.turns) if (speaker) add(speaker, own.slice(start, end));
  }
  return { words, isAsked };
}

/** The number of sentences of which the first signs are in a text. Some programs write only small letters. */
const having = (words: string, all: readonly string[]): number =>
  all.filter((each) => words.toLowerCase().includes(each.toLowerCase().slice(0, 9))).length;

describe('a conversation of two people in a file of a usual kind', () => {
  it.each([...missedBefore, ...otherKinds, ...furtherForms])('%s', async (name, content) => {
    const { words } = await readSpeakers(name, content);
    const counts = Object.values(words).map((said) => [having(said, ann), having(said, ben)] as const);
    expect(counts.filter(([a, b]) => a > 0 && b > 0)).toEqual([]);
    expect(counts.reduce((sum, [a, b]) => sum + a + b, 0)).toBeGreaterThan(0);
  });

  it('is refused where it is of a kind of XML that is not known', async () => {
    const log = `<chat>${turns.map(([who, text]) => `<message alias="${who}">${text}</message>`).join('')}</chat>`;
    await expect(readSpeakers('adium.xml', log)).rejects.toMatchObject({ code: 'UnreadableDocument' });
  });
});

it('is refused where a text is a page or rich text and its name says otherwise', async () => {
  for (const written of ['<!DOCTYPE html><p>One.</p>', '<html><p>One.</p></html>', '{\\rtf1 One.}'])
    await expect(readSpeakers('page.txt', written)).rejects.toMatchObject({ code: 'UnreadableDocument' });
});

const essay = [...ann, ...ben];

const oneVoice: Files = [
  ['poem.txt', essay.map((t, i) => `${['Willow', 'Eel', 'Willow', 'Latch'][i % 4]}, ${t.toLowerCase()}`).join('\n')],
  ['names.txt', essay.map((t, i) => `${['Ann', 'Ben', 'Cid'][i % 3]} rowed. ${t}`).join('\n\n')],
  ['diary.txt', essay.map((t, i) => `Monday 10:${two(i)}\n${t}`).join('\n\n')],
  [
    'minutes.txt',
    `Present: A. Lee, B. Ode\n\n${essay.map((t, i) => `${i + 1}. ${['Boathouse', 'Willows', 'Eels'][i % 3]}. ${t}\nAction: ${i % 2 ? 'AL' : 'BO'}`).join('\n')}`,
  ],
  [
    'log.txt',
    essay
      .map((t, i) => `2021-05-03 10:14:${two(i)},123 [main] ${['INFO', 'WARN'][i % 2]} org.merrow.Boat - ${t}`)
      .join('\n'),
  ],
  [
    'levels.txt',
    essay.map((t, i) => `2021-05-03 10:14:${two(i)} INFO [${['worker-1', 'main'][i % 2]}] boat: ${t}`).join('\n'),
  ],
  ['verses.txt', essay.map((t, i) => `1:${i + 1} ${t}`).join('\n')],
  [
    'references.txt',
    essay.map((t, i) => `${['Lee, A.', 'Ode, B.'][i % 2]} (19${50 + i}). ${t} Merrow: Pond Press.`).join('\n'),
  ],
  ['list.txt', essay.map((t, i) => `${1 + (i % 6)}: ${t}`).join('\n')],
  ['form.md', essay.map((t, i) => `**${['Done', 'Next', 'Doubts'][i % 3]}:** ${t}`).join('\n\n')],
  ['notes.txt', essay.map((t, i) => `${['MARTHA', `SCENE ${i}`, 'EDWIN', `ACT ${i}`][i % 4]}: ${t}`).join('\n\n')],
  ['letter.txt', essay.map((t) => `    ${t.slice(0, 30)}\n${t.slice(30)}`).join('\n\n')],
  [
    'faq.txt',
    essay
      .map((t, i) => `Q: ${['Do I need a key?', 'Is there a light?', 'May we bring eels?'][i % 3]}\nA: ${t}`)
      .join('\n\n'),
  ],
  ['glossary.txt', essay.map((t, i) => `Word${i}: ${t}`).join('\n')],
  ['one.vtt', `WEBVTT\n\n${essay.map((t, i) => `00:00:${two(i)}.000 --> 00:00:${two(i)}.900\n${t}\n`).join('\n')}`],
];

describe('a text in one voice', () => {
  it.each(oneVoice)('is not asked about: %s', async (name, content) => {
    expect((await readSpeakers(name, content)).isAsked).toBe(false);
  });
});

describe('what a program wrote between the words of a speaker', () => {
  it.each([
    ['names.vtt', turns.map(([n, t], i) => `5f-${i}\n00:00:${two(i)}.000 --> 00:00:${two(i)}.900\n<v ${n}>${t}</v>\n`)],
    [
      'zoom.txt',
      turns.map(
        ([n, t], i) =>
          `10:14:${two(i)}\t From  ${n} to Everyone:\n\t${i % 3 ? '' : 'Replying to "5f..."\n\t\n\t'}${t}\n10:15:${two(i)}\t From  ${n} to Everyone:\n\tReacted to "5f" with 👍`,
      ),
    ],
    [
      'discord.txt',
      turns.map(
        ([n, t], i) => `[02-Mar-20 10:${two(i)} AM] ${n}\n${t}\n\n{Attachments}\nhttps://5f.example/${i}.png\n`,
      ),
    ],
  ])('is nobody’s: %s', async (name, parts) => {
    const said = Object.values(
      (await readSpeakers(name, `WEBVTT\n\n${parts.join('\n')}`.slice(name.endsWith('.txt') ? 8 : 0))).words,
    );
    expect(said.filter((each) => /5f|Reacted|Replying|Attach/.test(each))).toEqual([]);
  });
});

describe('a look that alternates', () => {
  const alternate = (texts: readonly string[], others: readonly string[]): Uint8Array =>
    wordFile(texts.map((t, i) => wordParagraph(run(t, '<w:b/>')) + wordParagraph(others[i]!)).join(''));
  it.each([
    ['titles.docx', alternate(['Parking', 'Heating', 'Keys', 'Bins', 'Dogs', 'Music'], essay)],
    ['motto.docx', alternate(Array<string>(6).fill('So runs the saying that my mother liked.'), essay)],
  ])('is none of speakers in titles, or where one text comes back: %s', async (name, content) => {
    expect((await readSpeakers(name, content)).isAsked).toBe(false);
  });
});

describe('comments at the end of a document that was saved as text', () => {
  it('are not the words of its author', async () => {
    const text = `${ann.map((t, i) => `${t}[${'abcdef'[i]}]`).join(' ')}\n\n${ben.map((t, i) => `[${'abcdef'[i]}]${t}`).join('\n')}\n`;
    const { words } = await readSpeakers('commented.txt', text);
    expect(Object.values(words).map((said) => [having(said, ann), having(said, ben)])).toEqual([[6, 0]]);
  });
});

describe('a transcript that was copied with initials in place of pictures', () => {
  it('has no initials in the words of its speakers', async () => {
    const copied = turns
      .map(([n, t], i) => `${n.replace(/[^A-Z]/g, '')}\n${n}\n0${i % 10}:${two(i + 10)}\n${t}`)
      .join('\n');
    const { words, isAsked } = await readSpeakers('copied.txt', copied);
    expect(isAsked).toBe(false);
    expect(Object.values(words).join(' ')).not.toMatch(/\b(?:AL|BO)\b/);
  });
});

describe('a timetable, which looks like an export of LINE without days', () => {
  it('is asked about, and not divided', async () => {
    const rows = essay.map((t, i) => `10:${two(i)}\t${['Bus', 'Train'][i % 2]}\t${t}`).join('\n');
    expect((await readSpeakers('timetable.txt', rows)).isAsked).toBe(true);
  });
});

const box = (
  head: (name: string, address: string, turn: number) => string,
  tail: (name: string) => string = () => '',
): string =>
  turns
    .map(
      ([name, text], i) =>
        `From x@m.example Mon Mar ${two(i + 1)} 10:14:00 2020\n${head(name, `${name.slice(0, 3).toLowerCase()}@m.example`, i)}\nSubject: Gate\nMessage-ID: <${i}@x>\n\n${text}\n${tail(name)}\n`,
    )
    .join('\n');

describe('a mailbox in which people share an address has a sender for each', () => {
  it.each([
    ['a list', box((n) => `From: "${n} via Ponds" <ponds@l.example>`)],
    [
      'a list that answers go to',
      box((n) => `From: ${n} via Ponds <ponds@l.example>\nReply-To: Ponds <ponds@l.example>`),
    ],
    [
      'a list, and answers to both',
      box((n, a) => `From: ${n} via Ponds <p@l.example>\nReply-To: Ponds <p@l.example>, ${n} <${a}>`),
    ],
    [
      'a list, and answers to another',
      box((n) => `From: ${n} via Ponds <ponds@l.example>\nReply-To: Talk <talk@l.example>`),
    ],
    [
      'a group with the original sender',
      box((n, a) => `From: '${n}' via Ponds <p@g.example>\nX-Original-From: ${n} <${a}>`),
    ],
    ['a group without names', box((_, a) => `From: ponds@g.example\nX-Original-Sender: ${a}`)],
    ['a tracker', box((n) => `From: ${n} <notifications@h.example>\nReply-To: merrow/pond <reply@h.example>`)],
    [
      'a tracker with an address for each answer',
      box((n, _, i) => `From: ${n} <x@h.example>\nReply-To: pond <reply+${i}@h.example>`),
    ],
    ['a tracker of tasks', box((n) => `From: "${n} (Jira)" <jira@m.example>`)],
    ['a family', box((n) => `From: ${n.slice(0, 3)} Lee <family@m.example>`)],
    ['an office', box((n) => `From: Office on behalf of ${n} <office@m.example>`)],
    ['a German list', box((n) => `From: ${n} über Teiche <teiche@l.example>`)],
    [
      'signatures',
      box(
        () => 'From: Office <office@m.example>',
        (n) => `\nKind regards,\n${n}\n`,
      ),
    ],
    [
      'signatures behind a mark',
      box(
        () => 'From: Office <office@m.example>',
        (n) => `\n-- \n${n}\nOffice\n`,
      ),
    ],
  ])('%s', async (_, content) => {
    const counts = Object.values((await readSpeakers('in.mbox', content)).words).map((said) => [
      having(said, ann),
      having(said, ben),
    ]);
    expect(counts).toEqual([
      [6, 0],
      [0, 6],
    ]);
  });

  it('and one sender for a name that is written in several ways', async () => {
    const names = ['Ann Lee', 'Lee, Ann', 'A. Lee', 'annlee', '"Ann (Merrow)"'];
    const { words } = await readSpeakers(
      'in.mbox',
      box((_, __, i) => `From: ${names[i % 5]} <ann@m.example>`),
    );
    expect(Object.keys(words)).toEqual(['ann@m.example']);
  });
});
