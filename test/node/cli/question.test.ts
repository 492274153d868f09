import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyPlainCase, questioned, useScratch } from './support/scratch';
import { runHere } from './support/runCli';

const scratch = useScratch();
const labels = ['--mode', 'written', '--genre', 'letter'];

/** A questioned text of no case, so that no lock withholds its ratio. */
const outside = scratch.write('elsewhere.txt', fs.readFileSync(questioned));

function ask(authors: readonly string[], index = scratch.index) {
  const among = authors.flatMap((author) => ['--among', author]);
  return runHere(['attribute', outside, '--index', index, ...labels, ...among]);
}

describe('a question among authors on the command line', () => {
  it('is answered with its assumption, and names no other author', async () => {
    const { code, stdout } = await ask(['author-a', 'author-d']);
    expect(code).toBe(0);
    expect(stdout).toContain('If another person wrote the text, it says nothing.');
    expect(stdout).toMatch(/Question: which of author-[ad], author-[ad] wrote the text/);
    expect(stdout).toMatch(/×[\d.]+( \(limit\))? for author-[ad] rather than author-[ad]/);
  });

  it('needs two authors, each with known texts', async () => {
    const [one, twice, nobody] = [
      await ask(['author-a']),
      await ask(['author-a', 'author-a']),
      await ask(['author-a', 'Nobody']),
    ];
    for (const { code, stderr } of [one, twice]) {
      expect(code).toBe(2);
      expect(stderr).toContain('A question among authors needs two of them, and this one has only "author-a".');
    }
    expect(nobody.code).not.toBe(0);
    expect(nobody.stderr).toMatch(/"?Nobody"?/);
  });
});

describe('a question of a case', () => {
  const folder = scratch.at('case');
  const letter = path.join(folder, 'questioned', 'letter.txt');
  const text = (author: string): string => path.join(folder, 'known', author, 'same.txt');
  beforeAll(() => copyPlainCase(folder));

  /** Updates the index of the case, and asks there. */
  async function askHere(...authors: readonly string[]) {
    await runHere(['case', folder, ...labels, '--brief']);
    return ask(authors, path.join(folder, '.idiograph', 'index.sqlite'));
  }

  it('has no ratio between two folders with a text in common, and says what to do', async () => {
    const essay = fs
      .readFileSync(questioned, 'utf8')
      .replaceAll(/roof|fund/g, 'barn')
      .repeat(2);
    for (const author of ['author-a', 'author-b']) fs.writeFileSync(text(author), essay.replaceAll('the', 'that'));
    const { code, stdout, stderr } = await askHere('author-a', 'author-b');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('two of them have a known text in common');
    expect(stdout).toContain('put the texts of one writer into one folder');
    for (const author of ['author-a', 'author-b']) fs.rmSync(text(author));
  });

  it('has no ratio between folders with the same texts', async () => {
    fs.cpSync(path.join(folder, 'known', 'author-a'), path.join(folder, 'known', 'author-z'), { recursive: true });
    const { stdout } = await askHere('author-a', 'author-z');
    expect(stdout).toContain('two of them have a known text in common');
    fs.rmSync(path.join(folder, 'known', 'author-z'), { recursive: true });
  });

  it('is asked by masks in a blind case, and refuses a real name without naming it', async () => {
    expect((await runHere(['case', folder, ...labels, '--blind'])).code).toBe(0);
    const args = ['attribute', letter, '--case', folder, ...labels];
    const real = await runHere([...args, '--among', 'author-a', '--among', 'author-b']);
    expect(real.code).not.toBe(0);
    const masked = await runHere([...args, '--among', 'Writer A', '--among', 'Writer B']);
    expect(masked.code, masked.stderr).toBe(0);
    expect(masked.stdout).toMatch(/which of Writer [AB], Writer [AB] wrote the text/);
    expect(masked.stdout + masked.stderr).not.toMatch(/author-[a-e]/);
  });
});
