// npm test [-- --all]: sets up, then runs unit and node tests and checks, and beside them the tests in a real VS Code host, part by part.
// With --all, or where CI is set, nothing is left out: also what takes long and seldom fails, the tests of research/, and other systems
// in emulators. At the end it says what took longest, and fails where it took a quarter more processor time than test/budget.json has.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureChromium } from '../test/host/chromium.mjs';
import { host } from '../test/host/hosts.mjs';
import { parts } from '../test/host/parts.mjs';
import { failuresIn } from './failures.mjs';
import { calibrate, judge, readProcessorSeconds } from './processorTime.mjs';
import { root, stepBeside } from './steps.mjs';

// What would end the last suite ends the whole text here, before minutes of work.
if (host === 'code-server' && !ensureChromium()) {
  console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}
const started = Date.now();
// The browser-served VS Code is fetched while the rest is set up and checked, which leaves the line idle.
const served =
  host === 'code-server' ? stepBeside('the browser-served VS Code', 'node', ['test/host/prepare.mjs']) : undefined;
const setup = spawnSync(process.execPath, ['scripts/setup.mjs'], { cwd: root, stdio: 'inherit' });
if (setup.status !== 0) process.exit(setup.status ?? 1);

const ready = { at: Date.now(), processorSeconds: readProcessorSeconds(), calibration: calibrate() };
const isAll = process.argv.includes('--all') || Boolean(process.env.CI);
process.env[isAll ? 'IDIOGRAPH_ALL' : 'IDIOGRAPH_DAILY'] = '1';
/** Node tests that damage files, exhaust memory, kill processes, watch the network, or take long and seldom fail: with --all. */
const rare = [
  ...[
    'caseLog',
    'damage',
    'everyCall',
    'fuzz',
    'killedIndexing',
    'killedWriter',
    'large',
    'load',
    'otherProcesses',
  ].map((name) => `test/faults/${name}.test.ts`),
  ...['brokenFiles', 'damagedContainers', 'memory'].map((name) => `test/node/documents/${name}.test.ts`),
  ...['badIndex', 'contentHash', 'doctoredIndex', 'imitation', 'oddCollections', 'oddKnownTexts', 'openBundle'].map(
    (name) => `test/node/cli/${name}.test.ts`,
  ),
  ...['otherScripts', 'overview'].map((name) => `test/node/cli/${name}.test.ts`),
  'test/node/network/**',
];
/** Parts of the host tests that every run has. */
const everyday = ['stories', 'case', 'accessibility', 'suite'];

/** The parts in a window take a processor of their own. */
const workers = `--maxWorkers=${Math.max(1, os.availableParallelism() - 1)}`;
const reporters = ['--reporter=default', `--reporter=${path.join(root, 'scripts', 'failedTests.mjs')}`];
const research = ['tests of research', 'vitest', ['run', '--root', 'research', ...reporters]];
const otherSystems = ['other systems, as far as emulators are installed', 'node', ['scripts/package/otherSystems.mjs']];
const here = [
  [
    'unit and node tests',
    'vitest',
    ['run', workers, ...reporters, ...(isAll ? [] : rare.map((file) => `--exclude=${file}`))],
  ],
  ['checks', 'node', ['scripts/check.mjs']],
  ...(isAll ? [research, otherSystems] : []),
];
const shown = Object.keys(parts).filter((name) => isAll || everyday.includes(name));
const inWindow = shown.map((name) => [`in VS Code: ${name}`, 'node', ['test/host/run.mjs', '--built', name]]);

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const times = [];
let broken = false;
await Promise.all([
  inTurn(() => here.shift() ?? inWindow.shift()),
  Promise.resolve(served).then(() => inTurn(() => inWindow.shift() ?? here.shift())),
]);
const longest = times.sort((a, b) => b.ms - a.ms).slice(0, 20);
console.log(
  ['What took longest:', ...longest.map(({ ms, name }) => `${(ms / 1000).toFixed(1)} s  ${name}`)].join('\n'),
);
checkProcessorTime();
if (failures.length > 0) console.log(['What failed:', ...failures].join('\n'));
if (!isAll) console.log('Not all tests ran: npm test -- --all runs the rest, too.');
const seconds = (since) => Math.round((Date.now() - since) / 1000);
console.log(`npm test took ${seconds(started)} s, ${seconds(ready.at)} s of them after the set-up`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(broken || total.failed > 0 ? 1 : 0);

/** Runs suites one after the other, for as long as there is a next one, and adds up what came of them. */
async function inTurn(next) {
  for (let suite = next(); suite; suite = next()) {
    const { status, output } = await stepBeside(...suite);
    const counts = count(output);
    for (const key of Object.keys(total)) total[key] += counts[key];
    times.push(...listTimes(output));
    if (status === 0) continue;
    failures.push(...failuresIn(output), `FAILED: ${suite[0]}`);
    broken = true;
    if (counts.failed === 0) total.failed += 1;
  }
}

/** Fails where the tests took more processor time than they may, on a machine as fast as this one is at its slower moment. */
function checkProcessorTime() {
  if (ready.processorSeconds === undefined) return;
  const budgets = JSON.parse(fs.readFileSync(path.join(root, 'test', 'budget.json'), 'utf8'));
  const calibration = Math.max(ready.calibration, calibrate());
  const used = readProcessorSeconds() - ready.processorSeconds;
  const { isOver, text } = judge(used, { ...budgets, seconds: budgets[isAll ? 'all' : 'daily'] }, calibration);
  console.log(`The tests took ${text} (calibration: ${calibration.toFixed(2)} s).`);
  if (!isOver) return;
  failures.push(`FAILED: the tests took ${text}`);
  total.failed += 1;
}

/** How long each test took that a suite names with its time: "longest (12 ms) name" or "ok      name (12 ms)". */
function listTimes(output) {
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '');
  const named = /^(?:longest \((?<before>\d+) ms\) (?<test>.+)|(?:not )?ok\s+(?<story>.+) \((?<after>\d+) ms\))$/gm;
  return Array.from(plain.matchAll(named), ({ groups }) => ({
    ms: Number(groups.before ?? groups.after),
    name: groups.test ?? groups.story,
  }));
}

/** Adds up the closing lines of a suite: "N passed, N failed, N skipped", or vitest's "Tests  1 failed | 2 passed (3)". */
function count(output) {
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '');
  const lines = plain.split('\n').filter((line) => /^\s*Tests\s|^(?:\w+: )?\d+ passed, \d+ failed/.test(line));
  const sum = (word) => lines.reduce((all, line) => all + Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0), 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}
