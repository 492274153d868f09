import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from './support/runCli';
import { copyPlainCase } from './support/scratch';
import { removeFolder } from '../../removeFolder';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-overview-'));
const at = (name: string): string => path.join(folder, name);

interface Facts {
  readonly rows: readonly { readonly questioned: string; readonly reviewed: boolean }[];
}

beforeAll(() => {
  copyPlainCase(folder);
  fs.writeFileSync(at('questioned/short.txt'), 'Too short to say.');
});
afterAll(() => removeFolder(folder));

describe('idiograph overview', () => {
  it('writes a page and a table', async () => {
    const files = ['--out', 'o.html', '--csv', 'o.csv'];
    const named = files.map((word) => (word.startsWith('--') ? word : at(word)));
    const { code, stdout, stderr } = await runHere(['overview', folder, '--json', ...named]);
    expect(code, stderr).toBe(0);
    const { rows } = JSON.parse(stdout) as Facts;
    expect(rows.map(({ questioned: text, reviewed }) => [text, reviewed])).toEqual([
      ['letter.txt', true],
      ['short.txt', false],
    ]);
    expect(fs.readFileSync(at('o.html'), 'utf8')).toContain('author-d');
    expect(fs.readFileSync(at('o.csv'), 'utf8')).toContain('letter.txt,author-d,1,');
  });

  it('replaces a page of its own alone, and with --force', async () => {
    const again = ['overview', folder, '--csv', at('o.csv')];
    expect((await runHere(again)).code).toBe(3);
    fs.writeFileSync(at('mine.csv'), 'my own');
    expect((await runHere(['overview', folder, '--csv', at('mine.csv'), '--force'])).code).toBe(3);
    expect(fs.readFileSync(at('mine.csv'), 'utf8')).toBe('my own');
  });

  it('is a section of a report that asks for it', async () => {
    const { code, stderr } = await runHere([
      'report',
      at('questioned/letter.txt'),
      '--overview',
      '--out',
      at('r.html'),
    ]);
    expect(code, stderr).toBe(0);
    expect(fs.readFileSync(at('r.html'), 'utf8')).toContain('Each text, by author');
    const facts = JSON.parse(fs.readFileSync(at('r.json'), 'utf8')) as { readonly overview: Facts };
    expect(facts.overview.rows).toHaveLength(2);
  });
});
