import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runHere } from './support/runCli';
import { known, questioned, useScratch } from './support/scratch';
import { isAll } from '../../needs';

interface Reviewed {
  readonly evidence: {
    readonly candidates: readonly { author: string; score: number; verification: { llr: number; words: number } }[];
    readonly notes: readonly { readonly caveat: string }[];
  };
}

const scratch = useScratch();
const letter = fs.readFileSync(questioned, 'utf8');
const column = fs.readFileSync(path.join(known, 'author-a', 'column-towpath.txt'), 'utf8');
const labels = ['--mode', 'written', '--genre', 'letter'];

async function reviewed(name: string, text: string): Promise<Reviewed['evidence']> {
  const { stdout, stderr } = await runHere([
    'attribute',
    scratch.write(name, text),
    '--index',
    scratch.index,
    ...labels,
    '--json',
  ]);
  expect(stdout, stderr).not.toBe('');
  return (JSON.parse(stdout) as Reviewed).evidence;
}

function numbers({ candidates }: Reviewed['evidence']): readonly object[] {
  return candidates.map(({ author, score, verification: { llr, words } }) => ({ author, score, llr, words }));
}

describe('the scores and ratios of a text', () => {
  let plain: Reviewed['evidence'];
  beforeAll(async () => {
    plain = await reviewed('plain.txt', letter);
  });

  const changes: readonly (readonly [string, string, readonly string[]])[] = [
    ['a joiner after each word', letter.replace(/\w+/g, '$&\u200c'), ['hiddenCharacters']],
    ['a tag after each word', letter.replace(/\w+/g, '$&\u{e0061}'), ['hiddenCharacters']],
    ['a soft hyphen in each word', letter.replace(/\w{2}\B/g, '$&\u00ad'), []],
    ['20,000 marks on one word', letter.replace('wonder', `w${'\u0301'.repeat(20_000)}onder`), ['hiddenCharacters']],
    ['20,001 blank lines before it', '\n'.repeat(20_001) + letter, []],
    ['900,000 blanks before it', ' '.repeat(900_000) + letter, []],
    ['blanks that break no line', letter.replaceAll(' ', '\u00a0'), []],
    ['a known text quoted below it', `${letter}\nOn Tuesday, A wrote:\n\n${column.replace(/^/gm, '> ')}`, []],
    ['a signature below it', `${letter}\n-- \nThe Secretary\nRoom 4, by the lock`, []],
  ];
  it.each(isAll ? changes : changes.slice(0, 3))('are the same to all digits with %s', async (name, text, noted) => {
    expect(plain.candidates).toHaveLength(5);
    const evidence = await reviewed(`${name}.txt`, text);
    expect(numbers(evidence)).toEqual(numbers(plain));
    expect(evidence.notes.map(({ caveat }) => caveat)).toEqual(noted);
  });
});
