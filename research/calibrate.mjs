// npm run calibrate -- --data DIR [--models models] [--cache DIR] [--seed 1] [--limit N]
// npm run calibrate -- languages --data DIR [--models models] [--languages CODE …] makes models/languages.json alone.
// npm run calibrate -- gap [FILE] says what a better calibration could gain across genres by the figures in docs/results/verification.json.
// npm run calibrate -- source --data DIR [--source NAME] [--files train …] judges the ratios that ship on a source, or on all that no fit may read.
// npm run calibrate -- families --data DIR --cache DIR --folds DIR … compares n-grams across kinds on folds that know no text of a large community (npm run fit -- --only families).
// npm run calibrate -- dropped --data DIR searches the shipped files for words of texts that no fit may read.
// npm run calibrate -- kinds | plda | hapax | frequencies --data DIR [--cache DIR] [--limit N] repeats a trial of docs/results/rejected.md; across: all four and rare.
// npm run calibrate -- rare --data DIR [--cache DIR] makes the figures and the calibration of docs/results/constants.md.
// Makes models/classical.json, population.json, population.md and calibrations.json from the data folder; what is up to date stays.
// Afterwards the sample case is locked anew: node scripts/build.mjs && node dist/cli.js validate --case sample --lock
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const [first, ...rest] = process.argv.slice(2);
const across = '../across/main.ts';
const entries = {
  languages: 'languages.ts',
  dropped: 'dropped.ts',
  families: 'families.ts',
  gap: 'chanceGap.ts',
  source: 'oneSource.ts',
  kinds: across,
  plda: across,
  hapax: across,
  frequencies: across,
  rare: across,
  across,
};
const entry = Object.hasOwn(entries, first ?? '') ? entries[first] : 'main.ts';
const options = entry === across || entry === 'main.ts' ? process.argv.slice(2) : rest;
const program = path.join(root, 'dist', 'calibrate.js');

await build({
  entryPoints: [path.join(root, 'research', 'laboratory', 'calibrate', entry)],
  outfile: program,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['sqlite3', 'onnxruntime-node', '@cspell/dict-en-common-misspellings'],
  mainFields: ['module', 'main'],
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['--max-old-space-size=8192', program, ...options], {
  stdio: 'inherit',
  cwd: root,
});
process.exitCode = status ?? 1;
