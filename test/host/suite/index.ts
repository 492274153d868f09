import * as fs from 'node:fs';
import * as path from 'node:path';
import Mocha from 'mocha';
import * as vscode from 'vscode';

interface Result {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly ms?: number;
  readonly error?: string;
}

/** What files of the suite end with: tests, unless the runner asks for measurements. */
const ending = `.${process.env['HOST_SUITE'] ?? 'test'}.js`;

/** VS Code calls this inside the extension host; it runs every test beside it and writes the results for the runner. */
export async function run(): Promise<void> {
  await waitForExtension();
  const mocha = new Mocha({ ui: 'bdd', timeout: 120_000 });
  for (const file of fs.readdirSync(__dirname)) if (file.endsWith(ending)) mocha.addFile(path.join(__dirname, file));
  const results: Result[] = [];
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => results.push({ title: test.fullTitle(), state: 'passed', ms: test.duration ?? 0 }));
    runner.on('pending', (test) => results.push({ title: test.fullTitle(), state: 'skipped' }));
    runner.on('fail', (test, error: Error) =>
      results.push({ title: test.fullTitle(), state: 'failed', error: error.stack ?? String(error) }),
    );
  });
  const file = process.env['HOST_TEST_RESULTS'];
  if (file !== undefined) fs.writeFileSync(file, JSON.stringify(results));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}

/** Waits until the window has registered the extension, which it may do after the tests were loaded. The tests fail if it never does. */
async function waitForExtension(): Promise<void> {
  const isThere = (): boolean => vscode.extensions.getExtension('idiograph.idiograph') !== undefined;
  await new Promise<void>((resolve) => {
    vscode.extensions.onDidChange(() => {
      if (isThere()) resolve();
    });
    setTimeout(resolve, isThere() ? 0 : 60_000).unref();
  });
}
