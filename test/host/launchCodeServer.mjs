// Starts the browser-served VS Code on a free loopback port, with everything it writes in one temporary folder.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { prepareCodeServer, serverFolder } from './prepare.mjs';
import { removeFolder } from './removeFolder.mjs';

/** User settings of a quiet window. */
const quiet = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'files.simpleDialog.enable': true,
  'editor.minimap.enabled': false,
  'editor.wordWrap': 'on',
  'window.commandCenter': false,
  'workbench.quickOpen.closeOnFocusLost': false, // a panel may take the focus late
  'workbench.colorTheme': 'Default Light Modern',
};

/** A window with `trust` opens every folder as one that is not trusted yet, without asking; any other trusts all. */
const untilTrusted = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

/**
 * @param {{ vsix?: string, env?: Record<string, string>, settings?: Record<string, unknown>, log?: string, trust?: boolean }} [options]
 * @returns {Promise<{ url: string, log: string, cache: string, pid: number | undefined, stop(): Promise<void> }>}
 */
export async function startHost({ vsix, env = {}, settings = {}, log, trust = false } = {}) {
  prepareCodeServer();
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-host-'));
  const logFile = log ?? path.join(os.tmpdir(), `idiograph-host-${process.pid}.log`);
  const { HOST_MODELS } = process.env; // a models folder to test in place of the one in the package
  const security = trust ? untilTrusted : { 'security.workspace.trust.enabled': false };
  const chosen = { ...quiet, ...security, ...(HOST_MODELS && { 'idiograph.modelsFolder': HOST_MODELS }), ...settings };
  // Settings of machine scope, such as folders, are read from the second of the two.
  const resetSettings = () => {
    for (const place of ['User', 'Machine']) {
      fs.mkdirSync(path.join(base, 'user', place), { recursive: true });
      fs.writeFileSync(path.join(base, 'user', place, 'settings.json'), JSON.stringify(chosen));
    }
  };
  resetSettings();
  const out = fs.openSync(logFile, 'w');
  const home = path.join(base, 'home'); // empty, so that a test can see what was left there
  fs.mkdirSync(home);
  const environment = cleanEnvironment({ HOME: home, ...env });
  if (vsix) await install(vsix, base, { environment, out, logFile });
  const serving = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--enable-smoke-test-driver'];
  if (!trust) serving.push('--disable-workspace-trust');
  const child = spawn(node24(), [serverEntry, ...isolation(base), ...serving], {
    stdio: ['ignore', 'pipe', out],
    env: environment,
  });
  const url = await listening(child, out, logFile);
  return {
    url,
    log: logFile,
    cache: path.join(home, '.cache'),
    pid: child.pid,
    resetSettings,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await gone;
      }
      removeFolder(base);
    },
  };
}

/** Address that opens `folder`; `dev` and `tests` are what --extensionDevelopmentPath and --extensionTestsPath are on a desktop. */
export function workbenchUrl(host, { folder, dev, tests, openFile }) {
  const remote = (place) => `vscode-remote://${new URL(host.url).host}${path.resolve(place)}`;
  const payload = [['skipWelcome', 'true']];
  if (dev) payload.push(['extensionDevelopmentPath', remote(dev)]);
  if (tests) payload.push(['extensionTestsPath', remote(tests)]);
  if (openFile) payload.push(['openFile', remote(openFile)]);
  const query = new URLSearchParams({ folder: path.resolve(folder), payload: JSON.stringify(payload) });
  return `${host.url}/?${query}`;
}

// Run directly: code-server's own front end does not know --enable-smoke-test-driver, and without it a built workbench
// ignores extensionDevelopmentPath and extensionTestsPath.
const serverEntry = path.join(serverFolder, 'out', 'server-main.js');

function node24() {
  const [major] = process.versions.node.split('.');
  return Number(major) >= 24 ? process.execPath : createRequire(import.meta.url).resolve('node/bin/node');
}

function isolation(base) {
  const folders = { 'server-data-dir': 'server', 'user-data-dir': 'user', 'extensions-dir': 'extensions' };
  const places = Object.entries(folders).flatMap(([option, name]) => [`--${option}`, path.join(base, name)]);
  return [...places, '--accept-server-license-terms', '--disable-telemetry'];
}

/** Inside another VS Code or an npm script, inherited variables would redirect the server. */
function cleanEnvironment(extra) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|CODE_SERVER_|ELECTRON_|npm_|XDG_)|^(PASSWORD|HASHED_PASSWORD|PORT)$/.test(name),
  );
  return { ...Object.fromEntries(inherited), EXTENSIONS_GALLERY: '{}', ...extra };
}

async function install(vsix, base, { environment, out, logFile }) {
  const args = [serverEntry, ...isolation(base), '--install-extension', path.resolve(vsix), '--force'];
  const child = spawn(node24(), args, { stdio: ['ignore', out, out], env: environment });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`--install-extension ended with ${code}; see ${logFile}`);
}

function listening(child, out, logFile) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      fs.writeSync(out, data);
      text += data;
      const port = /Extension host agent listening on (\d+)/.exec(text)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}; see ${logFile}`)));
    setTimeout(() => reject(new Error(`The server did not start in 60 s; see ${logFile}`)), 60_000).unref();
  });
}
