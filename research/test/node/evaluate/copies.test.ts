import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-copies-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const words = (name: string): string => Array.from({ length: 200 }, (_, i) => `${name}${i}`).join(' ');

interface Outcome {
  readonly told: readonly { readonly edit: string; readonly part: number; readonly found: number }[];
  readonly untouched: Readonly<Record<string, number>>;
}

describe('evaluate copies', () => {
  it('says which edited copies are found, and which other texts are mistaken for copies', async () => {
    const texts = {
      a1: words('a'),
      a2: words('b'),
      b1: words('c'),
      b2: words('d'),
      quoting: `${words('e')} ${words('c')}`,
    };
    const lines = Object.entries(texts).map(([id, text]) =>
      JSON.stringify({ id, author: id.startsWith('a') ? 'A' : 'B', text, title: id, source: 's' }),
    );
    const file = path.join(folder, 'documents.jsonl');
    writeFileSync(file, lines.join('\n'));
    const { stdout } = await run(['copies', '--documents', file, '--json']);
    const { told, untouched } = JSON.parse(stdout) as Outcome;
    expect(told.filter(({ part }) => part === 1).every(({ found }) => found === 1)).toBe(true);
    expect(told).toHaveLength(12 * 4);
    expect(untouched).toEqual({
      ...{ questioned: 5, 'of its author': 2, 'of others': 0 },
      'with hardly a run in common': 0,
    });
  });
});
