import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rankingMethods } from '../../../laboratory/evaluate/ranking';
import { HashingEncoder } from '../../../../test/fakes/hashingEncoder';
import { documents, fakeParts, linesFile, run } from './sampleDocuments';

let folder: string;
let documentsFile: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-ranking-'));
  documentsFile = linesFile(folder, 'documents.jsonl', documents);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Row = Readonly<Record<string, unknown>>;
interface Result {
  readonly models: Readonly<Record<string, string>>;
  readonly methods: Readonly<Record<string, readonly Row[]>>;
}

/** Every document looks for the others by its writer; one query has no relevant document left. */
const tasks = [
  ...documents.map(({ id, author }) => ({
    task: 'base',
    query: [id],
    relevant: documents.filter((other) => other.author === author && other.id !== id).map((other) => other.id),
    exclude: [],
  })),
  { task: 'base', query: ['ada-0'], relevant: ['ada-1'], exclude: ['ada-1'] },
  { task: 'two', query: ['ben-0', 'ben-1'], relevant: ['ben-2'], exclude: ['cyd-0'] },
];

async function evaluate(...more: readonly string[]): Promise<Result> {
  const outcome = await run(
    ['ranking', '--documents', documentsFile, '--tasks', linesFile(folder, 'tasks.jsonl', tasks), '--json', ...more],
    fakeParts(new HashingEncoder()),
  );
  expect(outcome.status, outcome.stderr).toBe(0);
  return JSON.parse(outcome.stdout) as Result;
}

const metrics = [
  ...['success', 'recall'].flatMap((name) => [1, 8, 20, 100].map((k) => `${name}@${k}`)),
  'mrr',
  'mrr@10',
  'mrr@20',
  'rPrecision',
];

describe('evaluate ranking', () => {
  it('finds the writers of the sample by every method, and counts the query without a relevant document', async () => {
    const { methods } = await evaluate();
    expect(Object.keys(methods)).toEqual([...rankingMethods]);
    for (const method of rankingMethods.filter((name) => name !== 'delta' && name !== 'cosdelta')) {
      const [base, two] = methods[method]!;
      expect(Object.keys(base!)).toEqual(['task', 'queries', 'unanswerable', 'pool', ...metrics, 'interval']);
      expect([method, base!['queries'], base!['unanswerable'], base!['pool']]).toEqual([method, 9, 1, 8]);
      expect([method, base!['success@1'], base!['recall@8'], base!['mrr'], base!['rPrecision']]).toEqual([
        method,
        1,
        1,
        1,
        1,
      ]);
      expect(base!['recall@1']).toBe(0.5); // one of two relevant documents
      expect(Object.keys(base!['interval'] as object)).toEqual(metrics);
      const found = method === 'discriminant' ? 0 : 1; // it says nothing of an author with one text
      expect([method, two!['task'], two!['queries'], two!['pool'], two!['success@1']]).toEqual([
        method,
        'two',
        ...[1, 6, found],
      ]);
    }
  });

  it('gives one order in late interaction, its exhaustive tier and the pipeline when all spans are reranked', async () => {
    const { methods } = await evaluate('--method', 'late-interaction', 'fp32', 'pipeline');
    expect(methods['fp32']).toEqual(methods['late-interaction']);
    expect(methods['pipeline']).toEqual(methods['late-interaction']);
  });

  it('ranks authors in place of documents when asked', async () => {
    const { methods } = await evaluate('--authors', '--method', 'pipeline', 'bm25');
    for (const method of ['pipeline', 'bm25']) {
      const [base] = methods[method]!;
      expect([method, base!['queries'], base!['unanswerable'], base!['pool']]).toEqual([method, 9, 1, 8]);
      expect([method, base!['success@1'], base!['recall@1']]).toEqual([method, 1, 1]); // one author, not two documents
    }
  });

  it('does not depend on the order of the documents file', async () => {
    const turned = linesFile(folder, 'turned.jsonl', [...documents].reverse());
    const file = linesFile(folder, 'tasks.jsonl', tasks);
    const methods = ['--method', 'sign', '--method', 'delta', '--method', 'bm25'];
    const outcome = await run(
      ['ranking', '--documents', turned, '--tasks', file, '--json', ...methods],
      fakeParts(new HashingEncoder()),
    );
    expect((JSON.parse(outcome.stdout) as Result).methods).toEqual((await evaluate(...methods)).methods);
  });

  it('keeps encoded windows in a cache that outlives a killed process', async () => {
    const cache = path.join(folder, 'cache');
    const file = linesFile(folder, 'tasks.jsonl', tasks);
    const args = [
      'ranking',
      '--documents',
      documentsFile,
      '--tasks',
      file,
      '--json',
      '--method',
      'late-interaction',
      '--cache',
      cache,
    ];
    const runs = async (): Promise<{ readonly encoded: number; readonly stdout: string }> => {
      const encoder = new HashingEncoder();
      const { status, stdout, stderr } = await run(args, fakeParts(encoder));
      expect(status, stderr).toBe(0);
      return { encoded: encoder.encoded, stdout };
    };
    const first = await runs();
    expect(first.encoded).toBeGreaterThanOrEqual(documents.length);
    expect(await runs()).toEqual({ encoded: 0, stdout: first.stdout });
    const shard = path.join(cache, readdirSync(cache)[0]!);
    truncateSync(shard, readFileSync(shard).length - 5); // as a process killed while writing leaves it
    expect(await runs()).toEqual({ encoded: 1, stdout: first.stdout });
    expect(await runs()).toEqual({ encoded: 0, stdout: first.stdout });
  });

  it('reuses the windows of a longer text for a cut one, and changes nothing by caching', async () => {
    const without = await evaluate('--method', 'mean', 'sign');
    const cached = await evaluate('--method', 'mean', 'sign', '--cache', path.join(folder, 'other cache'));
    expect(cached).toEqual(without);
  });

  it('says how long a method will take before it goes on', async () => {
    const file = linesFile(folder, 'tasks.jsonl', tasks);
    const { stdout, stderr } = await run([
      'ranking',
      '--documents',
      documentsFile,
      '--tasks',
      file,
      '--method',
      'pipeline',
    ]);
    expect(stderr).toMatch(/pipeline: 11 queries need about \d+ s/u);
    expect(stdout).toMatch(/base +9 +1 +pipeline +1\.000 \[1\.000, 1\.000\]/u);
  });

  it('ranks texts without a word that can be scored last instead of failing', async () => {
    const odd = [
      ...documents,
      { id: 'signs', author: 'zed', text: '… !! —' },
      { id: 'empty', author: 'zed', text: '' },
    ];
    const file = linesFile(folder, 'odd.jsonl', odd);
    const wanted = linesFile(folder, 'tasks.jsonl', [
      { task: 'relevant', query: ['ada-0'], relevant: ['signs', 'empty'], exclude: [] },
      { task: 'query', query: ['signs'], relevant: ['ada-0'], exclude: [] },
    ]);
    const outcome = await run(['ranking', '--documents', file, '--tasks', wanted, '--json']);
    expect(outcome.status, outcome.stderr).toBe(0);
    const { methods } = JSON.parse(outcome.stdout) as Result;
    for (const [method, [relevant, query]] of Object.entries(methods)) {
      if (!method.includes('delta')) expect([method, relevant!['success@8']]).toEqual([method, 0]); // an average profile is alike to all
      expect(query!['mrr']).toBeGreaterThan(0);
    }
  });

  it.each([
    [
      'an unknown document',
      [{ task: 't', query: ['zed'], relevant: [], exclude: [] }],
      'tasks.jsonl:1: there is no document',
    ],
    ['relevant left out', [{ task: 't', query: ['ada-0'] }], 'tasks.jsonl:1: "relevant"'],
  ])('exits 2 for %s', async (_, lines, message) => {
    const outcome = await run([
      'ranking',
      '--documents',
      documentsFile,
      '--tasks',
      linesFile(folder, 'tasks.jsonl', lines),
    ]);
    expect([outcome.status, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toContain(message);
  });
});
