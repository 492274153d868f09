// A throw-away copy of the sample case, so that a test may edit it and builds its own index.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeFolder } from './removeFolder.mjs';

const sample = path.resolve(import.meta.dirname, '../../sample');

/** @returns {{ folder: string, remove(): void }} */
export function copyOfSample() {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-case-')), 'sample');
  fs.cpSync(sample, folder, { recursive: true, filter: (source) => path.basename(source) !== '.idiograph' });
  return { folder, remove: () => removeFolder(path.dirname(folder)) };
}
