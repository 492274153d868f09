import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/core/domain/evidence';
import { readEvidence, runHere } from './support/runCli';
import { known, questioned } from './support/scratch';
import { removeFolder } from '../../removeFolder';

describe('a review beside a collection that is unlike any other', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-case-'));
  });
  afterEach(() => removeFolder(folder));

  const write = (name: string, text: string): void => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  const textsOf = (author: string): readonly string[] =>
    fs.readdirSync(path.join(known, author)).map((name) => fs.readFileSync(path.join(known, author, name), 'utf8'));
  const question = (words: number): void => {
    write('questioned/text.txt', fs.readFileSync(questioned, 'utf8').split(/\s+/).slice(0, words).join(' '));
  };
  const review = async (): Promise<Evidence> => {
    const { code, stdout, stderr } = await runHere(['case', folder, '--json']);
    expect(code, stderr).toBe(0);
    return readEvidence(stdout.split('\n')[1]!);
  };
  const authorsOf = ({ candidates }: Evidence): readonly string[] => candidates.map(({ author }) => author);
  const authors = fs.readdirSync(known);

  it('names the one author there is', async () => {
    textsOf('author-d').forEach((text, i) => write(`known/author-d/${i}.txt`, text));
    question(60);
    expect(authorsOf(await review())).toEqual(['author-d']);
  });

  it('ranks authors of one text each, for a text of 60 words, too', async () => {
    for (const author of authors) write(`known/${author}/one.txt`, textsOf(author)[0]!);
    question(60);
    expect(authorsOf(await review()).toSorted()).toEqual(authors);
  });

  it('ranks everybody where nearly all texts are by one', async () => {
    const words = textsOf('author-a').join(' ').split(/\s+/);
    for (let i = 0; i + 60 <= words.length; i += 60) write(`known/author-a/${i}.txt`, words.slice(i, i + 60).join(' '));
    for (const author of authors.slice(1))
      textsOf(author).forEach((text, i) => write(`known/${author}/${i}.txt`, text));
    question(300);
    const ranked = authorsOf(await review());
    expect(ranked[0]).toBe('author-d');
    expect(ranked.toSorted()).toEqual(authors);
  });

  it('lists a text that two authors have under both, and leaves out what is the questioned text', async () => {
    const [shared, other] = textsOf('author-b');
    for (const author of ['author-a', 'author-b']) write(`known/${author}/shared.txt`, shared!);
    write('known/author-b/again.txt', shared!);
    write('known/author-b/other.txt', other!);
    write('questioned/text.txt', shared!);
    const evidence = await review();
    expect(authorsOf(evidence)).toEqual(['author-b']);
    expect(evidence.notes.map(({ caveat }) => caveat)).toContain('copyOfKnown');
  });
});
