// Runs commands of the installed packages, showing what runs and how long it took.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** What this system calls its search path. */
export const pathVariable = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';

/**
 * The search path without the folders that npm puts in front of it: an installation replaces the Node that lies in there.
 */
export function systemPath() {
  const folders = (process.env[pathVariable] ?? '').split(path.delimiter);
  return folders.filter((folder) => !folder.includes('node_modules'));
}

/** The script behind a package's command, so that no shell or .cmd file is needed. */
function commandOf(name) {
  const [packageName, command = path.basename(packageName)] = name.split(':');
  const manifest = path.join(root, 'node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  return path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[command]);
}

/**
 * @param minutes  a step that takes longer is ended and has failed
 * @returns the exit status and, where asked for, what was printed
 */
export function step(title, tool, args, { capture = false, cwd = root, minutes } = {}) {
  const started = Date.now();
  const script = tool === 'node' ? [] : [commandOf(tool)];
  const stdio = capture ? ['ignore', 'pipe', 'inherit'] : ['ignore', 'inherit', 'inherit'];
  const result = spawnSync(process.execPath, [...script, ...args], {
    cwd,
    stdio,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...(minutes && { timeout: minutes * 60_000, killSignal: 'SIGKILL' }),
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (capture) process.stdout.write(result.stdout ?? '');
  console.log(`${result.status === 0 ? 'ok' : 'FAILED'}: ${title} (${seconds} s)`);
  return { status: result.status ?? 1, output: result.stdout ?? '' };
}

/** The same beside others: all that it prints is shown once it has ended. @returns {Promise<{ status: number, output: string }>} */
export function stepBeside(title, tool, args, cwd = root) {
  const started = Date.now();
  const script = tool === 'node' ? [] : [commandOf(tool)];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...script, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (part) => (output += part);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      process.stdout.write(output);
      console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${title} (${seconds} s)`);
      resolve({ status: code ?? 1, output });
    });
  });
}
