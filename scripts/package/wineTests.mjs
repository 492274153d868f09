// Runs the unit and node tests as a program of Windows, by Wine, in a copy of this checkout with the native files of Windows.
//   node scripts/package/wineTests.mjs [ARGUMENTS OF VITEST]
// Without arguments it runs all of them, in parts, which takes half an hour. Where Wine is not installed, it says so.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../steps.mjs';
import { addonFor } from './addon.mjs';
import { cache, fetchLocked, fetchNode, keepOnce, runTool, runZig } from './downloads.mjs';
import { targets } from './targets.mjs';
import { findRunner, runNode } from './runners.mjs';

const copy = path.join(root, 'out', 'wine');
/** What the test runner itself loads of other systems. */
const tools = ['@rolldown/binding-win32-x64-msvc', 'lightningcss-win32-x64-msvc', '@esbuild/win32-x64'];

const asked = process.argv.slice(2);
/** Of one part, in minutes. Wine hangs now and then. */
const longest = asked.length > 0 ? 6 : 30;
const runner = prepare();
if (runner.reason) skip(runner.reason);
else {
  const all = [
    ['--project', 'unit'],
    ['--project', 'node', 'test/node/cli'],
    ['--project', 'node', '--exclude', 'test/node/cli/**'],
  ];
  const parts = asked.length > 0 ? [asked] : all;
  const failed = parts.filter((args) => !passes(args));
  process.exitCode = failed.length > 0 ? 1 : 0;
}

function skip(reason) {
  console.log(`skipped: the tests by Wine, because ${reason}`);
  console.log('0 passed, 0 failed, 1 skipped');
}

/** @returns what runs Node, or the reason why nothing does: what is needed may have to be downloaded first */
function prepare() {
  try {
    const found = findRunner('win32-x64');
    if (found.reason) return found;
    makeCopy();
    addRandomNumbers();
    return found;
  } catch (error) {
    return { reason: error.message };
  }
}

function passes(args) {
  const vitest = path.join('node_modules', 'vitest', 'vitest.mjs');
  const options = { cwd: copy, timeout: longest * 60_000 };
  const { status, stdout, stderr } = runNode(runner, [vitest, 'run', ...args, '--maxWorkers', '2'], options);
  process.stdout.write(stdout);
  if (status === null) skip(`Wine did not end within ${longest} minutes`);
  if (status === null) return true;
  if (status !== 0) process.stderr.write(stderr);
  return status === 0;
}

function makeCopy() {
  fs.rmSync(copy, { recursive: true, force: true });
  fs.mkdirSync(copy, { recursive: true });
  const left = new Set(['.git', 'out', '.vscode-test']);
  const names = fs.readdirSync(root).filter((name) => !left.has(name) && !name.endsWith('.vsix'));
  // Links to the installed packages take no room. All else is copied, since an editor may write into a linked file.
  const installed = 'node_modules';
  runTool('cp', ['-al', path.join(root, installed), path.join(copy, installed)]);
  const filter = (source) => path.basename(source) !== installed;
  for (const name of names)
    fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true, verbatimSymlinks: true, filter });
  fs.rmSync(path.join(copy, 'node_modules', '.vite'), { recursive: true, force: true });
  for (const name of tools) runTool('cp', ['-a', fetchLocked(name), path.join(copy, 'node_modules', name)]);
  const newest = path.join(copy, 'node_modules', 'node', 'bin', 'node.exe');
  fs.copyFileSync(fetchNode('win32-x64'), newest);
  const binding = path.join(copy, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
  fs.rmSync(binding, { force: true });
  fs.mkdirSync(path.dirname(binding), { recursive: true });
  fs.copyFileSync(addonFor('win32-x64'), binding);
}

/** Gives Wine the one function of a library that Wine 8 lacks and that the bundler of vitest imports. */
function addRandomNumbers() {
  const library = 'bcryptprimitives.dll';
  const made = keepOnce('wine-random', (place) => {
    const source = `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
`;
    fs.writeFileSync(path.join(place, 'random.c'), source);
    runZig(['cc', '-target', targets['win32-x64'], '-shared', '-s', 'random.c', '-o', library, '-ladvapi32'], place);
  });
  fs.copyFileSync(path.join(made, library), path.join(cache, 'wine', 'drive_c', 'windows', 'system32', library));
}
