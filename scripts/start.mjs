// npm start [-- FOLDER] [--headless]: builds the case's index, prints what was found in three lines a text, then opens the case in VS Code.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const headless = args.includes('--headless');
const [folder = path.join(root, 'sample')] = args.filter((arg) => !arg.startsWith('--'));
const place = path.resolve(process.env.INIT_CWD ?? process.cwd(), folder);

const seconds = () => `${(performance.now() / 1000).toFixed(1)} s`;
const setup = spawnSync(process.execPath, ['scripts/setup.mjs'], { cwd: root, stdio: 'inherit' });
if (setup.status !== 0) process.exit(setup.status ?? 1);
const ready = seconds();

const review = spawnSync(process.execPath, [path.join('dist', 'cli.js'), 'case', place, '--brief'], {
  cwd: root,
  stdio: 'inherit',
});
console.log(`The findings took ${seconds()} from the start, ${ready} of them to set up.`);
if (headless || review.status !== 0) process.exit(review.status ?? 1);

if (hasDesktop()) openDesktop();
else await openBrowserServed();

function hasDesktop() {
  const shell = process.platform === 'win32';
  return spawnSync('code', ['--version'], { stdio: 'ignore', shell }).status === 0;
}

/** Desktop VS Code with a profile of its own, so that the user's is not touched. */
function openDesktop() {
  const profile = path.join(os.tmpdir(), 'idiograph-start');
  const options = ['--new-window', `--extensionDevelopmentPath=${root}`, `--user-data-dir=${profile}`];
  spawn('code', [...options, place], { stdio: 'ignore', detached: true, shell: process.platform === 'win32' }).unref();
  console.log(`Opened ${place} in VS Code. Run "Idiograph: Review This Case" there.`);
}

/** VS Code served to a browser, until Ctrl-C. */
async function openBrowserServed() {
  if (process.platform === 'win32') {
    console.log('Install VS Code (the "code" command) to see the review in the editor.');
    return;
  }
  const { startHost, workbenchUrl } = await import('../test/host/launchCodeServer.mjs');
  console.log('Starting a browser-served VS Code (a minute the first time) …');
  const host = await startHost();
  const openFile = firstFile(path.join(place, 'questioned'));
  console.log(`\nOpen this address in a browser, then run "Idiograph: Review This Case":\n`);
  console.log(workbenchUrl(host, { folder: place, dev: root, ...(openFile && { openFile }) }));
  console.log('\nCtrl-C ends it.');
  await new Promise((resolve) => process.once('SIGINT', resolve));
  await host.stop();
}

function firstFile(directory) {
  if (!fs.existsSync(directory)) return undefined;
  const [name] = fs
    .readdirSync(directory)
    .filter((entry) => !entry.startsWith('.'))
    .sort();
  return name && path.join(directory, name);
}
