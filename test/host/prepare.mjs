// Installs the browser-served VS Code (the server inside the npm package code-server) under test/host/node_modules,
// without running any of its install scripts, and completes it. A minute the first time, nothing after.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathVariable, systemPath } from '../../scripts/steps.mjs';

const here = import.meta.dirname;
/** Where this Node is installed. Read at the start, because an installation beside may replace the Node of this checkout. */
const prefix = path.dirname(path.dirname(fs.realpathSync(process.execPath)));
export const serverFolder = path.join(here, 'node_modules', 'code-server', 'lib', 'vscode');

export function prepareCodeServer() {
  const stamp = path.join(serverFolder, 'node_modules', '.host-ready');
  if (fs.existsSync(stamp)) return;
  if (process.platform === 'win32')
    throw new Error('The browser-served VS Code is for Linux and macOS; use desktop VS Code (HOST=electron).');
  const started = Date.now();
  console.log('Installing the browser-served VS Code for host tests (about a minute) …');
  // The package's own install script insists on npm under Node 24 and builds modules that are not needed.
  npm(here, 'ci', '--ignore-scripts');
  // `npm ci` refuses the shrinkwrap that is shipped here, since it lacks an optional peer; `npm install` honours it.
  npm(serverFolder, 'install', '--omit=dev', '--include=optional', '--ignore-scripts', '--no-save');
  // Without spdlog output channels stay empty; the watchdog ends the extension host with its server.
  npm(serverFolder, 'rebuild', '@vscode/spdlog', '@vscode/native-watchdog');
  fs.writeFileSync(stamp, '');
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
}

function npm(cwd, ...args) {
  const env = { ...process.env, npm_config_loglevel: 'error', [pathVariable]: systemPath().join(path.delimiter) };
  delete env.npm_config_ignore_scripts;
  // Inside `npm run`, these name the outer package.
  for (const name of Object.keys(env)) if (/^npm_(package|lifecycle)_/.test(name)) delete env[name];
  if (fs.existsSync(path.join(prefix, 'include', 'node'))) env.npm_config_nodedir = prefix;
  const options = { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] };
  const { status } = spawnSync('npm', [...args, '--no-audit', '--no-fund'], options);
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed (${status}) in ${cwd}`);
}

if (process.argv[1] === import.meta.filename) prepareCodeServer();
