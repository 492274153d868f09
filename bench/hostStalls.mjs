// How long the extension holds the extension host's thread: a sampling profile of that thread in a real VS Code, while an
// index is built, a document reviewed, edited and reviewed again. A stretch is time without a sample of other code.
//   node bench/hostStalls.mjs [--documents D.jsonl[.gz] --size 200]     without documents: the sample case
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import zlib from 'node:zlib';
import { copyOfSample } from '../test/host/cases.mjs';
import { runSuite } from '../test/host/hosts.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { documents: { type: 'string' }, size: { type: 'string', default: '200' } } });

/** A case folder with these documents as known texts, by author, and the first long one as the questioned text. */
function caseOf(file, size) {
  const bytes = fs.readFileSync(file);
  const lines = (file.endsWith('.gz') ? zlib.gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean);
  const documents = lines.slice(0, size + 1).map((line) => JSON.parse(line));
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-case-'));
  const write = (folder, { id, text }) => {
    fs.mkdirSync(path.join(base, folder), { recursive: true });
    fs.writeFileSync(path.join(base, folder, `${id}.txt`), text.split(/\s+/).slice(0, 1000).join(' '));
  };
  const [questioned, ...known] = documents;
  write('questioned', questioned);
  for (const document of known) write(path.join('known', document.author), document);
  return { folder: base, remove: () => fs.rmSync(base, { recursive: true, force: true }) };
}

const build = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.mjs'), '--tests'], {
  stdio: 'inherit',
  cwd: root,
});
if (build.status !== 0) process.exit(build.status ?? 1);
const given = values.documents ? caseOf(values.documents, Number(values.size)) : copyOfSample();
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
