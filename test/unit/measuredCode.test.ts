import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { hashCode, hashMeasured } from '../../research/bench/measuredCode.mjs';

const root = path.join(import.meta.dirname, '../..');

interface Speed {
  readonly date: string;
  readonly commit: string;
  readonly code: Readonly<Record<string, string>>;
}

it('prints figures of speed that were measured with the code as it is', () => {
  const file = readFileSync(path.join(root, 'docs/results/speed.json'), 'utf8');
  const { date, commit, code } = JSON.parse(file) as Speed;
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(commit).toMatch(/^[\da-f]{40}$/);
  expect(code, 'Code changed after its speed was measured. Run: npm run bench -- --keep && npm run docs').toEqual(
    hashMeasured(root),
  );
});

it('says of every figure when and with which commit it was measured', () => {
  const folder = path.join(root, 'docs/results');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'proof.json');
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const { date, commit } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Partial<Speed>;
    expect(date, name).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(commit, name).toMatch(/^[\da-f]{7,40}$/);
  }
});

it('sees changes of code, and none of comments, types or layout', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'idiograph-measured-'));
  const hash = (source: string): string => {
    mkdirSync(path.join(folder, 'src'), { recursive: true });
    writeFileSync(path.join(folder, 'src/a.ts'), source);
    return hashCode(folder, ['src/a.ts']);
  };
  const before = hash('export const double = (value: number): number => 2 * value;\n');
  expect(hash('/** Twice. */\nexport const double = (value: number) =>\n  2 * value; // doubled\n')).toBe(before);
  expect(hash('export const double = (value: number): number => 3 * value;\n')).not.toBe(before);
  rmSync(folder, { recursive: true });
});
