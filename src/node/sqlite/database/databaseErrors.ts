import { statfsSync } from 'node:fs';
import path from 'node:path';
import { diskFull, type IdiographError, indexCorrupt, indexLocked, indexUnavailable } from '../../../core/errors';
import { systemError } from '../../systemError';

/** SQLite's primary result codes (sqlite.org/rescode.html) that a user can do something about. */
const problems: Readonly<Record<number, (file: string) => IdiographError>> = {
  3: (file) => indexUnavailable(file, 'permission is denied'),
  5: indexLocked,
  6: indexLocked,
  8: unwritable,
  10: (file) => (hasRoom(file) ? indexUnavailable(file, 'the disk reports an error') : diskFull(file)),
  11: (file) => indexCorrupt(file, 'its contents are damaged'),
  13: diskFull,
  14: (file) => indexUnavailable(file, 'it cannot be opened, or its folder cannot be written'),
  15: indexLocked,
  24: (file) => indexCorrupt(file, 'its header is damaged'),
  26: (file) => indexCorrupt(file, 'it is not a SQLite file'),
};

/** The typed error for an error of the SQLite driver; the error itself where it is a bug of ours. */
export function databaseError(error: Error, file: string): Error {
  return problems[resultCode(error) & 0xff]?.(file) ?? error;
}

/** Why a file that can be read cannot be written. */
export function unwritable(file: string): IdiographError {
  return hasRoom(file) ? indexUnavailable(file, 'it, or its folder, cannot be written') : diskFull(file);
}

/** Whether the disk has room for SQLite's lock file; SQLite calls a lack of it an error of the disk. */
function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(path.dirname(file));
  return bavail * bsize >= 2 ** 16;
}

/** Whether an error came from the SQLite driver. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && resultCode(error) > 0;
}

function resultCode(error: Error): number {
  return 'errno' in error && typeof error.errno === 'number' ? error.errno : 0;
}

/** The typed error for an error of the file system; the error itself where it is a bug of ours. */
export function fileError(error: unknown, file: string): unknown {
  const taken = 'a file has the name of its folder';
  return systemError(error, file, indexUnavailable, { EEXIST: taken, ENOTDIR: taken });
}
