import { diskFull, IdiographError, unreadableDocument, unwritable } from '../core/errors';

/** What the codes of the file system mean, as clauses. */
const clauses: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ELOOP: 'its links go round in a circle',
  EIO: 'the disk reports an error',
  EBUSY: 'another program has it open, such as a virus scanner or a program that synchronises folders',
  ETXTBSY: 'another program has it open',
  ENAMETOOLONG: 'its path is longer than the system allows',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  // What Windows has no closer code for: mostly a file that OneDrive or another service keeps elsewhere.
  UNKNOWN: 'the system does not hand it out; a file that is kept online has to be downloaded first',
};

/** The code of an error of the system. Undefined: it is none. */
export function readSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof IdiographError || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The typed error for an error of the file system; the error itself where it is a bug of ours.
 *
 * @param refuse  makes the error of a file and a clause; a full disk is DiskFull
 * @param here    what codes mean for this file, where that is something else
 */
export function toSystemError(
  error: unknown,
  file: string,
  refuse: (file: string, problem: string) => IdiographError,
  here: Readonly<Record<string, string>> = {},
): unknown {
  const code = readSystemCode(error);
  if (code === undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(file);
  return refuse(file, here[code] ?? clauses[code] ?? `the system reports ${code}`);
}

/** The typed error for an error of the file system that says itself which place it is of; the error itself where it does not. */
export function toPlaceError(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const place = 'path' in error ? String(error.path) : 'A file';
  return toSystemError(
    error,
    place,
    'dest' in error || /mk|write|sync|trunc/.test(String(error.syscall)) ? unwritable : unreadableDocument,
  );
}

/** Milliseconds between two tries: a scanner has a file for some tenths of a second. */
const pauses = [10, 20, 40, 80, 160, 320, 640];

/**
 * Does what Windows refuses while another program has the file open. There a virus scanner opens each file that was written, and
 * the refusal has the same code as one for good. Elsewhere a refusal is for good.
 *
 * @param waits  the pauses between tries, in milliseconds
 */
export function insistently<T>(
  work: () => T,
  waits: readonly number[] = process.platform === 'win32' ? pauses : [],
): T {
  const [pause, ...later] = waits;
  try {
    return work();
  } catch (error) {
    if (pause === undefined || !['EBUSY', 'EPERM', 'EACCES'].includes(readSystemCode(error) ?? '')) throw error;
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  return insistently(work, later);
}

/** What an error says, in one line: Windows ends its own sentences with a line end. */
export function saidBy(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
}

/** Why a file is not found: a name that is not UTF-8 arrives with a mark in place of each wrong byte. */
export function explainAbsence(name: string): string {
  return name.includes('\ufffd')
    ? 'its name is not UTF-8 text; work on a copy of it under another name'
    : 'there is no such file';
}
