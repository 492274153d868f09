// A throw-away copy of the sample case, so that a test may edit it and builds its own index.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeFolder } from './removeFolder.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const sample = path.join(root, 'sample');

/** @param {string} [indexed] a copy whose index is copied too @returns {{ folder: string, remove(): void }} */
export function copyOfSample(indexed) {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-case-')), 'sample');
  const filter = indexed ? undefined : (source) => path.basename(source) !== '.idiograph';
  fs.cpSync(indexed ?? sample, folder, { recursive: true, filter });
  return { folder, remove: () => removeFolder(path.dirname(folder)) };
}

/** A copy with the index of its known texts, which the built command line makes. */
export function indexSample() {
  const copy = copyOfSample();
  const known = path.join(copy.folder, 'known');
  const add = ['index', 'add', known, '--case', copy.folder];
  execFileSync(process.execPath, [path.join(root, 'dist', 'cli.js'), ...add], { stdio: 'pipe' });
  return copy;
}

/** Sets in the settings of a folder whether quotations are compared, which changes the settings that a lock records. */
export function compareQuotes(folder, isCompared) {
  const settings = path.join(folder, '.vscode', 'settings.json');
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  fs.writeFileSync(settings, JSON.stringify({ 'idiograph.excludeQuotes': !isCompared }));
}
