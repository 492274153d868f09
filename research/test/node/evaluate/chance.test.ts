import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesFile, run, textBy } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-chance-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Six authors: two of whom nobody could tell apart, since they write the same words, and four of the others' words. */
const writers = { a1: 'ada', a2: 'ada', b1: 'ben', b2: 'ben', c1: 'cyd', c2: 'cyd' } as const;
const documents = Object.entries(writers).map(([author, writer]) => ({
  id: author,
  author,
  genre: 'essay',
  mode: 'written',
  text: textBy(writer, 0, 300),
}));

interface Row {
  readonly authors: number;
  readonly llr: number;
  readonly observed: number;
  readonly expected: number;
}

async function rows(...more: readonly string[]): Promise<readonly Row[]> {
  const file = linesFile(folder, 'documents.jsonl', documents);
  const { stdout } = await run([
    'chance',
    '--documents',
    file,
    '--words',
    '100',
    '--known-words',
    '250',
    '--json',
    ...more,
  ]);
  return (JSON.parse(stdout) as { methods: { fused: readonly Row[] } }).methods.fused;
}

describe('evaluate chance', () => {
  it('counts the authors who come as close without having written the text, beside those that were expected', async () => {
    const found = await rows('--authors', '5');
    // Each text is searched among the other five, of whom one writes its words; the sample calibration expects .2 from 0 on.
    expect(found.map(({ llr, observed, expected }) => [llr, observed, expected])).toEqual([
      [0.3, 1, 1],
      [0.7, 1, 1],
      [1, 1, 0.25],
    ]);
    expect(found[0]).toMatchObject({
      modes: 'written-written',
      genre_relation: 'same',
      words: 100,
      knownWords: 250,
      searches: 6,
      interval: { observed: [1, 1] },
    });
  });

  it('leaves out searches among more authors than there are', async () => {
    expect(await rows('--authors', '6')).toEqual([]);
  });

  it('makes as many searches as are asked for', async () => {
    expect((await rows('--authors', '2', '--searches', '3'))[0]).toMatchObject({ authors: 2, searches: 3 });
  });

  it('prints a table for people', async () => {
    const file = linesFile(folder, 'documents.jsonl', documents);
    const { stdout } = await run(['chance', '--documents', file, '--words', '100', '--authors', '5']);
    expect(stdout).toContain('observed ÷ expected');
  });
});
