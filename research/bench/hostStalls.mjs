// How long the extension holds the extension host's thread: a sampling profile of that thread in a real VS Code, while an
// index of the sample case is built, a document reviewed, edited and reviewed again. A stretch is time without a sample of other code.
//   node research/bench/hostStalls.mjs
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyOfSample } from '../../test/host/cases.mjs';
import { runSuite } from '../../test/host/hosts.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const build = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.mjs'), '--tests'], {
  stdio: 'inherit',
  cwd: root,
});
if (build.status !== 0) process.exit(build.status ?? 1);
const given = copyOfSample();
const out = path.join(os.tmpdir(), `idiograph-stalls-${process.pid}.json`);
try {
  const code = await runSuite(given.folder, { HOST_SUITE: 'bench', HOST_MEASURED: out }, 900_000);
  if (code !== 0) throw new Error(`The suite's run ended with ${code}.`);
  const rows = JSON.parse(fs.readFileSync(out, 'utf8'));
  for (const { task, elapsed, total, longest } of rows) {
    const [worst] = longest;
    console.log(
      `${task}: ${elapsed.toFixed(0)} ms, ours ${total.toFixed(1)} ms, longest ${(worst?.ms ?? 0).toFixed(1)} ms`,
    );
    for (const [name, ms] of Object.entries(worst?.functions ?? {})
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5))
      console.log(`    ${ms.toFixed(1)} ms ${name}`);
  }
} finally {
  given.remove();
  fs.rmSync(out, { force: true });
}
