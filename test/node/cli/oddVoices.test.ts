import { describe, expect, it } from 'vitest';
import { isAll } from '../../needs';
import { runHere } from './support/runCli';
import { useScratch } from './support/scratch';

const scratch = useScratch();

const sentences = [
  'The gate sticks whenever it rains, so I lift it with my shoulder and hope for the best.',
  'No, the hinge is sound. It is the post that has moved, and nobody measured it in spring.',
  'You could ask the smith, although he takes a month for anything that is not a horse.',
  'Then let us dig it out on Saturday and set it in gravel, as my father did with his.',
  'Bring two spades and the long bar. I still have a bag of lime from the wall.',
  'We shall see on Saturday what is left of the post and of the gate itself.',
];
type Head = (turn: number) => string;
const write = (head: Head, between = '\n'): string => sentences.map((each, i) => head(i) + each).join(between);
const two = (i: number, first = 'Ann', second = 'Ben'): string => (i % 2 === 0 ? first : second);
const chat = (first: string, second: string): string => write((i) => `3/5/21, 10:1${i} - ${two(i, first, second)}: `);

/** What `idiograph text` says of a file: it shows it as one voice, asks for the speaker, or names the texts of its authors. */
const inputs: readonly (readonly [string, string, 'one voice' | 'asked' | readonly string[]])[] = [
  ['a play', write((i) => `${two(i, 'ANN', 'BEN')}. `, '\n\n'), 'asked'],
  ['an interview', write((i) => `${two(i, 'DC ODE', 'LEE')}: `), 'asked'],
  ['questions and answers', write((i) => `${two(i, 'Q', 'A')}: `), 'asked'],
  [
    'a poem with names',
    'Tell me, Ann, where the gate is gone,\nSaid Ben upon the hill;\nTell me, Ben, where the post has gone,\nSaid Ann, for it stands still.\nAnn and Ben went up the lane,\nBen and Ann came down again.',
    'one voice',
  ],
  ['a diary with times', write((i) => `${8 + i}:15 `), 'one voice'],
  ['a diary with times and places', write((i) => `${8 + i}:15 ${two(i, 'Office', 'Home')}: `), 'asked'],
  ['a diary with days', write((i) => `${i + 1} May 2021\n`, '\n\n'), 'one voice'],
  ['minutes', write((i) => `${i + 1}. ${['Gate', 'Post', 'Smith', 'Lime', 'Bar', 'Wall'][i]}: `), 'one voice'],
  ['a list of quotations', sentences.map((each, i) => `“${each}” — ${two(i)}`).join('\n\n'), 'one voice'],
  ["a program's log", write((i) => `2021-05-03 10:15:0${i} ${two(i, 'INFO', 'WARN')}: `), 'one voice'],
  ['a log with threads', write((i) => `[10:15:0${i}] [${two(i, 'main', 'worker')}/INFO]: `), 'one voice'],
  ['a log with modules', write((i) => `2021-05-03 10:15:0${i} [main] INFO ${two(i)} - `), 'one voice'],
  ['a log of one speaker', write(() => 'Bob> '), 'one voice'],
  ['a text in verse numbers', write((i) => `${1 + Math.floor(i / 4)}:${10 + i} `), 'one voice'],
  ['a bibliography', write((i) => `Lee, A. and Ode, B. (${1990 + i}). `), 'one voice'],
  ['steps', write((i) => `Step ${i + 1}: `), 'one voice'],
  ['a name with a colon', chat('Ann: the boss', 'Ben'), ['Ann the boss', 'Ben']],
  ['names from right to left', chat('أحمد علي', '\u200fדוד'), ['أحمد علي', 'דוד']],
  ['two people with one name', chat('Ann Lee', 'Ann Lee'), ['Ann Lee']],
];

describe('idiograph text', () => {
  it.each(inputs)('%s', async (_, content, expected) => {
    const file = scratch.write('input.txt', `${content}\n`);
    const { code, stdout, stderr } = await runHere(['text', file]);
    if (typeof expected === 'object') {
      expect(code).not.toBe(0);
      for (const name of expected) expect(stderr).toContain(`input.txt/${name}/messages.txt`);
      return;
    }
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(content.split('\n').at(-1)!.slice(-40));
    expect(/seems to have several speakers/.test(stdout + stderr)).toBe(expected === 'asked');
  });

  it('a chat of very many turns', async () => {
    const turns = Array.from(
      { length: isAll ? 100_000 : 20_000 },
      (_, i) => `[03.05.21, 10:${10 + (i % 50)}:00] ${two(i)}: yes, I know`,
    );
    const file = scratch.write('long.txt', turns.join('\n'));
    const { stderr } = await runHere(['text', file]);
    expect(stderr).toContain('long.txt/Ann/messages.txt, ');
    const { code } = await runHere(['text', `${file}/Ann/messages.txt`]);
    expect(code).toBe(0);
  });
});
