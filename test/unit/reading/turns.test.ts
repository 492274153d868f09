import { describe, expect, it } from 'vitest';
import { findTurns } from '../../../src/reading/text/turns';
import { isAll } from '../../needs';

const ann = [
  'The gate sticks whenever it rains, so I lift it with my shoulder and hope for the best.',
  'No, the hinge is sound. It is the post that has moved, and nobody measured it in spring.',
  'You could ask the smith, although he takes a month for anything that is not a horse.',
  'Then let us dig it out on Saturday and set it in gravel, as my father did with his.',
  'Bring two spades and the long bar. I still have a bag of lime from the wall.',
];
const ben = [
  'Permit me to observe that the estate has no obligation to repair a private gate.',
  'The agreement of 1987 mentions maintenance, but it names neither the posts nor the hinges.',
  'I shall place the matter before the trustees and report their decision in due course.',
  'Kindly note that excavation beside the road requires the written consent of the council.',
  'A form may be obtained from the office between nine and noon on working days.',
];
type Head = (name: string, turn: number) => string;
const initial = (name: string): string => (name === 'Ann Lee' ? 'Q' : 'A');
const write = (head: Head, names: readonly [string, string] = ['Ann Lee', 'Ben Ode']): string =>
  ann.map((a, i) => `${head(names[0], 2 * i)}${a}\n${head(names[1], 2 * i + 1)}${ben[i]}\n`).join('\n');

const heads: readonly (readonly [string, Head])[] = [
  ['a colon', (n) => `${n}: `],
  ['capitals', (n) => `${n.toUpperCase()}: `],
  ['a colon and the words below', (n) => `${n}:\n`],
  ['bold letters of Markdown', (n) => `**${n}:** `],
  ['bold letters of Markdown before a colon', (n) => `**${n}**: `],
  ['a heading of Markdown', (n) => `### ${n}\n\n`],
  ['a name alone', (n) => `${n}\n`],
  ['a name and a time', (n, i) => `${n}   0:0${i}\n`],
  ['a name and a time in brackets', (n, i) => `${n} [00:00:1${i}]\n`],
  ['a name and a time in round brackets', (n, i) => `${n} (00:1${i}):\n`],
  ['a time and a name', (n, i) => `00:00:1${i} ${n}\n`],
  ['a time in brackets, a name and a colon', (n, i) => `[00:1${i}] ${n}: `],
  ['a time above a name', (n, i) => `10:1${i}\n${n}\n`],
  ['a name above a time', (n, i) => `${n}\n3 May 2021, 10:1${i}\n`],
  ['an age', (n, i) => `${n} · ${i + 1}h ago\n`],
  ['an age in words', (n, i) => `${n}, ${i + 1} days ago\n`],
  ['a name that wrote', (n, i) => `${n} wrote on 3 May 2021 at 10:1${i}:\n`],
  ['posted by', (n, i) => `Posted by ${n} on 3 May 2021 10:1${i}\n`],
  ['a number and a name', (n, i) => `#${i + 1} ${n}\n`],
  ['numbered turns', (n, i) => `${i + 1}. ${n}: `],
  ['a dash', (n) => `- ${n}: `],
  ['arrows', (n) => `>> ${n.toUpperCase()}: `],
  ['brackets', (n) => `[${n}] `],
  ['pointed brackets', (n) => `<${n}> `],
  ['a sign behind', (n) => `${n.replace(' ', '_')}> `],
  ['a role in brackets', (n) => `${n} (witness): `],
  ['a point', (n) => `MR ${n.split(' ')[1]!.toUpperCase()}. `],
  ['a point and a dash', (n) => `Mr. ${n.split(' ')[1]!.toUpperCase()}.—`],
  ['a tabulator', (n) => `${n}\t`],
  ['an upright line', (n) => `${n} | `],
  ['labels', (n, i) => `From: ${n}\nTime: 10:1${i}\n\n`],
  ['labels in another order', (n, i) => `Date: 2021-05-03 10:1${i}\nSender: ${n}\nText: `],
  ['a day and a name', (n, i) => `2021-05-0${i + 1} ${n}: `],
  ['a comma and a date', (n, i) => `${n}, 03.05.21, 10:1${i}\n`],
  ['a date with a full stop', (n, i) => `03.05.2021 10:1${i} ${n}\n`],
  ['an arrow to the other', (n) => `${n} -> ${n === 'Ann Lee' ? 'Ben Ode' : 'Ann Lee'}: `],
  ['round brackets alone', (n) => `(${n}) `],
  ['a dash behind', (n) => `${n} – `],
  ['initials and blanks', (n) => `${n.replace(/[a-z ]/g, '')}  `],
  ['a line number and a title', (n, i) => `${i + 1}          MR. ${n.split(' ')[1]!.toUpperCase()}:  `],
  ['a name that said', (n) => `${n} said:\n`],
  ['signs and points', (n, i) => `[–]${n.replace(' ', '')} ${i + 1} points ${i + 2} hours ago\n`],
  ['semicolons', (n, i) => `2021-05-03 10:1${i};${n};`],
  ['a direction and a time', (n, i) => `${n === 'Ann Lee' ? 'Sent' : 'Received'} 03.05.2021 10:1${i}\n`],
  ['counted questions and answers', (n, i) => `${n === 'Ann Lee' ? 'Q' : 'A'}${1 + Math.floor(i / 2)}. `],
  ['an interviewer', (n) => `${n === 'Ann Lee' ? 'I' : 'R'}: `],
  ['a person and a program', (n) => `${n === 'Ann Lee' ? 'You' : 'ChatGPT'} said:\n`],
  ['Danish', (n) => `${n.replace('Ann', 'Åse')}: `],
  ['a bracket behind a letter', (n) => `${initial(n)}) `],
  ['a letter and blanks', (n) => `          ${initial(n)}    `],
  ['capitals between dashes', (n) => `—${n.toUpperCase()}.— `],
  ['a comment of Word', (n, i) => `Commented [${initial(n)}${i + 1}]: `],
  ['bold letters of LaTeX', (n) => `\\textbf{${n}:} `],
  ['a speaker of LaTeX', (n) => `\\speak{${n}} `],
  ['bold letters of a wiki', (n) => `'''${n}:''' `],
  ['bold letters of a forum', (n) => `[b]${n}:[/b] `],
  ['bold letters of HTML', (n) => `<b>${n}:</b> `],
  ['bold letters without a mark behind', (n) => `- **${n}** `],
  ['cursive letters', (n) => `_${n}_: `],
  ['an account of Matrix', (n, i) => `2021-05-01 10:1${i} - @${initial(n)}${initial(n)}:merrow.example: `],
  ['a name, a time and a note', (n, i) => `${n} May 1, 2021, 10:1${i} [edited]\n`],
  ['braces', (n) => `{${n}} `],
  ['a quotation mark behind', (n) => `${n.slice(0, 3)}» `],
  ['a sign without a blank', (n) => `${n.slice(0, 3)}>`],
  ['arrows of directions', (n) => `${n === 'Ann Lee' ? '->' : '<-'} `],
  ['directions', (n) => `${n === 'Ann Lee' ? 'Sent' : 'Received'}: `],
  ['a role', (n) => `${n}, chair — `],
  ['a name and blanks', (n) => n.slice(4).padEnd(12)],
  [
    'columns between tabulators',
    (n, i) => `${i}\t${n === 'Ann Lee' ? 'Sent' : 'Inbox'}\t+447700900123\t1/5/2021 10:1${i}\t`,
  ],
  ['columns between upright lines', (n, i) => `10:1${i}  ${n.slice(4).padStart(8)} | `],
  ['counted letters', (n, i) => `${n === 'Ann Lee' ? 'T' : 'C'}${1 + Math.floor(i / 2)}: `],
  ['counted questions alone', (n, i) => `${n === 'Ann Lee' ? 'Question' : 'Answer'} ${1 + Math.floor(i / 2)}\n`],
  ['cells of a table', (n, i) => `${i + 1}\t3.5.2021 10:1${i}\t${n === 'Ann Lee' ? 'Outgoing' : 'Incoming'}\tRead\n`],
  ['buttons around a name', (n, i) => `Reply all\nForward\n${n}\nunread,\n1 May 2021, 10:1${i}\nto Ponds\n`],
  ['labels of a guest book', (n, i) => `Name: ${n}\nDate: ${i + 1} May 2021\nComments: `],
];

/** What stands behind the words of each turn. */
const tails: readonly (readonly [string, Head])[] = [
  ['a name and a day', (n) => `\nby ${n} on 3 May 2021`],
  [
    'a name between buttons',
    (n, i) => `\nShare\nFollow\nanswered May 1, 2021 at 10:1${i}\n${n}\n1,234 2 2 gold badges`,
  ],
  ['a name', (n) => `\n-- ${n}`],
  ['the cells of a row', (n, i) => `\n${n === 'Ann Lee' ? 'Outgoing' : 'Incoming'}\n${i + 2}`],
];

describe('the turns of a text', () => {
  it.each([
    ...heads.map(([name, head]) => [name, write(head)] as const),
    ...tails.map(([name, tail]) => {
      const turns = ann.flatMap((own, i) => [own + tail('Ann Lee', 2 * i), ben[i]! + tail('Ben Ode', 2 * i + 1)]);
      return [`${name} behind`, turns.join('\n\n')] as const;
    }),
  ])('are found by %s', (_, text) => {
    const found = findTurns(text)!;
    expect(found.speakers).toHaveLength(2);
    for (const [i, own] of [ann, ben].entries()) {
      const said = found.turns.filter(({ speaker }) => speaker === found.speakers[i]!.name);
      const words = said.map(({ start, end }) => text.slice(start, end)).join(' ');
      const [mine, others] = own === ann ? [ann, ben] : [ben, ann];
      const isOther = words.includes(mine[0]!) ? mine : others;
      expect(isOther.every((sentence) => words.includes(sentence))).toBe(true);
      expect((isOther === mine ? others : mine).some((sentence) => words.includes(sentence))).toBe(false);
    }
  });

  it.each([
    ['letters', ['Q', 'A']],
    ['numbers of telephones', ['+44 7700 900123', '+1 555 0123']],
    ['Arabic', ['أحمد علي', 'سارة']],
    ['Hebrew', ['דוד', 'שרה לוי']],
    ['Chinese', ['王伟', '李娜']],
    ['small letters', ['ann_lee', 'ben.ode']],
    ['speakers by number', ['Speaker 1', 'Speaker 2']],
    ['participants', ['P1', 'INT']],
  ] as const)('are found with names of another kind: %s', (_, names) => {
    expect(findTurns(write((n) => `${n}: `, names))?.speakers).toHaveLength(2);
  });

  it('cover the text in order', () => {
    const text = `Record of interview\n\n${write((n, i) => `[10:1${i}] ${n}: `)}`;
    const { turns } = findTurns(text)!;
    expect(turns.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  });

  it('are found in a chat in which one name has a colon', () => {
    const found = findTurns(write((n, i) => `3/5/21, 10:1${i} - ${n}: `, ['Ann: the boss', 'Ben']))!;
    expect(found.speakers.map(({ name }) => name)).toEqual(['Ann: the boss', 'Ben']);
  });

  it('are those of one person, named with brackets the first time', () => {
    const found = findTurns(write((n, i) => `${n}${i < 2 ? ' (Merrow)' : ''}: `));
    expect(found?.speakers.map(({ name, turns }) => `${name} ${turns}`).sort()).toEqual(['Ann Lee 5', 'Ben Ode 5']);
  });

  it('begin below a title', () => {
    const text = `All comments\n${write((n) => `${n}\n`).replace(/(?<=[.])\n/g, '\n3d\nLike\nReply\n')}`;
    expect(findTurns(text)?.speakers.map(({ turns }) => turns)).toEqual([5, 5]);
  });

  it.each(['- ', '>> '])('are found by the marks of captions, which name nobody: %s', (mark) => {
    const text = ann.map((own, i) => `${mark}${own}\n${mark}${ben[i]}`).join('\n\n');
    expect(findTurns(text)?.speakers.map(({ turns }) => turns)).toEqual([5, 5]);
    expect(findTurns(text)?.isSure).toBe(false);
  });

  it('are found in lines with numbers, as a deposition has', () => {
    const numbered = write((n) => `     ${n === 'Q' ? 'Q.' : 'A.'}   `, ['Q', 'A'])
      .split('\n')
      .filter((line) => line !== '')
      .map((line, i) => `${i + 1}  ${line}`)
      .join('\n');
    expect(findTurns(numbered)?.speakers.map(({ turns }) => turns)).toEqual([5, 5]);
  });
});

const essay = [...ann, ...ben];
describe('a text in one voice', () => {
  it.each([
    ['an essay', (line: string) => line],
    ['a diary with times', (line: string, i: number) => `${8 + i}:15 ${line}`],
    ['a diary with days', (line: string, i: number) => `${i + 1} May 2021\n${line}`],
    ['minutes with numbers', (line: string, i: number) => `${i + 1}.1 ${line}`],
    ['verses', (line: string, i: number) => `${1 + Math.floor(i / 4)}:${1 + (i % 4)} ${line}`],
    ['a bibliography', (line: string, i: number) => `Lee, A. (${1990 + i}). ${line}`],
    ['notes and examples', (line: string, i: number) => `${i % 2 ? 'Note' : 'Example'}: ${line}`],
    ['a log', (line: string, i: number) => `2021-05-03 10:15:0${i} ${i % 2 ? 'INFO' : 'WARN'}: ${line}`],
    [
      'a log of a system',
      (line: string, i: number) => `May  3 10:14:1${i} merrow ${['sshd[12]', 'cron[7]'][i % 2]}: ${line}`,
    ],
    ['letters of a list', (line: string, i: number) => `(${'abcd'[i % 4]}) ${line}`],
    ['days of the week', (line: string, i: number) => `${['Mon', 'Tue', 'Wed'][i % 3]}: ${line}`],
    ['a list of changes', (line: string, i: number) => `### ${i % 2 ? 'Added' : 'Fixed'}\n\n- ${line}`],
    ['bold beginnings', (line: string, i: number) => `- **The ${line.split(' ')[3]} ${i}** ${line}`],
    ['citations of a court', (line: string, i: number) => `${line}\n347 U. S. ${480 + i}\n12 F. 3d ${90 + i}`],
    ['buttons of one writer', (line: string, i: number) => `${line}\nShare\nReply\n${i} May 2021`],
    [
      'headings',
      (line: string, i: number) => `The ${['gate', 'post', 'smith', 'bar', 'lime'][i % 5]} of part ${i}\n${line}`,
    ],
  ] as const)('has no turns: %s', (_, format) => {
    expect(findTurns(essay.map((line, i) => format(line, i)).join('\n'))).toBeUndefined();
  });

  it('is read in time in proportion to its length', () => {
    const times = isAll ? 10_000 : 1000;
    expect(findTurns(`${write((n) => `${n}: `)}\n`.repeat(times))?.speakers[0]?.turns).toBe(5 * times);
  });
});
