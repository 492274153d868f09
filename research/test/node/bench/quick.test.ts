import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../../..');

interface Bench {
  readonly format: string;
  readonly rows: readonly {
    readonly name: string;
    readonly value: number;
    readonly unit: string;
    readonly reference: number | null;
    readonly ratio: number | null;
    readonly recall10?: number;
  }[];
}

let folder: string;
let table: string;
let bench: Bench;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'idiograph-bench-test-'));
  const out = path.join(folder, 'bench.json');
  const script = path.join(root, 'research', 'bench', 'bench.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--quick', '--out', out], { cwd: root });
  table = stdout;
  bench = JSON.parse(await readFile(out, 'utf8')) as Bench;
});
afterAll(() => rm(folder, { recursive: true }));

describe('npm run bench -- --quick', () => {
  it('has the rows that every run has', () => {
    const names = bench.rows.map(({ name }) => name);
    expect(bench.format).toBe('idiograph.bench/1');
    for (const name of [
      ...['scan/wasm', 'scan/wasm-vs-fastscan', 'query/1e3', 'query/1e3/pruned', 'query/4e3', 'query/4e3/pruned'],
      ...['rerank/20', 'index/open/4e3', 'index/add', 'memory/bytes-per-patch', 'encode/int8', 'encode/edit'],
      ...['review/1000-words', 'passages/first', 'passages/next', 'passages/ten'],
      ...['whole/review-1000', 'whole/review-250', 'whole/edit', 'whole/verify-author', 'whole/mails'],
    ])
      expect(names).toContain(name);
  });
  it('measures something in every row, and gives ratios wherever there is a reference', () => {
    for (const { name, value, reference, ratio } of bench.rows) {
      expect(value, name).toBeGreaterThan(0);
      expect(reference === null, name).toBe(ratio === null);
      if (ratio !== null) expect(ratio, name).toBeGreaterThan(0);
    }
  });
  it('finds the exact top 10 among 100 candidates of a few spans', () => {
    const searched = bench.rows.filter(({ name }) => name.startsWith('query/'));
    for (const { name, recall10 } of searched) expect(recall10, name).toBeGreaterThan(0.9);
  });
  it('prints a line for every row', () => {
    const lines = table.split('\n');
    for (const { name, unit } of bench.rows) {
      const line = lines.find((one) => one.startsWith(`${name} `));
      expect(line).toContain(unit);
    }
  });
});
