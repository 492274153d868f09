// Installs what the lock file names and builds, each only when something changed. Plain Node, no packages.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathVariable, root, systemPath } from './steps.mjs';

const stampFile = path.join(root, 'node_modules', '.idiograph-setup.json');

/** Runs a program and ends this one with a sentence if it fails. */
function run(program, args, hint, env = {}) {
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (result.status !== 0) {
    console.error(hint);
    process.exit(result.status ?? 1);
  }
}

function digest(files) {
  const hash = crypto.createHash('sha256');
  for (const file of files) hash.update(file).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** Every file below a folder, sorted, relative to the root. */
function filesBelow(folder) {
  const full = path.join(root, folder);
  if (!fs.existsSync(full)) return [];
  const entries = fs.readdirSync(full, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/node_modules|results/.test(entry.parentPath ?? entry.path))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

function readStamp() {
  try {
    return JSON.parse(fs.readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function has(program, args = ['--version']) {
  return spawnSync(program, args, { stdio: 'ignore', shell: process.platform === 'win32' }).status === 0;
}

/** The headers of the installed Node, so that nothing is downloaded to compile the SQLite binding. */
function nodeHeaders() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const programs = [process.execPath, ...systemPath().map((folder) => path.join(folder, name))];
  const prefixes = programs
    .filter((file) => fs.existsSync(file))
    .map((file) => path.resolve(fs.realpathSync(file), '../..'));
  const prefix = prefixes.find((folder) => fs.existsSync(path.join(folder, 'include', 'node')));
  return prefix === undefined ? {} : { npm_config_nodedir: prefix };
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 20)) {
  console.error(`Node ${process.versions.node} is too old: install Node 20.20 or newer.`);
  process.exit(1);
}

const stamp = readStamp();
const packages = digest(['package-lock.json']);
if (stamp.packages !== packages) {
  const compiler = process.platform === 'win32' || has('c++') || has('g++') || has('clang++');
  if (!compiler)
    console.error('No C++ compiler found: if the SQLite binding has to be built, install g++, make and python3.');
  console.log('Installing packages (about two minutes the first time) …');
  // The binding takes a minute to compile with one core.
  const env = { ...nodeHeaders(), JOBS: 'max', [pathVariable]: systemPath().join(path.delimiter) };
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'npm ci failed: see the lines above.', env);
}

const sources = [
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  ...['src', 'webview', 'test/host', 'research/laboratory'].flatMap(filesBelow),
];
const built = digest(sources.filter((file) => /\.(ts|css|json|mjs)$/.test(file)));
if (stamp.built !== built || !fs.existsSync(path.join(root, 'dist', 'cli.js'))) {
  console.log('Building …');
  run(process.execPath, [path.join('scripts', 'build.mjs'), '--tests'], 'The build failed: see the lines above.');
}
fs.writeFileSync(stampFile, JSON.stringify({ packages, built }));
