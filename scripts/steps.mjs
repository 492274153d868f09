// Runs commands of the installed packages one after the other, showing what runs and how long it took.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** The script behind a package's command, so that no shell or .cmd file is needed. */
function commandOf(name) {
  const [packageName, command = path.basename(packageName)] = name.split(':');
  const manifest = path.join(root, 'node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  return path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[command]);
}

/** @returns the exit status and, where asked for, what was printed */
export function step(title, tool, args, { capture = false } = {}) {
  const started = Date.now();
  const script = tool === 'node' ? [] : [commandOf(tool)];
  const stdio = capture ? ['ignore', 'pipe', 'inherit'] : ['ignore', 'inherit', 'inherit'];
  const result = spawnSync(process.execPath, [...script, ...args], {
    cwd: root,
    stdio,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (capture) process.stdout.write(result.stdout ?? '');
  console.log(`${result.status === 0 ? 'ok' : 'FAILED'}: ${title} (${seconds} s)`);
  return { status: result.status ?? 1, output: result.stdout ?? '' };
}
