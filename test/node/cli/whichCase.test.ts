import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Outcome, readEvidence, runHere } from './support/runCli';
import { copyPlainCase, known, questioned, useScratch } from './support/scratch';
import { isAll, makesLinks } from '../../needs';

const scratch = useScratch();
const json = ({ stdout, stderr }: Outcome): unknown => {
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout);
};

describe('a command that needs an index', () => {
  it.each([
    ['attribute', 'q.txt'],
    ['verify', 'q.txt', '--author', 'Author A'],
    ['report', 'q.txt', '--out', 'r.html'],
    ['validate', 'q.txt'],
    ['validate'],
    ['index', 'check'],
    ['index', 'add', 'q.txt', '--author', 'X'],
  ])('is refused where there is neither a case nor an index: %s %s', async (...args) => {
    scratch.write('q.txt', fs.readFileSync(questioned));
    const outcome = await runHere(args, { cwd: scratch.folder });
    expectProblem(
      outcome,
      2,
      'Usage',
      /no case folder around/,
      /--case FOLDER, or a reference index with --index FILE/,
    );
    expect(fs.existsSync(scratch.at('r.html'))).toBe(false);
  });

  it('learns this from the help, in words that agree', async () => {
    const { stdout } = await runHere(['attribute', '--help']);
    expect(stdout).toMatch(/--index FILE .*default: that of the case/);
    expect(stdout).toMatch(/--case FOLDER .*default: the one around the document or the working folder/);
    expect(stdout).not.toMatch(/sample/);
  });
});

describe('a command that needs no index', () => {
  it.runIf(isAll)('asks no case for what it compares', async () => {
    const one = scratch.write('one.txt', fs.readFileSync(questioned));
    const other = scratch.write('other.txt', fs.readFileSync(path.join(known, 'author-a', 'letter-open-day.txt')));
    const verified = await runHere(['verify', one, other, '--mode', 'written', '--known-mode', 'written', '--json']);
    const { caveats, index } = json(verified) as { caveats: string[]; index: unknown };
    expect(caveats).toContain('exploratory');
    expect(index).toBeNull();
  });
});

describe('the case around a document', () => {
  const text = path.join('questioned', 'letter-roof-fund.txt');
  const entry = (author: string): object => ({ role: 'known', author, mode: 'written', genre: 'letter' });

  beforeAll(() => {
    for (const author of ['author-a', 'author-b'])
      fs.cpSync(path.join(known, author), scratch.at('mill', 'known', author), { recursive: true });
    fs.mkdirSync(scratch.at('mill', 'questioned'));
    fs.copyFileSync(questioned, scratch.at('mill', text));
    const documents: Record<string, object> = { [text]: { role: 'questioned', mode: 'written', genre: 'letter' } };
    for (const author of ['author-a', 'author-b'])
      for (const name of fs.readdirSync(path.join(known, author)))
        documents[`known/${author}/${name}`] = entry(`Writer ${author}`);
    const caseFile = JSON.stringify({ format: 'idiograph.case/1', documents });
    scratch.write('mill/mill.idiograph-case.json', caseFile);
  });

  it('is what a review of it rests on: its authors, labels and lock', async () => {
    const file = scratch.at('mill', text);
    const evidence = readEvidence((await runHere(['attribute', file, '--json'])).stdout);
    expect(evidence.candidates.map(({ author }) => author).toSorted()).toEqual(['Writer author-a', 'Writer author-b']);
    expect(evidence.caveats).toContain('notValidated');
    expect(evidence.caveats).not.toContain('productionNotSaid');
    expect(fs.existsSync(scratch.at('mill', '.idiograph', 'index.sqlite'))).toBe(true);
  });

  it('is found from any folder in it, and is the one of a report', async () => {
    const out = scratch.at('r.html');
    const cwd = scratch.at('mill', 'questioned');
    expect((await runHere(['report', path.basename(text), '--out', out], { cwd })).code).toBe(0);
    const facts = JSON.parse(fs.readFileSync(scratch.at('r.json'), 'utf8')) as { caseName: string; known: object[] };
    expect(facts.caseName).toBe('mill');
    expect(facts.known).toHaveLength(10);
    expect((await runHere(['index', 'check'], { cwd })).stdout).toContain('Sound: 10 documents.');
  });
});

describe.runIf(makesLinks)('a link in a case', () => {
  it('is never read for the file that it leads to', async () => {
    const elsewhere = scratch.write('elsewhere.txt', fs.readFileSync(questioned));
    fs.symlinkSync(elsewhere, scratch.at('mill', 'questioned', 'link.txt'));
    fs.symlinkSync(scratch.folder, scratch.at('mill', 'questioned', 'way'));
    for (const name of ['link.txt', 'way/elsewhere.txt']) {
      const outcome = await runHere(['attribute', scratch.at('mill', 'questioned', name)]);
      expectProblem(
        outcome,
        3,
        'UnreadableDocument',
        /is a link, and Idiograph reads no file of a case through a link/,
      );
    }
    const added = await runHere(['index', 'add', scratch.at('mill', 'questioned', 'link.txt'), '--author', 'A']);
    expectProblem(added, 3, 'UnreadableDocument', /is a link/);
  });
});

describe('a case without a case file', () => {
  it.runIf(isAll)('states ratios once its settings are validated and locked, which writes one', async () => {
    const folder = scratch.at('bare');
    copyPlainCase(folder);
    const before = await runHere(['case', folder]);
    expect(before.stdout).toMatch(/not validated and locked yet/);
    expect(before.stdout).toMatch(/^The lead of author-\w in the order of similarity/m);
    expect(before.stderr).toContain(`idiograph validate --case ${folder} --lock`);
    expect(fs.readdirSync(folder).toSorted()).toEqual(['.idiograph', 'known', 'questioned']);
    const locked = await runHere(['validate', '--case', folder, '--lock']);
    expect(locked.code, locked.stderr).toBe(0);
    expect(fs.existsSync(path.join(folder, 'bare.idiograph-case.json'))).toBe(true);
    expect((await runHere(['case', folder])).stdout).not.toMatch(/not validated and locked yet/);
  });
});
