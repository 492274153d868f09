import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-catalogue-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const name = 'towards, afterwards (not toward, afterward)';
const documents = (): string => {
  const texts = {
    a1: 'They went towards it, and left afterwards.',
    a2: 'We ate.',
    b1: 'She ran towards me and toward him.',
  };
  const lines = Object.entries(texts).map(([id, text]) => JSON.stringify({ id, author: id[0], text, title: id }));
  const file = path.join(folder, 'documents.jsonl');
  writeFileSync(file, lines.join('\n'));
  return file;
};

describe('evaluate catalogue', () => {
  it('counts the places of a habit with texts and authors, and keeps the verdicts of a file without any text', async () => {
    const keep = path.join(folder, 'catalogue.json');
    writeFileSync(
      keep,
      JSON.stringify({
        rows: [
          { name, read: 20, right: 19 },
          { name: 'gone', read: 1, right: 1 },
        ],
      }),
    );
    await run(['catalogue', '--documents', documents(), '--row', 'towards', '--keep', keep]);
    const { rows } = JSON.parse(readFileSync(keep, 'utf8')) as { readonly rows: readonly { readonly name: string }[] };
    expect(rows.filter((row) => row.name === name)).toEqual([
      { name, hits: 3, others: 1, texts: 2, authors: 2, read: 20, right: 19 },
    ]);
  });

  it('prints places with the words around them', async () => {
    const { stdout } = await run(['catalogue', '--documents', documents(), '--row', 'towards', '--read', '9']);
    expect(stdout).toContain('They went [towards] it, and left afterwards.');
    expect(stdout).toContain(`${name}: 3`);
  });

  it('refuses a name that no habit has', async () => {
    const { stderr } = await run(['catalogue', '--documents', documents(), '--row', 'nosuchhabit']);
    expect(stderr).toContain('nosuchhabit');
  });
});
