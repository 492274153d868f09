// npm run prove [-- --long] [--part NAME] [--keep]: runs what shows that nothing is lost, nothing is sent and nothing grows, and writes
// out/proof.json and out/proof.html: what was done, what came of it, and on which machine. With --keep also docs/results/proof.json.
// A part that was run before is not run again where --part names another one: the page says of each what it was run on.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, step } from './steps.mjs';

const own = ['everyCall', 'fuzz', 'load', 'large'].map((name) => `test/faults/${name}.test.ts`);
/** What vitest is given for each part. */
const parts = {
  faults: [own[0]],
  fuzzing: [own[1]],
  load: [own[2]],
  large: [own[3]],
  others: ['test/faults', 'test/node/network/nothingLeaves.test.ts', ...own.map((file) => `--exclude=${file}`)],
};

process.env.IDIOGRAPH_ALL = '1';
const isLong = process.argv.includes('--long');
const asked = process.argv.includes('--part') ? [process.argv[process.argv.indexOf('--part') + 1]] : Object.keys(parts);
const out = path.join(root, 'out', 'proof');
fs.mkdirSync(out, { recursive: true });
const statuses = asked.map(runPart);

const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const done = Object.keys(parts).filter((name) => fs.existsSync(path.join(out, `${name}.json`)));
const proof = {
  format: 'idiograph.proof/1',
  program: `Idiograph ${manifest.version}`,
  parts: Object.fromEntries(
    done.map((name) => [name, JSON.parse(fs.readFileSync(path.join(out, `${name}.json`), 'utf8'))]),
  ),
  hashes: { program: hashOf('dist', /\.(js|css|wasm)$/), models: hashOf('models', /./), packages: hashesOfPackages() },
  versions: {
    ...pick(process.versions, ['node', 'v8', 'uv']),
    ...versionsOf(['onnxruntime-node', 'sqlite3', 'unpdf']),
  },
  machine: {
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    processor: os.cpus()[0]?.model.trim(),
    processors: os.cpus().length,
    gigabytes: Math.round(os.totalmem() / 1e9),
  },
};
const json = `${JSON.stringify(proof, null, 2)}\n`;
fs.writeFileSync(path.join(root, 'out', 'proof.json'), json);
fs.writeFileSync(path.join(root, 'out', 'proof.html'), renderPage(proof));
if (process.argv.includes('--keep')) fs.writeFileSync(path.join(root, 'docs', 'results', 'proof.json'), json);
console.log(json);
process.exit(Math.max(...statuses));

/** Runs the tests of a part and writes its figures down. @returns the status of the tests */
function runPart(name) {
  if (!Object.hasOwn(parts, name)) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}.`);
  const [figures, results] = ['figures.jsonl', 'tests.json'].map((end) => path.join(out, `${name}-${end}`));
  for (const file of [figures, results]) fs.rmSync(file, { force: true });
  Object.assign(process.env, { IDIOGRAPH_PROOF: figures }, isLong && { IDIOGRAPH_LONG: '1', IDIOGRAPH_KILLS: '100' });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const [started, commit] = [Date.now(), readCommit()];
  const { status } = step(`proof: ${name}`, 'vitest', ['run', '--project', 'node', ...reporters, ...parts[name]]);
  const counted = fs.existsSync(figures) ? fs.readFileSync(figures, 'utf8').trim().split('\n').map(JSON.parse) : [];
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(fs.readFileSync(results, 'utf8'));
  const tests = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  const about = {
    form: isLong ? 'long' : 'short',
    commit,
    minutes: Math.round((Date.now() - started) / 6e4),
  };
  const part = { ...about, ...Object.assign({}, ...counted), tests };
  fs.writeFileSync(path.join(out, `${name}.json`), JSON.stringify(part));
  return status;
}

/** The commit that is checked out; it says so where files differ from it. */
function readCommit() {
  try {
    const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
    const changed = git('status', '--porcelain', '--untracked-files=no');
    return `${git('rev-parse', 'HEAD')}${changed === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One hash of the files of a folder, by their names. */
function hashOf(folder, pattern) {
  const names = fs.readdirSync(path.join(root, folder)).filter((name) => pattern.test(name));
  const lines = names.sort().map((name) => `${sha256(fs.readFileSync(path.join(root, folder, name)))}  ${name}\n`);
  return sha256(lines.join(''));
}

/** The hashes of the packages that lie here: npm run package makes them. */
function hashesOfPackages() {
  const files = fs.readdirSync(root).filter((name) => name.endsWith('.vsix'));
  return Object.fromEntries(files.sort().map((name) => [name, sha256(fs.readFileSync(path.join(root, name)))]));
}

function pick(from, names) {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

function versionsOf(packages) {
  const read = (name) =>
    JSON.parse(fs.readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
  return Object.fromEntries(packages.map((name) => [name, read(name)]));
}

function renderPage(facts) {
  const escape = (text) => String(text).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const rows = (value, name = '') =>
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([key, each]) => rows(each, name === '' ? key : `${name} · ${key}`))
          .join('\n')
      : `<tr><th>${escape(name)}</th><td>${escape(value)}</td></tr>`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Proof</title>
<style>body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto } th { text-align: left; padding-right: 2em; font-weight: normal }</style>
<h1>Proof</h1>
<p>What was let go wrong, what was read, and what came of it. Repeat it: <code>npm run prove -- --long</code>.</p>
<table>${rows(facts)}</table></html>
`;
}
