// What a machine can check: types, layers, style, dead code, format, generated tables. Stops at nothing, fails at the end.
import { step } from './steps.mjs';

const checks = [
  ['types', 'typescript:tsc', ['-p', 'tsconfig.json']],
  ['types of the pure core', 'typescript:tsc', ['-p', 'src/core/tsconfig.json']],
  ['types of the page', 'typescript:tsc', ['-p', 'webview/tsconfig.json']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['layers', 'dependency-cruiser:depcruise', ['--config', '.dependency-cruiser.cjs', 'src', 'laboratory', 'webview']],
  ['dead code', 'knip', ['--no-progress']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['generated tables of the README', 'node', ['scripts/readmeSettings.mjs', '--check']],
  ['formats in menus and README', 'node', ['scripts/readableFormats.mjs', '--check']],
  ['generated tables of the results', 'node', ['scripts/resultTables.mjs', '--check']],
];

const failed = checks.filter(([title, tool, args]) => step(title, tool, args).status !== 0);
console.log(`checks: ${checks.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);
