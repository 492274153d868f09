import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScoredSplit } from '../../../laboratory/measures/splits';
import { linesFile, run, textBy, type Writer } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-splits-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In each of two sources a writer of each kind of words; the last by its id is drawn like any other. */
const documents = ['shelf', 'box'].flatMap((source) =>
  (['ada', 'ben', 'cyd'] as const).flatMap((writer: Writer) =>
    [0, 1, 2].map((turn) => ({
      id: `${source} ${writer}-${turn}`,
      author: `${source} ${writer}`,
      ...{ genre: 'essay', mode: 'written', source, title: `${writer} ${turn}`, text: textBy(writer, turn, 400) },
    })),
  ),
);

interface Result {
  readonly format: string;
  readonly rows: readonly { readonly kind: string; readonly texts: number; readonly measures: object }[];
  readonly limits: readonly (readonly [words: number, apart: number])[];
}

describe('evaluate splits', () => {
  it('tells texts by two authors of a case from those by one, by limits of other sources', async () => {
    const file = path.join(folder, 'scores.jsonl');
    const args = ['--documents', linesFile(folder, 'documents.jsonl', documents), '--authors', '2', '--words', '300'];
    const made = await run(['splits', ...args, '--cases', '2', '--scores', file, '--json']);
    expect(made.status, made.stderr).toBe(0);
    const { format, rows, limits } = JSON.parse(made.stdout) as Result;
    expect(format).toBe('idiograph.evaluate.splits/1');
    const [one, other] = ['one', 'withOutsider'].map((kind) => rows.find((row) => row.kind === kind)!);
    expect(one!.measures).toMatchObject({ seen: 0 });
    expect(other!.texts).toBe(4); // one text of each of four cases is by an author of it
    expect(limits).toHaveLength(1);
    const trials = readFileSync(file, 'utf8').trim().split('\n');
    expect(trials.length).toBe(rows.reduce((sum, { texts }) => sum + texts, 0));
    expect((JSON.parse(trials[0]!) as ScoredSplit).words).toBe(300);
    const again = await run(['splits', '--from', file, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ rows, limits });
  });

  it('makes the limit so that one of twenty texts by one author is seen, and counts the parts that are named', async () => {
    const split = (authors: readonly [string, string], apart: number) => ({ authors, apart });
    const trials = ['shelf', 'box'].flatMap((source): ScoredSplit[] => [
      ...Array.from({ length: 20 }, (_, i): ScoredSplit => {
        const authors = [`${source} ${i}`, `${source} ${i}`] as const;
        return { kind: 'one', authors, source, words: 600, split: i > 0 ? split(authors, i / 48) : null };
      }),
      { kind: 'two', authors: ['a', 'b'], source, words: 600, split: split(['a', 'b'], 0.5) },
      { kind: 'two', authors: ['c', 'd'], source, words: 600, split: split(['d', 'c'], 0.5) },
      { kind: 'two', authors: ['e', 'f'], source, words: 600, split: null },
      { kind: 'withOutsider', authors: ['x', 'a'], source, words: 600, split: split(['b', 'a'], 0.385) },
    ]);
    const outcome = await run(['splits', '--from', linesFile(folder, 'trials.jsonl', trials), '--json']);
    const { rows, limits } = JSON.parse(outcome.stdout) as Result;
    expect(limits).toEqual([[600, 0.375]]); // two of forty lie further apart
    expect(rows.map(({ kind, texts, measures }) => ({ kind, texts, ...measures }))).toEqual([
      { kind: 'one', texts: 40, seen: 0.05, shipped: 0.05, right: 0.05 },
      { kind: 'two', texts: 6, seen: 2 / 3, shipped: 2 / 3, right: 1 / 3 },
      { kind: 'withOutsider', texts: 2, seen: 1, shipped: 1, right: 1 },
    ]);
  });

  it('says that texts of one source have no limit from others', async () => {
    const trial: ScoredSplit = { kind: 'one', authors: ['a', 'a'], source: 'shelf', words: 300, split: null };
    const outcome = await run(['splits', '--from', linesFile(folder, 'few.jsonl', [trial])]);
    expect(outcome).toMatchObject({ status: 2 });
    expect(outcome.stderr).toContain('a fit on other sources needs two');
  });
});
