import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tripletMethods } from '../../../laboratory/evaluate/triplets';
import { documents, fakeParts, linesFile, run } from './sampleDocuments';

let folder: string;
let documentsFile: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-triplets-'));
  documentsFile = linesFile(folder, 'documents.jsonl.gz', documents);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly task: string;
  readonly k: number;
  readonly trials: number;
  readonly accuracy: number;
  readonly interval: { readonly accuracy: readonly [number, number] };
}
interface Result {
  readonly format: string;
  readonly models: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly limit: number | null;
  readonly data: Readonly<Record<string, string>>;
  readonly methods: Readonly<Record<string, readonly Row[]>>;
}

const right = [
  { task: 'base', k: 2, query: ['ada-0'], positive: 'ada-1', negatives: ['ben-0', 'cyd-0'] },
  { task: 'base', k: 2, query: ['ben-0'], positive: ['ben-1', 'ben-2'], negatives: ['ada-1', 'cyd-1'] },
  { task: 'joined', k: 1, query: ['cyd-0', 'cyd-1'], positive: 'cyd-2', negatives: ['ben-2'] },
];
/** The "positive" is by someone else, a negative by the query's author. */
const wrong = { task: 'base', k: 2, query: ['ada-2'], positive: 'cyd-0', negatives: ['ada-0', 'ben-0'] };

async function evaluate(tasks: readonly unknown[], ...more: readonly string[]): Promise<Result> {
  const outcome = await run([
    'triplets',
    '--documents',
    documentsFile,
    '--tasks',
    linesFile(folder, 'tasks.jsonl', tasks),
    '--json',
    ...more,
  ]);
  expect(outcome.status, outcome.stderr).toBe(0);
  return JSON.parse(outcome.stdout) as Result;
}

describe('evaluate triplets', () => {
  it('counts a list as right when the positive is above every negative, by every method', async () => {
    const result = await evaluate([...right, wrong]);
    expect(Object.keys(result)).toEqual(['format', 'models', 'seed', 'limit', 'data', 'methods']);
    expect(result).toMatchObject({ format: 'idiograph.evaluate.triplets/1', seed: 1, limit: null });
    expect(result.models).toEqual({
      encoder: 'hashing@000000000000',
      classical: 'classical@ffffffffffff',
      ngrams: 'ngrams@plain',
    });
    expect(Object.values(result.data).every((hash) => /^[0-9a-f]{64}$/u.test(hash))).toBe(true);
    expect(Object.keys(result.data)).toEqual(['documents', 'tasks']);
    expect(Object.keys(result.methods)).toEqual([...tripletMethods]);
    for (const method of ['late-interaction', 'document-vector', 'mean', 'char4', 'bm25', 'tfidf', 'ngrams']) {
      const rows = result.methods[method]!;
      expect(rows.map(({ task, k, trials, accuracy }) => [method, task, k, trials, accuracy])).toEqual([
        [method, 'base', 2, 3, 2 / 3],
        [method, 'joined', 1, 1, 1],
      ]);
      expect(rows[0]!.interval.accuracy[0]).toBeLessThan(2 / 3);
    }
  });

  it('takes a tie for wrong', async () => {
    const tie = { task: 'tie', k: 1, query: ['ada-0'], positive: 'ada-1', negatives: ['ada-1'] };
    const { methods } = await evaluate([tie], '--method', 'char4', '--method', 'late-interaction');
    expect(Object.entries(methods).map(([name, rows]) => [name, rows[0]!.accuracy])).toEqual([
      ['late-interaction', 0],
      ['char4', 0],
    ]);
  });

  it('needs no encoder for classical methods', async () => {
    const parts = { ...fakeParts(), encoder: () => Promise.reject(new Error('the encoder was opened')) };
    const tasks = linesFile(folder, 'tasks.jsonl', right);
    const outcome = await run(
      ['triplets', '--documents', documentsFile, '--tasks', tasks, '--method', 'delta,cosdelta', '--json'],
      parts,
    );
    expect(outcome.status, outcome.stderr).toBe(0);
    expect((JSON.parse(outcome.stdout) as Result).models).toEqual({ classical: 'classical@ffffffffffff' });
  });

  it('keeps to the tasks asked for and samples the same lists for every method', async () => {
    const { methods, limit } = await evaluate(
      [...right, wrong],
      '--task',
      'base',
      '--limit',
      '1',
      '--method',
      'char4',
      '--method',
      'bm25',
    );
    expect(limit).toBe(1);
    expect(Object.values(methods).map((rows) => rows.map(({ task, trials }) => [task, trials]))).toEqual([
      [['base', 1]],
      [['base', 1]],
    ]);
    expect(methods['char4']![0]!.accuracy).toBe(methods['bm25']![0]!.accuracy);
  });

  it('cuts every document to the words asked for', async () => {
    // after one word each, ada's "Indeed." is nobody else's, and every other text is as unlike
    const one = await evaluate([right[0]!], '--max-words', '1', '--method', 'bm25');
    expect(one.methods['bm25']![0]!.accuracy).toBe(0);
  });

  it('prints a table for people and progress on stderr', async () => {
    const tasks = linesFile(folder, 'tasks.jsonl', right);
    const { stdout, stderr } = await run([
      'triplets',
      '--documents',
      documentsFile,
      '--tasks',
      tasks,
      '--method',
      'mean',
    ]);
    expect(stdout).toMatch(/base +2 +2 +mean +1\.000 \[1\.000, 1\.000\]/u);
    expect(stderr).toMatch(/encoding documents: 8 of 8/u);
  });

  it.each([
    [
      'an unknown document',
      [{ ...wrong, negatives: ['zed-0', 'ben-0'] }],
      [],
      'tasks.jsonl:1: there is no document with the id "zed-0"',
    ],
    ['a broken line', [right[0]!, '{"task":'], [], 'tasks.jsonl:2: the line is not JSON'],
    ['a task that is not there', right, ['--task', 'nothing'], '--task "nothing"'],
    ['a method that is not there', right, ['--method', 'guess'], 'not "guess"'],
    ['a limit of nothing', right, ['--limit', '0'], '--limit must be a whole number'],
    ['no tasks', [], [], 'holds no tasks'],
  ])('exits 2 for %s', async (_, tasks, more, message) => {
    const file = linesFile(folder, 'tasks.jsonl', tasks);
    const outcome = await run(['triplets', '--documents', documentsFile, '--tasks', file, ...more]);
    expect([outcome.status, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toContain(message);
  });

  it('exits 2 for a document given twice, naming the line, and 4 for a missing model', async () => {
    const twice = linesFile(folder, 'twice.jsonl', [documents[0]!, documents[0]!]);
    const tasks = linesFile(folder, 'tasks.jsonl', right);
    const outcome = await run(['triplets', '--documents', twice, '--tasks', tasks]);
    expect([outcome.status, outcome.stderr]).toEqual([2, `Usage: ${twice}:2: the id "ada-0" was given before.\n`]);
  });

  it('stops when asked to', async () => {
    const tasks = linesFile(folder, 'tasks.jsonl', right);
    const outcome = await run(['triplets', '--documents', documentsFile, '--tasks', tasks], fakeParts(), true);
    expect(outcome.status).toBe(130);
  });
});
