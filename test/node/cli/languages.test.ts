import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/core/domain';
import { germanLetter, makeGermanCase } from '../../fixtures/germanLetters.mjs';
import { runHere } from './support/runCli';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-german-'));
const asked = path.join(folder, 'questioned', 'anonymer-brief.txt');

beforeAll(() => makeGermanCase(folder));
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('a case of German letters', () => {
  it('is ordered by its own collection, with German habits and without a ratio', async () => {
    const { code, stdout, stderr } = await runHere(['attribute', asked, '--case', folder, '--json']);
    expect(code, stderr).toBe(0);
    const { candidates, settings } = (JSON.parse(stdout) as { readonly evidence: Evidence }).evidence;
    expect(settings).toMatchObject({ language: 'de', languageAuthors: 5 });
    expect(candidates).toHaveLength(5);
    const [first] = candidates;
    expect(first).toMatchObject({ author: 'Cora Lenz', tier: 'collection' });
    expect(first!.verification).toMatchObject({ reason: 'fewOfLanguage', population: { authors: 5 } });
    expect(candidates.every(({ verification }) => verification?.llr === undefined)).toBe(true);
    expect(first!.markers!.for.map(({ name }) => name)).toContain('ss for ß');
    expect(first!.markers!.for.every(({ population }) => population === undefined)).toBe(true);
  });

  it('says in words which language each part speaks', async () => {
    const { stdout } = await runHere(['attribute', asked, '--case', folder]);
    expect(stdout).toContain('Language: German.');
    expect(stdout).toContain('The encoder was trained on English');
    expect(stdout).not.toContain('stands out');
  });

  it('refuses two German texts without a collection, and says what to do', async () => {
    const known = path.join(folder, 'known', 'Cora Lenz', 'brief-1.txt');
    const { code, stderr } = await runHere(['verify', asked, known]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('Add texts in this language to the index')]);
  });

  it('tells how many authors a ratio needs once a population is added', async () => {
    const writer = path.join(folder, 'more', 'Frida Moos');
    fs.mkdirSync(writer, { recursive: true });
    fs.writeFileSync(path.join(writer, 'brief.txt'), germanLetter('Anna Klee', 8));
    const add = [
      'index',
      'add',
      path.dirname(writer),
      '--authors-from-folders',
      '--role',
      'population',
      '--case',
      folder,
    ];
    const { code, stdout, stderr } = await runHere(add);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('6 authors who write German, 5 of them with two works');
    expect(stdout).toContain('35 more authors');
  });
});
