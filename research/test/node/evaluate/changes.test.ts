import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesFile, run, textBy } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-changes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const documents = (['ada', 'ben'] as const).flatMap((author) =>
  [0, 1].map((turn) => ({
    ...{ id: `${author}-${turn}`, author, genre: 'essay', mode: 'written', source: 'shelf' },
    text: textBy(author, turn, 300),
  })),
);
const trial = (a: string, b: string, words = 100): object => ({
  ...{ a, b, words, knownWords: 250, same: a.slice(0, 3) === b.slice(0, 3) },
  ...{ modes: 'written-written', genres: 'essay|essay', genre_relation: 'same' },
});

interface Figures {
  readonly change: string;
  readonly cllr: number;
  readonly supported: number;
  readonly misled: number;
}

describe('evaluate changes', () => {
  it('says what ratios are worth where the questioned text was changed', async () => {
    const trials = [trial('ada-0', 'ada-1'), trial('ada-0', 'ben-1'), trial('ada-0', 'ada-1', 50)];
    const { stdout, stderr } = await run([
      ...['changes', '--documents', linesFile(folder, 'documents.jsonl', documents)],
      ...['--trials', linesFile(folder, 'trials.jsonl', trials), '--words', '100', '--json'],
    ]);
    expect(stderr).not.toMatch(/error/i);
    const { count, changes } = JSON.parse(stdout) as { readonly count: number; readonly changes: readonly Figures[] };
    expect(count).toBe(2);
    const of = (name: string) => changes.find(({ change }) => change === name)!;
    expect(of('untouched')).toMatchObject({ supported: 1, misled: 0 });
    expect(of('untouched').cllr).toBeLessThan(0.5);
    expect(of('in capitals')).toMatchObject({ supported: 1, misled: 0 });
    expect(of('in capitals').cllr).toBeGreaterThan(of('untouched').cllr + 0.2);
  });
});
