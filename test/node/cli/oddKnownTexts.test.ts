import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NamedVerification } from '../../../src/core/domain/evidence';
import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import { runHere } from './support/runCli';
import { known, questioned } from './support/scratch';
import { removeFolder } from '../../removeFolder';

/** What `verify --json` prints, as far current looked at. */
type Found = Pick<NamedVerification, 'llr' | 'known' | 'knownWords' | 'condition' | 'notes'>;

describe('the ratio beside known texts that are unlike any others', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-case-'));
    write('questioned/text.txt', fs.readFileSync(questioned, 'utf8'));
    for (const author of fs.readdirSync(known).filter((name) => name !== 'author-d'))
      parts(wordsOf(author), 400).forEach((text, i) => write(`known/${author}/${i}.txt`, text));
  });
  afterEach(() => removeFolder(folder));

  const write = (name: string, text: string): void => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  const filesOf = (author: string): readonly string[] => fs.readdirSync(path.join(known, author)).toSorted();
  const textOf = (author: string, file: string): string => fs.readFileSync(path.join(known, author, file), 'utf8');
  const wordsOf = (author: string): readonly string[] =>
    filesOf(author).flatMap((file) => textOf(author, file).trim().split(/\s+/));
  const parts = (words: readonly string[], size: number): readonly string[] =>
    Array.from({ length: Math.floor(words.length / size) }, (_, i) => words.slice(i * size, (i + 1) * size).join(' '));
  const verify = async (): Promise<Found> => {
    const asked = ['verify', path.join(folder, 'questioned/text.txt'), '--author', 'author-d', '--json'];
    const { code, stdout, stderr } = await runHere(asked);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as Found;
  };
  const sharesOf = ({ known: texts }: Found): number => texts.reduce((sum, { share }) => sum + share, 0);

  it('lets one of 30 words beside twenty longer ones count least', async () => {
    const words = wordsOf('author-d');
    parts(words.slice(30), 100)
      .slice(0, 20)
      .forEach((text, i) => write(`known/author-d/${i}.txt`, text));
    write('known/author-d/short.txt', words.slice(0, 30).join(' '));
    const found = await verify();
    expect(found.known).toHaveLength(21);
    expect(found.knownWords).toBe(2030);
    expect(sharesOf(found)).toBeCloseTo(1, 6);
    expect(found.known.at(-1)).toMatchObject({ title: 'short.txt', words: 30 });
    expect(found.known.at(-1)!.share).toBeLessThan(found.known[0]!.share);
  });

  it('takes the condition from the questioned genre, and counts four others beside it', async () => {
    const genres = ['letter', 'email', 'blog', 'essay', 'minutes'];
    const documents: Record<string, object> = {
      'questioned/text.txt': { role: 'questioned', mode: 'written', genre: 'letter', language: 'en' },
    };
    filesOf('author-d').forEach((file, i) => {
      write(`known/author-d/${file}`, textOf('author-d', file));
      documents[`known/author-d/${file}`] = {
        ...{ role: 'known', author: 'author-d', mode: 'written', genre: genres[i], language: 'en' },
      };
    });
    write('five.idiograph-case.json', JSON.stringify({ format: 'idiograph.case/1', documents }));
    const found = await verify();
    expect(found.condition).toMatchObject({ modes: 'written-written', genreRelation: 'same' });
    expect(found.known).toHaveLength(5);
    expect(found.known[0]!.title).toBe(filesOf('author-d')[0]);
    expect(found.knownWords).toBe(found.known[0]!.words);
    expect(sharesOf(found)).toBeCloseTo(1, 6);
  });

  it('compares with 500 texts of one author', async () => {
    const [words, random] = [wordsOf('author-d'), createRandom(3)];
    for (let i = 0; i < 500; i++) {
      const drawn = Array.from({ length: 40 }, () => words[Math.floor(random() * words.length)]!);
      write(`known/author-d/${i}.txt`, drawn.join(' '));
    }
    const found = await verify();
    expect(found.known).toHaveLength(500);
    expect(found.knownWords).toBe(20_000);
    expect(sharesOf(found)).toBeCloseTo(1, 6);
  });

  it('names the one text of twelve that is by somebody else', async () => {
    parts(wordsOf('author-d'), 190)
      .slice(0, 11)
      .forEach((text, i) => write(`known/author-d/${i}.txt`, text));
    const stranger = textOf('author-e', filesOf('author-e')[0]!);
    fs.rmSync(path.join(folder, 'known/author-e'), { recursive: true });
    filesOf('author-e')
      .slice(1)
      .forEach((file) => write(`known/author-e/${file}`, textOf('author-e', file)));
    write('known/author-d/stranger.txt', stranger);
    const found = await verify();
    const without = found.known.map(({ title, llrWithout }) => ({ title, llr: llrWithout! }));
    expect(without).toHaveLength(12);
    expect(without.toSorted((a, b) => b.llr - a.llr)[0]!.title).toBe('stranger.txt');
  });

  it('counts a text once that is there three times, with few words more', async () => {
    for (const file of filesOf('author-d')) write(`known/author-d/${file}`, textOf('author-d', file));
    for (const copy of ['A copy.', 'Another copy of it.'])
      write(`known/author-d/${copy}txt`, `${textOf('author-d', filesOf('author-d')[0]!)} ${copy}`);
    const found = await verify();
    expect(found.known).toHaveLength(filesOf('author-d').length);
    expect(found.notes.map(({ caveat }) => caveat)).toEqual(['repeatsKnown', 'repeatsKnown']);
  });
});
