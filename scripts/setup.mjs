// Installs what the lock file names and builds, each only when something changed. Plain Node, no packages. The binding of SQLite is made
// beside all that.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathVariable, root, systemPath } from './steps.mjs';

/** The binding of SQLite below node_modules. */
const binding = path.join('sqlite3', 'build', 'Release', 'node_sqlite3.node');
const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
const stampFile = path.join(root, 'node_modules', '.idiograph-setup.json');

/** Runs a program, and ends this one with a sentence if it fails. */
async function run(program, args, hint, { env = {}, cwd = root } = {}) {
  const child = spawn(program, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32' && program === 'npm',
  });
  const [status] = await once(child, 'exit');
  if (status === 0) return;
  console.error(hint);
  process.exit(status ?? 1);
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

/** The packages of the lock file that one of them needs, by their places. */
function listNeeded(packages, place, found = {}) {
  if (place === undefined || found[place]) return found;
  found[place] = packages[place];
  const { dependencies, optionalDependencies, peerDependencies } = packages[place];
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const within = place.split('/node_modules/').map((_, i, parts) => parts.slice(0, i + 1).join('/node_modules/'));
    const places = [...within.reverse().map((each) => `${each}/node_modules/${name}`), `node_modules/${name}`];
    listNeeded(
      packages,
      places.find((each) => packages[each]),
      found,
    );
  }
  return found;
}

/**
 * The binding of SQLite for this system, which is kept in the user's cache by the hash of its package and the interface of Node. Where
 * none can be downloaded it is compiled, which takes longer than all else: so it begins first, in a folder of its own.
 */
async function makeBinding() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages['node_modules/sqlite3'];
  const { glibcVersionRuntime: libc = '' } = process.report.getReport().header;
  const system = [process.platform, process.arch, libc && `glibc-${libc}`, process.versions.modules].filter(Boolean);
  const key = crypto.createHash('sha256').update(integrity).digest('hex').slice(0, 16);
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'idiograph-build');
  const kept = path.join(cache, `sqlite3-${[version, key, ...system].join('-')}.node`);
  if (fs.existsSync(kept)) return kept;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-sqlite3-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const own = { name: 'binding', version: '0.0.0', dependencies: { sqlite3: version } };
  const needed = listNeeded(packages, 'node_modules/sqlite3');
  const lock = { ...own, lockfileVersion: 3, requires: true, packages: { '': own, ...needed } };
  const settings = { ...own, allowScripts: { sqlite3: true } };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(settings));
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
  // SQLite is one file, which takes the longest to optimize. Packages have a binding of their own, with all optimizations.
  const env = { ...nodeHeaders(), JOBS: 'max', CFLAGS: '-O1', [pathVariable]: systemPath().join(path.delimiter) };
  await run('npm', ['ci', ...quietly], 'The SQLite binding could not be made: see the lines above.', {
    env,
    cwd: folder,
  });
  const made = path.join(folder, 'node_modules', binding);
  try {
    fs.mkdirSync(cache, { recursive: true });
    fs.copyFileSync(made, `${kept}.${process.pid}`);
    fs.renameSync(`${kept}.${process.pid}`, kept);
  } catch (error) {
    console.error(`The SQLite binding is not kept for another checkout: ${error.message}`);
  }
  return made;
}

const times = [];

/** Does a part of the set-up, whose time is said at the end. */
async function timed(part, work) {
  const begun = performance.now();
  const result = await work();
  times.push(`${part} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}

const ofSystem = { env: { [pathVariable]: systemPath().join(path.delimiter) } };
const installPackages = () =>
  run('npm', ['ci', '--ignore-scripts', ...quietly], 'npm ci failed: see the lines above.', ofSystem);
const installNode = () =>
  run('npm', ['rebuild', 'node', '--loglevel=error'], 'Node could not be installed: see the lines above.', ofSystem);

const stamp = readStamp();
const packages = digest(['package-lock.json']);
let [making, node] = [];
if (stamp.packages !== packages) {
  const compiler = process.platform === 'win32' || has('c++') || has('g++') || has('clang++');
  if (!compiler)
    console.error('No C++ compiler found: if the SQLite binding has to be built, install g++, make and python3.');
  console.log('Installing packages (about two minutes the first time) …');
  making = timed('SQLite binding', makeBinding);
  await timed('packages', installPackages);
  node = timed('Node for tests', installNode);
  if (!fs.existsSync(process.execPath)) await node; // this Node was one of the packages, and is there again now
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
  const build = [path.join('scripts', 'build.mjs'), '--tests'];
  await timed('build', () => run(process.execPath, build, 'The build failed: see the lines above.'));
}
if (making) {
  const place = path.join(root, 'node_modules', binding);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.copyFileSync(await making, place);
  await node;
}
fs.writeFileSync(stampFile, JSON.stringify({ packages, built }));
if (times.length > 0) console.log(`Set up, part of it at once: ${times.join(', ')}.`);
