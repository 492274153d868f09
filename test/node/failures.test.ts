import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { makesLinks } from '../needs';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs the lines as a suite's, and finds what failed in them as npm test does. */
async function failuresIn(output: string): Promise<readonly string[]> {
  const module: unknown = await import(pathToFileURL(path.join(root, 'scripts', 'failures.mjs')).href);
  return (module as { failuresIn: (output: string) => readonly string[] }).failuresIn(output);
}

it('finds each failure of a suite with its message, and nothing of what went well', async () => {
  const printed = [
    'ok      one (1 s)',
    'not ok  two (2 s), a.png',
    'Error: why',
    '    at two',
    'ok      three',
    'Loose.',
  ];
  expect(await failuresIn([...printed, 'FAILED: lint (3.0 s)', 'checks: 9 passed, 1 failed'].join('\n'))).toEqual([
    'not ok  two (2 s), a.png',
    'Error: why',
    '    at two',
    'FAILED: lint (3.0 s)',
  ]);
});

it.runIf(makesLinks)('names a failing test, what it found and an error that nobody waited for', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-failing-'));
  try {
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    fs.writeFileSync(
      path.join(folder, 'a.test.mjs'),
      `import { expect, it } from 'vitest';
      it('is two', () => expect(1).toBe(2));
      it('goes on', () => void Promise.reject(new Error('nobody waits')));`,
    );
    const reporter = path.join(root, 'scripts', 'failedTests.mjs');
    const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', `--reporter=${reporter}`];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const found = (await failuresIn(stdout)).join('\n');
    expect(found).toMatch(/^not ok {2}a\.test\.mjs > is two\n\s+expected 1 to be 2/);
    expect(found).toMatch(/^not ok {2}an error that no test waited for\n\s+nobody waits/m);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
