// Host tests in a real VS Code, all parts or those that are named.
//   node test/host/run.mjs [--built] [suite|stories|case|readers|package|validation|languages|hostile|server|accessibility]…
//   HOST=electron     desktop VS Code through @vscode/test-electron (needs a download; not proven on every platform)
//   HOST=code-server  the browser-served VS Code and a local Chromium
//   unset             the browser-served one where it runs, else the desktop
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { host } from './hosts.mjs';
import { parts } from './parts.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const named = process.argv.slice(2).filter((word) => word !== '--built');

if (!process.argv.includes('--built')) {
  const build = [path.join(root, 'scripts', 'build.mjs'), '--tests'];
  const built = spawnSync(process.execPath, build, { stdio: 'inherit', cwd: root });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const name of named.length > 0 ? named : Object.keys(parts)) {
  const came = await parts[name]();
  for (const key of Object.keys(counts)) counts[key] += came[key];
}
console.log(`host: ${host}\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
// On the desktop the parts that need a browser are skipped; a part that tells nothing at all has failed.
const told = counts.passed > 0 || (host === 'electron' && counts.skipped > 0);
process.exit(counts.failed === 0 && told ? 0 : 1);
