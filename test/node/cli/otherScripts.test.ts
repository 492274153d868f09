import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/core/domain/evidence';
import { writeText } from '../../unit/language/writers';
import { readEvidence, runHere } from './support/runCli';
import { removeFolder } from '../../removeFolder';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-scripts-'));

const languages = ['el', 'ru', 'ar', 'zh', 'th'];
const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
};

// one case in five languages, each with three writers
beforeAll(async () => {
  for (const language of languages)
    for (const writer of ['A', 'B', 'C']) write(`known/${language} ${writer}/text.txt`, writeText(language, writer, 1));
  const { code, stderr } = await runHere(['concordance', 'text', '--case', folder]); // builds the index
  expect(code, stderr).toBe(0);
}, 300_000);
afterAll(() => removeFolder(folder));

async function review(file: string): Promise<Evidence> {
  const { code, stdout, stderr } = await runHere(['attribute', file, '--case', folder, '--json']);
  expect(code, stderr).toBe(0);
  return readEvidence(stdout);
}

describe('a case in several scripts', () => {
  it.each(languages)('orders the writers of %s alone, without a ratio', async (language) => {
    const file = write(`questioned/${language}.txt`, writeText(language, 'B', 9));
    const { candidates, settings } = await review(file);
    expect(settings).toMatchObject({ language, languageAuthors: 3 });
    expect(candidates[0]!.author).toBe(`${language} B`);
    expect(candidates.map(({ author }) => author).sort()).toEqual(['A', 'B', 'C'].map((name) => `${language} ${name}`));
    for (const { verification } of candidates) {
      expect(verification).toMatchObject({ reason: 'fewOfLanguage' });
      expect(verification).not.toHaveProperty('llr');
    }
    const { stdout } = await runHere(['attribute', file, '--case', folder]);
    const estimated = stdout.includes('estimates numbers of words');
    expect(estimated).toBe(['zh', 'th'].includes(language));
  });

  it('orders chat in Arabic with Latin letters, and says that no ratio is stated', async () => {
    const words = '3ayez arou7 el bet delwa2ty 3ashan ta3ban awy we mesh 3aref a3mel eh ya sa7by enta fen dlw2ty'.split(
      ' ',
    );
    const text = Array.from({ length: 300 }, (_, i) => words[(i * i + 3 * i) % words.length]).join(' ');
    const { candidates } = await review(write('questioned/chat.txt', text));
    expect(candidates.length).toBeGreaterThan(0);
    expect(candidates.every(({ verification }) => verification?.llr === undefined)).toBe(true);
  });
});
