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

describe('the overview of a case', () => {
  it('is a section of a report that asks for it', async () => {
    const { code, stderr } = await runHere([
      'report',
      at('questioned/letter.txt'),
      '--overview',
      '--out',
      at('r.html'),
    ]);
    expect(code, stderr).toBe(0);
    expect(fs.readFileSync(at('r.html'), 'utf8')).toContain('Case Overview');
    const facts = JSON.parse(fs.readFileSync(at('r.json'), 'utf8')) as { readonly overview: Facts };
    expect(facts.overview.rows).toHaveLength(2);
  });
});
