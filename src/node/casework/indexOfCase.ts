import fs from 'node:fs';
import path from 'node:path';
import { indexUnavailable } from '../../core/errors';

/**
 * The index of a case, beside its documents.
 *
 * @throws IndexUnavailable  where a link in its place leads elsewhere
 */
export function findIndexOfCase(caseFolder: string): string {
  const folder = path.join(caseFolder, '.idiograph');
  const file = path.join(folder, 'index.sqlite');
  for (const place of [folder, file])
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw indexUnavailable(place, 'it is a link, and the index of a case is kept inside the case folder');
  return file;
}

/** Another one whenever a file was written; undefined: there is none. */
export function readVersion(file: string): string | undefined {
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
}
