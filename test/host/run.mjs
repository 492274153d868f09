// Host tests in a real VS Code: the suites inside the extension host, then the stories through the window, and those of a folder
// that is not trusted, and axe over the page of the review panel.
//   node test/host/run.mjs [--built] [suite|stories|case|readers|validation|hostile|server|accessibility]
//   HOST=electron     desktop VS Code through @vscode/test-electron (needs a download; not proven on every platform)
//   HOST=code-server  the browser-served VS Code and a local Chromium
//   unset             the browser-served one where it runs, else the desktop
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyOfSample } from './cases.mjs';
import { host, runSuite } from './hosts.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const results = path.join(os.tmpdir(), `idiograph-host-results-${process.pid}.json`);
const part = process.argv.slice(2).find((word) => word !== '--built');

if (!process.argv.includes('--built')) {
  const build = [path.join(root, 'scripts', 'build.mjs'), '--tests'];
  const built = spawnSync(process.execPath, build, { stdio: 'inherit', cwd: root });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const counts = { passed: 0, failed: 0, skipped: 0 };
if (part === undefined || part === 'suite') add(await suites());
for (const [name, run] of Object.entries({
  stories,
  case: caseStories,
  readers: readerStories,
  validation,
  hostile,
  server,
  accessibility,
}))
  if ((part ?? name) === name) add(await inWindow(run));
console.log(`host: ${host}\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

function add({ passed, failed, skipped }) {
  counts.passed += passed;
  counts.failed += failed;
  counts.skipped += skipped;
}

async function suites() {
  const sample = copyOfSample();
  let code = 1;
  try {
    code = await runSuite(sample.folder, { HOST_TEST_RESULTS: results });
  } catch (error) {
    console.error(error);
  } finally {
    sample.remove();
  }
  const list = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : [];
  fs.rmSync(results, { force: true });
  const marks = { passed: 'ok     ', failed: 'not ok ', skipped: 'skipped' };
  for (const { title, state, ms, error } of list)
    console.log(`${marks[state]} ${title}${ms === undefined ? '' : ` (${ms} ms)`}${error ? `\n${error}` : ''}`);
  const count = (state) => list.filter((result) => result.state === state).length;
  // A run that ended badly without a failed test is a failure of its own.
  const broken = code !== 0 && count('failed') === 0 ? 1 : 0;
  if (broken) console.log(`not ok  the suite's run ended with ${code}`);
  return { passed: count('passed'), failed: count('failed') + broken, skipped: count('skipped') };
}

async function stories() {
  const { runStories } = await import('./stories/stories.mjs');
  return runStories();
}

async function caseStories() {
  const { runCaseStories } = await import('./stories/caseStories.mjs');
  return runCaseStories();
}

async function readerStories() {
  const { runReaderStories } = await import('./stories/readerStories.mjs');
  return runReaderStories();
}

async function validation() {
  const { runValidationStories } = await import('./stories/validationStories.mjs');
  return runValidationStories();
}

async function hostile() {
  const { runHostileStories } = await import('./stories/hostile.mjs');
  return runHostileStories();
}

async function server() {
  const { runServerStories } = await import('./stories/serverStories.mjs');
  return runServerStories();
}

async function accessibility() {
  const { runAccessibility } = await import('./accessibility.mjs');
  return runAccessibility();
}

async function inWindow(run) {
  if (host !== 'electron') return run();
  console.log('skipped the stories through the window: they need the browser-served VS Code');
  return { passed: 0, failed: 0, skipped: 1 };
}
