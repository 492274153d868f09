// What this machine can try of other systems at each run of the tests: by qemu, the encoder on ARM and on x64 without AVX, compared
// with the encoder here; by Wine, the tests of paths and files. Where an emulator is missing, it says so.
//   node scripts/package/otherSystems.mjs [--long]
// With --long it runs all tests by Wine, and reviews a small case by qemu with the packages that lie in the checkout.
import fs from 'node:fs';
import path from 'node:path';
import { root, step } from '../steps.mjs';
import { findRunner, runNode } from './runners.mjs';

/** Processors differ in the last bits of int8 products. A wrong result is far below. */
const leastCosine = 0.999;

const pathTests = ['places', 'otherSystems', 'outputFile', 'caseFolder'].map((name) => `test/node/${name}.test.ts`);

const isLong = process.argv.includes('--long');
const own = `${process.platform}-${process.arch}`;
const counts = { passed: 0, failed: 0, skipped: 0 };
const here = encode(findRunner(own));
for (const target of ['linux-arm64', 'linux-x64-nehalem'].filter((each) => each !== own))
  counts[tryEncoder(target)] += 1;
const wine = path.join('scripts', 'package', 'wineTests.mjs');
const isWineWell =
  step('tests by Wine', 'node', [wine, ...(isLong ? [] : ['--project', 'node', ...pathTests])]).status === 0;
if (!isWineWell) counts.failed += 1;
if (isLong) for (const target of ['linux-arm64', 'linux-x64-nehalem']) tryPackage(target);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** What runs Node for a target, or why nothing does: Node for another system may have to be downloaded first. */
function findAvailable(target) {
  try {
    return findRunner(target);
  } catch (error) {
    return { reason: error.message };
  }
}

function tryEncoder(target) {
  const runner = findAvailable(target);
  const skip = (reason) => {
    console.log(`skipped: the encoder on ${target}, because ${reason}`);
    return 'skipped';
  };
  if (runner.reason) return skip(runner.reason);
  try {
    const there = encode(runner);
    if (there === undefined) return skip('it did not end within five minutes on this busy machine');
    const cosine = compare(here, there);
    const isClose = cosine >= leastCosine;
    console.log(
      `${isClose ? 'ok' : 'FAILED'}: the encoder on ${target} has a cosine of ${cosine.toFixed(7)} with that on ${own}`,
    );
    return isClose ? 'passed' : 'failed';
  } catch (error) {
    console.log(`FAILED: the encoder on ${target}: ${error.message}`);
    return 'failed';
  }
}

function tryPackage(target) {
  const file = `idiograph-${target.replace('-nehalem', '')}.vsix`;
  if (!fs.existsSync(path.join(root, file))) {
    console.log(`skipped: ${file} on ${target}, because it was not built`);
    counts.skipped += 1;
    return;
  }
  const args = ['scripts/package/tryVsix.mjs', file, target, '--small'];
  counts[step(`${file} on ${target}`, 'node', args).status === 0 ? 'passed' : 'failed'] += 1;
}

/** @returns the outputs of the encoder by name; undefined: it did not end in time */
function encode(runner) {
  const probe = path.join(import.meta.dirname, 'encoderProbe.cjs');
  const { status, stdout, stderr } = runNode(runner, [probe, root], { cwd: root, timeout: 5 * 60_000 });
  if (status === null) return undefined;
  if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1));
  return JSON.parse(stdout);
}

/** The least cosine of two outputs of one name. */
function compare(one, other) {
  const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
  const cosines = Object.entries(one).map(([name, a]) => {
    const b = other[name];
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  });
  return Math.min(...cosines);
}
