// What a machine can check: types, layers, style, dead code, format, generated tables. Two at
// a time, the longest first; stops at nothing, fails at the end.
import { stepBeside } from './steps.mjs';

const checks = [
  ['types and style', 'oxlint', ['.']],
  ['layers', 'dependency-cruiser:depcruise', ['--config', '.dependency-cruiser.cjs', 'src', 'webview', 'research']],
  ['dead code', 'knip', ['--no-progress']],
  ['format', 'oxfmt', ['--list-different', '.']],
  ['table of settings', 'node', ['scripts/settingsTable.mjs', '--check']],
  ['formats in menus and docs', 'node', ['scripts/readableFormats.mjs', '--check']],
  ['lines of the product', 'node', ['scripts/productLines.mjs']],
  ['generated tables of the results', 'node', ['scripts/resultTables.mjs', '--check']],
];

let failed = 0;
const waiting = [...checks];
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift())
    if ((await stepBeside(...next)).status !== 0) failed += 1;
}
await Promise.all([work(), work()]);
console.log(`checks: ${checks.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
