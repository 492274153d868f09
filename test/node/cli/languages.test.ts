import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { germanLetter, makeGermanCase } from '../../fixtures/germanLetters.mjs';
import { readEvidence, runHere } from './support/runCli';
import { removeFolder } from '../../removeFolder';
import { isAll } from '../../needs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-german-'));
const asked = path.join(folder, 'questioned', 'anonymer-brief.txt');

beforeAll(() => makeGermanCase(folder));
afterAll(() => removeFolder(folder));

describe('a case of German letters', () => {
  it('is ordered by its own collection, with German habits and without a ratio', async () => {
    const { code, stdout, stderr } = await runHere(['attribute', asked, '--case', folder, '--json']);
    expect(code, stderr).toBe(0);
    const { candidates, settings } = readEvidence(stdout);
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
    expect(stdout).not.toContain('order of similarity');
  });

  it('refuses two German texts without a collection, and says what to do', async () => {
    const known = path.join(folder, 'known', 'Cora Lenz', 'brief-1.txt');
    const { code, stderr } = await runHere(['verify', asked, known]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('Add known texts in this language to the index')]);
  });

  it.runIf(isAll)(
    'reads a German text with English quotations as German, and gives no ratio where half of it is English',
    async () => {
      const quote = 'She wrote that nobody had asked her and that the house was not for sale at all. ';
      const review = async (name: string, text: string) => {
        const file = path.join(folder, name);
        fs.writeFileSync(file, text);
        const { code, stdout, stderr } = await runHere(['attribute', file, '--case', folder, '--json']);
        expect(code, stderr).toBe(0);
        return readEvidence(stdout);
      };
      const letter = germanLetter('Cora Lenz', 7);
      const quoting = await review('zitat.txt', `${letter}\n„${quote}“\n`);
      expect(quoting.settings).toMatchObject({ language: 'de' });
      expect(quoting.candidates[0]).toMatchObject({ author: 'Cora Lenz', verification: { reason: 'fewOfLanguage' } });
      expect(quoting.notes).toContainEqual(expect.objectContaining({ caveat: 'partlyOtherLanguage' }));
      const mixed = await review('gemischt.txt', `${letter}\n${quote.repeat(9)}`);
      expect(mixed.candidates.every(({ verification }) => verification?.llr === undefined)).toBe(true);
      expect(mixed.candidates[0]!.verification!.reason).toBe('otherLanguage');
    },
  );

  it.runIf(isAll)(
    'leaves the English texts of an author who writes two languages out of German questions',
    async () => {
      const own = path.join(folder, 'known', 'Dirk Hahn', 'note.txt');
      fs.writeFileSync(
        own,
        'We should have met at the bridge, but nobody was there when I came with the letters. '.repeat(9),
      );
      try {
        const { code, stdout, stderr } = await runHere(['attribute', asked, '--case', folder, '--json']);
        expect(code, stderr).toBe(0);
        const { candidates, settings } = readEvidence(stdout);
        expect(settings).toMatchObject({ language: 'de', languageAuthors: 5 });
        expect(candidates[0]!.author).toBe('Cora Lenz');
        const { known } = candidates.find(({ author }) => author === 'Dirk Hahn')!.verification!;
        expect(known.map(({ title }) => title)).toContain('brief-1.txt');
        expect(known.map(({ title }) => title)).not.toContain('note.txt');
      } finally {
        fs.rmSync(own);
      }
    },
  );

  it.runIf(isAll)('tells how many authors a ratio needs once a population is added', async () => {
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
    expect(stdout).toContain('A ratio needs 41 authors, 20 of them with two works');
  });
});
