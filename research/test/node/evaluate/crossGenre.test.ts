import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossGenreMethods } from '../../../laboratory/evaluate/crossGenre';
import { documents, linesFile, run, textBy } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-cross-genre-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Row = Readonly<Record<string, unknown>>;
interface Result {
  readonly format: string;
  readonly models: Readonly<Record<string, string>>;
  readonly methods: Readonly<Record<string, readonly Row[]>>;
}

/** Three documents of each writer, one of them in another genre and one of them short. */
const texts = documents.map((document) => {
  const [author, turn] = document.id.split('-') as [Parameters<typeof textBy>[0], string];
  return { ...document, text: textBy(author, Number(turn), turn === '1' ? 120 : 400) };
});

async function evaluate(...more: readonly string[]): Promise<Result> {
  const file = linesFile(folder, 'texts.jsonl', texts);
  const { status, stdout, stderr } = await run([
    ...['attribution', '--cross-genre', '--documents', file, '--json'],
    ...more,
  ]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Result;
}

describe('evaluate attribution --cross-genre', () => {
  it('finds the writers of the sample in another genre, in both tracks, by every method', async () => {
    const { format, models, methods } = await evaluate('--semantic', 'somewhere');
    expect(format).toBe('idiograph.evaluate.cross-genre/1');
    expect(Object.keys(models)).toEqual(['encoder', 'semantic', 'classical', 'ngrams']);
    expect(Object.keys(methods)).toEqual([...crossGenreMethods]);
    for (const [method, rows] of Object.entries(methods)) {
      expect(rows.map(({ task }) => task)).toEqual(['350 words and more', '80 to 349 words']);
      expect(rows[0]!['pool']).toBe(5); // the needle, and the long documents of two others
      for (const row of rows)
        expect([method, row['success@8'], row['gap'], row['unanswerable']]).toEqual([method, 1, 0, 0]);
      if (method !== 'sign') expect(rows.map((row) => [method, row['mrr']])).toEqual(rows.map(() => [method, 1])); // half a bit a number
    }
  });

  it('leaves the semantic baseline out where its model is not named', async () => {
    expect(Object.keys((await evaluate()).methods)).toEqual(crossGenreMethods.filter((name) => name !== 'semantic'));
  });

  it('looks for needles of another topic alone', async () => {
    const topics = texts.map((one) =>
      one.id === 'ada-2' ? { ...one, text: 'Needle needle needle needle needle needle. '.repeat(60) } : one,
    );
    const file = linesFile(folder, 'topics.jsonl', topics);
    const asked = async (...more: readonly string[]): Promise<unknown> => {
      const args = ['--documents', file, '--semantic', 'somewhere', '--method', 'bm25', '--json', ...more];
      const { stdout } = await run(['attribution', '--cross-genre', ...args]);
      return (JSON.parse(stdout) as Result).methods['bm25']![0]!['queries'];
    };
    expect(await asked()).toBe(12); // a long document of each of three writers in four splits
    expect(await asked('--other-topic')).toBe(4); // ada's
  });

  it('gives the same figures again', async () => {
    expect(await evaluate('--method', 'char4', 'sign')).toEqual(await evaluate('--method', 'char4', 'sign'));
  });

  it.each([
    ['a method of problems', texts, ['--method', 'cosdelta'], '--method cosdelta: it is one of bm25'],
    [
      'authors of one genre',
      texts.filter(({ genre }) => genre === 'essay'),
      [],
      'No author has such works in two genres.',
    ],
    ['needles of one topic', texts, ['--semantic', 'somewhere', '--other-topic'], 'No author has such works'],
  ])('exits 2 for %s', async (_, lines, more, message) => {
    const file = linesFile(folder, 'few.jsonl', lines);
    const outcome = await run(['attribution', '--cross-genre', '--documents', file, ...more]);
    expect([outcome.status, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toContain(message);
  });
});
