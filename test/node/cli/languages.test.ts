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
    expect(stdout).not.toContain('clearly ahead');
  });

  it('refuses two German texts without a collection, and says what to do', async () => {
    const known = path.join(folder, 'known', 'Cora Lenz', 'brief-1.txt');
    const { code, stderr } = await runHere(['verify', asked, known]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('Add known texts in this language to the index')]);
  });

  it.runIf(isAll)(
    'compares two German texts by the collection of the case, and no German text with an English one',
    async () => {
      const known = path.join(folder, 'known', 'Cora Lenz', 'brief-1.txt');
      const { code, stdout, stderr } = await runHere(['compare', asked, known, '--case', folder]);
      expect(code, stderr).toBe(0);
      expect(stdout).toContain('(n-grams; orders only)');
      expect(stdout).toContain('Language: German. The n-grams of your collection compare the texts.');
      const score = async (author: string): Promise<number> => {
        const other = path.join(folder, 'known', author, 'brief-2.txt');
        const { stdout: json } = await runHere(['compare', asked, other, '--case', folder, '--json']);
        return (JSON.parse(json) as { readonly score: number }).score;
      };
      expect(await score('Cora Lenz')).toBeGreaterThan(await score('Bernd Roth'));
      const english = path.join(folder, 'note.txt');
      fs.writeFileSync(
        english,
        'I left the keys with Mrs. Hall because nobody was at home, and she took them. '.repeat(8),
      );
      const mixed = await runHere(['compare', asked, english, '--case', folder]);
      expect([mixed.code, mixed.stderr]).toEqual([3, expect.stringContaining('This comparison is in German')]);
      const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-letters-'));
      const copies = [asked, known].map((_, i) => path.join(elsewhere, `${i}.txt`));
      [asked, known].forEach((file, i) => fs.copyFileSync(file, copies[i]!));
      const alone = await runHere(['compare', ...copies]);
      fs.rmSync(elsewhere, { recursive: true });
      expect([alone.code, alone.stderr]).toEqual([3, expect.stringContaining('This comparison is in English')]);
    },
  );

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
    expect(stdout).toContain('35 more authors');
  });

  it.runIf(isAll)('shows the markers of an author in the language of that author', async () => {
    const note = 'We should have met at the bridge, but nobody was there when I came with the letters. ';
    const file = path.join(folder, 'watt.txt');
    fs.writeFileSync(file, note.repeat(9));
    expect((await runHere(['index', 'add', file, '--author', 'Emil Watt', '--case', folder])).code).toBe(0);
    const profile = async (author: string) => {
      const { code, stdout, stderr } = await runHere(['profile', '--author', author, '--case', folder, '--json']);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    expect(await profile('Emil Watt')).toContain('watt.txt');
    expect(await profile('Emil Watt')).not.toContain('ss for ß');
    expect(await profile('Cora Lenz')).toContain('ss for ß');
  });
});
