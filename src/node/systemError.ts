import { diskFull, IdiographError } from '../core/errors';

/** What the codes of the file system mean, as clauses. */
const clauses: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ELOOP: 'its links go round in a circle',
  EIO: 'the disk reports an error',
};

/** The code of an error of the system. Undefined: it is none. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof IdiographError || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The typed error for an error of the file system; the error itself where it is a bug of ours.
 *
 * @param refuse  makes the error of a file and a clause; a full disk is DiskFull
 * @param here    what codes mean for this file, where that is something else
 */
export function systemError(
  error: unknown,
  file: string,
  refuse: (file: string, problem: string) => IdiographError,
  here: Readonly<Record<string, string>> = {},
): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(file);
  return refuse(file, here[code] ?? clauses[code] ?? `the system reports ${code}`);
}

/** Why a file is not found: a name that is not UTF-8 arrives with a mark in place of each wrong byte. */
export function absence(name: string): string {
  return name.includes('\ufffd')
    ? 'its name is not UTF-8 text; work on a copy of it under another name'
    : 'there is no such file';
}
