import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CaseService } from '../../../src/case/caseService';
import { neverStops } from '../../../src/core/basics/work';
import { LocalEngine } from '../../../src/node/localEngine';
import { expectProblem, fingerprint, runHere } from './support/runCli';
import { known, questioned } from './support/scratch';
import { removeFolder } from '../../removeFolder';

const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-open-bundle-')));
const bundle = path.join(base, 'b.zip');
const theirs = path.join(base, 'theirs');
let parts: Record<string, Uint8Array> = {};

beforeAll(async () => {
  vi.stubEnv('XDG_CACHE_HOME', path.join(base, 'cache'));
  const folder = path.join(base, 'mill');
  for (const author of ['author-a', 'author-d'])
    fs.cpSync(path.join(known, author), path.join(folder, 'known', author), { recursive: true });
  fs.mkdirSync(path.join(folder, 'questioned'));
  fs.copyFileSync(questioned, path.join(folder, 'questioned', 'letter.txt'));
  for (const args of [
    ['report', path.join(folder, 'questioned', 'letter.txt'), '--out', path.join(folder, 'search.html')],
    ['report', path.join(folder, 'questioned', 'letter.txt'), '--out', path.join(folder, 'word.docx')],
    ['bundle', folder, '--out', bundle, '--texts'],
  ]) {
    const { code, stderr } = await runHere(args);
    expect(code, stderr).toBe(0);
  }
  parts = unzipSync(fs.readFileSync(bundle));
  for (const [name, bytes] of Object.entries(parts)) {
    fs.mkdirSync(path.dirname(path.join(theirs, name)), { recursive: true });
    fs.writeFileSync(path.join(theirs, name), bytes);
  }
});
afterAll(() => {
  vi.unstubAllEnvs();
  removeFolder(base);
});

/** Names, bytes and times of all that is in the unpacked bundle. */
function readState(): string {
  const names = (fs.readdirSync(theirs, { recursive: true }) as string[]).sort();
  return names
    .map((name) => {
      const file = path.join(theirs, name);
      const { mtimeMs } = fs.statSync(file);
      return fs.statSync(file).isDirectory() ? `${name} ${mtimeMs}` : `${name} ${mtimeMs} ${fingerprint(file)}`;
    })
    .join('\n');
}

function writeBundle(name: string, changed: Record<string, Uint8Array | undefined>): string {
  const file = path.join(base, name);
  const all = Object.entries({ ...parts, ...changed }).filter(([, bytes]) => bytes !== undefined);
  fs.writeFileSync(file, zipSync(Object.fromEntries(all) as Record<string, Uint8Array>));
  return file;
}

describe('a bundle of somebody else', () => {
  it('is compared with its own hashes, as a file and unpacked', async () => {
    const before = readState();
    for (const place of [bundle, theirs]) {
      const { code, stdout, stderr } = await runHere(['bundle', place, '--open']);
      expect(code, stderr + stdout).toBe(0);
      expect(stdout).toContain('reports/search.json: on letter.txt');
      expect(stdout).toContain('reports/word.json: on letter.txt');
      expect(stdout).toContain('Each file has the hash that the bundle lists');
    }
    expect(Object.keys(parts)).toEqual(expect.arrayContaining(['reports/word.docx', 'reports/word.json']));
    expect(readState()).toBe(before);
  });

  it('names what was changed, is missing or was added', async () => {
    const text = Buffer.from('Another text.');
    const letter = 'questioned/letter.txt';
    for (const [name, changed, sentence] of [
      ['changed.zip', { [letter]: text }, `${letter} is another than the bundle lists`],
      ['report.zip', { 'reports/search.html': text }, 'reports/search.html is another than the bundle lists'],
      ['missing.zip', { 'reports/search.html': undefined }, 'reports/search.html is missing'],
      ['added.zip', { 'known/x.exe': text }, 'known/x.exe is not listed by the bundle'],
      ['log.zip', { '.idiograph/log.jsonl': text }, 'was changed'],
    ] as const) {
      const { code, stdout } = await runHere(['bundle', writeBundle(name, changed), '--open']);
      expect(code, name).toBe(3);
      expect(stdout, name).toContain(sentence);
    }
  });

  it('may leave out the texts of the case', async () => {
    const without = path.join(base, 'without-texts.zip');
    expect((await runHere(['bundle', path.join(base, 'mill'), '--out', without])).code).toBe(0);
    const { code, stdout } = await runHere(['bundle', without, '--open']);
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/Texts of the case: 0 of \d+ are in it/);
  });

  it('is refused where it is none', async () => {
    const cases = [
      [questioned, 'of another kind'],
      [path.join(base, 'none.zip'), 'no such bundle'],
      [writeBundle('other.zip', { 'bundle.json': Buffer.from('{}') }), 'no bundle of Idiograph'],
      [writeBundle('without.zip', { 'bundle.json': undefined }), 'no bundle of Idiograph'],
      [known, 'no bundle of Idiograph'],
    ] as const;
    for (const [place, words] of cases) {
      const outcome = await runHere(['bundle', place, '--open']);
      expectProblem(outcome, 3, 'UnreadableDocument');
      expect(outcome.stderr).toContain(words);
    }
  });

  it('is examined again without a byte written into it', async () => {
    const before = readState();
    const report = path.join(theirs, 'reports', 'search.json');
    const again = await runHere(['report', '--rerun', report, '--case', theirs]);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toContain('an unpacked bundle, in which nothing is written');
    for (const args of [
      ['case', theirs, '--log'],
      ['case', theirs],
      ['attribute', path.join(theirs, 'questioned/letter.txt')],
    ]) {
      const { code, stderr } = await runHere(args);
      expect(code, args.join(' ') + stderr).toBe(0);
    }
    for (const args of [
      ['case', theirs, '--pin'],
      ['case', theirs, '--blind'],
      ['validate', '--case', theirs, '--lock'],
    ]) {
      const { code, stderr } = await runHere(args);
      expect(code, args.join(' ')).not.toBe(0);
      expect(stderr, args.join(' ')).toContain('is an unpacked bundle');
    }
    expect(readState()).toBe(before);
  });

  it('is shown by a window without a byte written into it, trusted or not', async () => {
    const before = readState();
    const engine = Object.create(LocalEngine.prototype) as LocalEngine;
    const service = new CaseService({ engine, modelsFolder: '' });
    const index = path.join(base, 'window', 'index.sqlite');
    for (const isTrusted of [true, false])
      for (const [method, ...args] of [['open'], ['view'], ['noteAssistant', false]] as const) {
        const steps = service.answer(
          neverStops,
          { folder: theirs, index, window: { isTrusted } },
          `case ${method}`,
          args,
        );
        while (!(await steps.next()).done);
      }
    expect(readState()).toBe(before);
  });
});
