// node scripts/mutations.mjs [NAME…]: breaks the product in one place of each room, in a copy, and says whether the tests of that room
// notice. A mutation that is not noticed, or whose line has changed, is a failure. It is part of no other run.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './steps.mjs';

/** Each mutation: its room, the file, what stands there once, what takes its place, and the tests that should notice. */
const mutations = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'mutations.json'), 'utf8'));

const wanted = process.argv.slice(2);
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-mutations-'));
const missed = [];
/** Whether tests pass without a mutation, by their names. */
const sound = new Map();
try {
  makeCopy();
  for (const mutation of mutations.filter(({ room }) => wanted.length === 0 || wanted.includes(room))) {
    const outcome = tryOut(mutation);
    if (outcome !== 'caught') missed.push(mutation.room);
    console.log(`${outcome.padEnd(10)} ${mutation.room}: ${mutation.file}`);
  }
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}
console.log(missed.length === 0 ? 'All were caught.' : `Not caught: ${missed.join(', ')}`);
process.exit(missed.length === 0 ? 0 : 1);

/** Copies the files that git knows, as they are now. The packages are shared, and nothing is built. */
function makeCopy() {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  for (const file of stdout.split('\0').filter((each) => each !== '' && fs.existsSync(path.join(root, each)))) {
    fs.mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(copy, file), fs.constants.COPYFILE_FICLONE);
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}

/** @returns 'caught', 'NOT CAUGHT', 'NOT THERE' where the line is not in the file exactly once, or 'NOT SOUND' where tests fail without it */
function tryOut({ file, from, to, tests }) {
  const place = path.join(copy, file);
  const text = fs.existsSync(place) ? fs.readFileSync(place, 'utf8') : '';
  if (text.split(from).length !== 2) return 'NOT THERE';
  const key = tests.join(' ');
  if (!sound.has(key)) sound.set(key, doPass(tests));
  if (!sound.get(key)) return 'NOT SOUND';
  fs.writeFileSync(
    place,
    text.replace(from, () => to),
  );
  const isMissed = doPass(tests);
  fs.writeFileSync(place, text);
  return isMissed ? 'NOT CAUGHT' : 'caught';
}

function doPass(tests) {
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return (
    spawnSync(process.execPath, [vitest, 'run', '--bail=1', ...tests], { cwd: copy, stdio: 'ignore' }).status === 0
  );
}
