// Compares what npm knows of weaknesses in the installed packages with the rows that are explained here.
//   node scripts/package/audit.mjs [FILE]
// FILE is the JSON of `npm audit --json`, where it was made before. It fails for a weakness without a row, for a row whose weakness npm
// does not name any more, and where the registry gives no answer.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { root } from '../steps.mjs';

/** Why a weakness does not reach anybody, by its address: { 'https://github.com/advisories/GHSA-…': 'a sentence' }. None is known. */
const explained = {};

const [file] = process.argv.slice(2);
const problems = findAuditProblems(file === undefined ? runAudit() : fs.readFileSync(file, 'utf8'));
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? `ok: ${Object.keys(explained).length} weaknesses, each explained` : 'The audit fails.',
);
process.exitCode = problems.length === 0 ? 0 : 1;

function runAudit() {
  const isWindows = process.platform === 'win32';
  const { stdout } = spawnSync(isWindows ? 'npm.cmd' : 'npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    shell: isWindows,
  });
  return stdout;
}

/** @param {string} json what `npm audit --json` printed @returns one sentence for each problem */
function findAuditProblems(json) {
  const { vulnerabilities, message } = JSON.parse(json || '{}');
  if (!vulnerabilities) return [`The registry does not answer an audit: ${message ?? 'nothing was printed'}.`];
  const named = new Map();
  for (const { name, via } of Object.values(vulnerabilities))
    for (const cause of via)
      if (typeof cause === 'object') named.set(cause.url, `${name}: ${cause.title} (${cause.severity})`);
  return [
    ...[...named].filter(([url]) => !Object.hasOwn(explained, url)).map(([url, what]) => `${what} has no row: ${url}`),
    ...Object.keys(explained).flatMap((url) => (named.has(url) ? [] : [`The row of ${url} is of no use any more.`])),
  ];
}
