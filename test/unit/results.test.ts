import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

it('says of every figure when and with which commit it was measured', () => {
  const folder = path.join(import.meta.dirname, '../../docs/results');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'proof.json');
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const { date, commit } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, string>;
    expect(date, name).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(commit, name).toMatch(/^[\da-f]{7,40}/);
  }
});
