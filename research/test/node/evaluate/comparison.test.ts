import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesFile, run, textBy } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-comparison-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const documents = (['ada', 'ben', 'cyd'] as const).flatMap((author) =>
  [0, 1, 2].map((turn) => ({
    id: `${author}-${turn}`,
    ...{ author, genre: 'essay', mode: 'written', text: textBy(author, turn, 160) },
  })),
);
const trial = (a: string, b: string, more: object = {}): object => ({
  ...{ a, b, same: a.slice(0, 3) === b.slice(0, 3), words: 150 },
  ...{ modes: 'written-written', genres: 'essay|essay', genre_relation: 'same', ...more },
});
const trials = [
  trial('ada-0', 'ada-1', { b_more: ['ada-2'] }),
  trial('ben-0', 'ben-1'),
  trial('cyd-0', 'cyd-1'),
  trial('ada-0', 'ben-1'),
  trial('ben-0', 'cyd-1'),
  trial('cyd-0', 'ada-1', { words: 50 }),
];

describe('evaluate comparison', () => {
  it('compares the pairs of the length asked for, and writes the scores of each', async () => {
    const file = path.join(folder, 'scores.jsonl');
    const args = ['--words', '150', '--scores', file, '--json'];
    args.push('--documents', linesFile(folder, 'documents.jsonl', documents));
    args.push('--trials', linesFile(folder, 'trials.jsonl', trials));
    const outcome = await run(['comparison', ...args]);
    expect(outcome.status, outcome.stderr).toBe(0);
    const { format, pairs, figures } = JSON.parse(outcome.stdout) as {
      readonly format: string;
      readonly pairs: number;
      readonly figures: Readonly<Record<string, number>>;
    };
    expect({ format, pairs }).toEqual({ format: 'idiograph.evaluate.comparison/1', pairs: 5 });
    expect(figures).toMatchObject({ document: 1, ngrams: 1, meanVectors: 1, accuracy: 1 }); // no two writers share a word
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect(lines.map(({ a, b, same }) => [a, b, same])).toEqual([
      ['ada-0', 'ada-1+ada-2', true],
      ['ben-0', 'ben-1', true],
      ['cyd-0', 'cyd-1', true],
      ['ada-0', 'ben-1', false],
      ['ben-0', 'cyd-1', false],
    ]);
    for (const { document, ngrams, meanVectors, fused } of lines)
      for (const score of [document, ngrams, meanVectors, fused]) expect(score).toEqual(expect.any(Number));
  });
});
