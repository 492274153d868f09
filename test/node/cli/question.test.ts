import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyPlainCase, known, questioned, useScratch } from './support/scratch';
import { runHere } from './support/runCli';

const scratch = useScratch();
const labels = ['--mode', 'written', '--genre', 'letter'];

/** A questioned text of no case, so that no lock withholds its ratio. */
const outside = scratch.write('elsewhere.txt', fs.readFileSync(questioned));

/** By none of the authors of the sample. */
const byNobody = scratch.write(
  'nobody.txt',
  fs.readFileSync(path.join(path.dirname(questioned), 'blog-visitor-plan.txt')),
);

function ask(authors: readonly string[], index = scratch.index, text = outside) {
  const among = authors.flatMap((author) => ['--among', author]);
  return runHere(['attribute', text, '--index', index, ...labels, ...among]);
}

/** Adds folders of authors to an index, as texts of one kind. */
function add(index: string, kind: readonly string[], ...folders: readonly string[]) {
  return runHere(['index', 'add', ...folders, '--index', index, ...kind]);
}

describe('a question among authors on the command line', () => {
  it('is answered with its assumption, and names no other author', async () => {
    const { code, stdout } = await ask(['author-a', 'author-d']);
    expect(code).toBe(0);
    expect(stdout).toContain('If none of these authors wrote it, this says nothing.');
    expect(stdout).toMatch(/Writer: author-[ad] or author-[ad]/);
    expect(stdout).toMatch(/×[\d.]+( \(limit of tests\))? for author-[ad] rather than author-[ad]/);
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

  it('warns where the findings speak against all of them, and still says that it checks little', async () => {
    const { code, stdout } = await ask(['author-a', 'author-d'], scratch.index, byNobody);
    expect(code).toBe(0);
    expect(stdout).toContain('Perhaps none of these authors wrote it');
    expect(stdout).toContain('so the examiner answers for that.');
  });

  it('says which authors have texts, if one of them has a file without words', async () => {
    const index = scratch.copyOfIndex('ghost.sqlite');
    const added = await add(index, labels, path.dirname(scratch.write('known/ghost/empty.txt', ' \n')));
    expect(added.stderr + added.stdout).toContain('empty.txt contains no text');
    const { code, stderr } = await ask(['author-a', 'ghost'], index);
    expect(code).toBe(2);
    expect(stderr).toContain('The index contains no known texts of "ghost". It contains those of author-a, author-b');
  });

  it('has no ratio if one of them has texts of another kind alone', async () => {
    const index = scratch.copyOfIndex('kinds.sqlite');
    const folder = scratch.at('spoken', 'known', 'speaker');
    fs.cpSync(path.join(known, 'author-c'), folder, { recursive: true });
    await add(index, ['--mode', 'spoken', '--genre', 'interview'], folder);
    const { code, stdout, stderr } = await ask(['author-a', 'speaker'], index);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('only some have known texts in the mode and genre of the questioned text');
    expect(stdout).not.toMatch(/[×÷][\d.]+ (\(limit of tests\) )?for /);
  });

  it('has no ratio among 64 authors, and lists them all', async () => {
    const words = fs.readFileSync(byNobody, 'utf8').split(/\s+/);
    const names = Array.from({ length: 64 }, (_, i) => `suspect-${i}`);
    for (const [i, name] of names.entries())
      scratch.write(`many/${name}/note.txt`, words.slice(i * 5, i * 5 + 60).join(' '));
    const index = scratch.at('many.sqlite');
    await add(index, [...labels, '--authors-from-folders'], scratch.at('many'));
    const { code, stdout, stderr } = await ask(names, index);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/No ratio(?: among the authors)?: ./);
    for (const name of names) expect(stdout).toContain(name);
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

  it('asks whether two folders with other texts are by one person', async () => {
    const [whole, rest] = ['author-d', 'author-x'].map((author) => path.join(folder, 'known', author));
    const moved = ['email-the-letter.txt', 'letter-towpath.txt'];
    fs.mkdirSync(rest!);
    for (const name of moved) fs.renameSync(path.join(whole!, name), path.join(rest!, name));
    const { stdout } = await askHere('author-d', 'author-x');
    expect(stdout).toMatch(/The findings support each of author-[dx], author-[dx] alone\./);
    for (const name of moved) fs.renameSync(path.join(rest!, name), path.join(whole!, name));
    fs.rmdirSync(rest!);
  });

  it('has no ratio between folders with the same texts', async () => {
    fs.cpSync(path.join(folder, 'known', 'author-a'), path.join(folder, 'known', 'author-z'), { recursive: true });
    const { stdout } = await askHere('author-a', 'author-z');
    expect(stdout).toContain('two of them have a known text in common');
    const args = ['attribute', letter, '--index', path.join(folder, '.idiograph', 'index.sqlite'), ...labels];
    const search = await runHere(args);
    expect(search.stdout).toContain('Two of the authors have a known text in common');
    fs.rmSync(path.join(folder, 'known', 'author-z'), { recursive: true });
  });

  it('is asked by masks in a blind case, and refuses a real name without naming it', async () => {
    expect((await runHere(['case', folder, ...labels, '--blind'])).code).toBe(0);
    const args = ['attribute', letter, '--case', folder, ...labels];
    const real = await runHere([...args, '--among', 'author-a', '--among', 'author-b']);
    expect(real.code).not.toBe(0);
    const masked = await runHere([...args, '--among', 'Writer A', '--among', 'Writer B']);
    expect(masked.code, masked.stderr).toBe(0);
    expect(masked.stdout).toMatch(/Writer: Writer [AB] or Writer [AB]/);
    expect(masked.stdout + masked.stderr).not.toMatch(/author-[a-e]/);
  });
});
