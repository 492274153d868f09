import fs from 'node:fs';
import path from 'node:path';
import { IdiographError, diskFull, linkedFile, unreadableDocument, unwritable } from '../core/errors';
import { listPlacesBetween } from './places';

/** The meanings of the codes of the file system, as clauses. */
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
  // Windows uses this code if it has no better one, mostly for a file that OneDrive or another service keeps elsewhere.
  UNKNOWN: 'the system does not hand it out; a file that is kept online has to be downloaded first',
};

/** The code of an error of the system. Undefined for other errors. */
export function readSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof IdiographError || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The typed error for an error of the file system. Other errors, which are bugs, are returned as they are.
 * @param refuse  creates the error from a file and a clause; a full disk is DiskFull
 * @param here    other meanings of codes for this file
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

/** The typed error for an error of the file system that names its place. Other errors are returned as they are. */
export function toPlaceError(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const place = 'path' in error ? String(error.path) : 'A file';
  return toSystemError(
    error,
    place,
    'dest' in error || /mk|write|sync|trunc/.test(String(error.syscall)) ? unwritable : unreadableDocument,
  );
}

/** Milliseconds between two tries. A scanner keeps a file open for some tenths of a second. */
const pauses = [10, 20, 40, 80, 160, 320, 640];

/**
 * Repeats work that Windows refuses while another program has the file open. A virus scanner there opens each file after it was written,
 * and the error has the same code as a permanent refusal. On other systems a refusal is permanent.
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

/** The message of an error on one line. Windows ends its own messages with a line end. */
export function saidBy(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
}

/** Why a file is not found. A name that is not UTF-8 arrives with a replacement character for each wrong byte. */
export function explainAbsence(name: string): string {
  return name.includes('\ufffd')
    ? 'its name is not UTF-8 text; work on a copy of it under another name'
    : 'there is no such file';
}

/** At most this many bytes of one file of a case are read. A log of a million entries has about 400 MB. */
const mostBytes = 500_000_000;

/**
 * The reason not to read or write a file of a folder: a link, pipe, device or folder in its place, or a link on the way to it. The folder
 * itself may be behind a link. Undefined if there is no such reason, or no such file.
 */
export function findOddPlace(folder: string, file: string) {
  const places = listPlacesBetween(folder, file) ?? [path.resolve(file)];
  for (const [i, place] of places.entries()) {
    const stats = fs.lstatSync(place, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) return { place, problem: 'it is a link' } as const;
    const isOfItsKind = i === places.length - 1 ? stats.isFile() : stats.isDirectory();
    if (!isOfItsKind) return { place, problem: 'it is not a regular file' } as const;
  }
  return undefined;
}

/**
 * The bytes of a regular file of a folder. Nothing is read through a link, and no pipe or device is opened. Undefined if there is no such
 * file.
 * @throws UnreadableDocument  for the reasons of `findOddPlace`, and if the system refuses
 */
export function readRegular(folder: string, file: string): Buffer | undefined {
  const odd = findOddPlace(folder, file);
  if (odd) throw odd.problem === 'it is a link' ? linkedFile(odd.place) : unreadableDocument(odd.place, odd.problem);
  try {
    const handle = openRegular(file, fs.constants.O_RDONLY);
    try {
      if (fs.fstatSync(handle).size > mostBytes) throw unreadableDocument(file, 'it is larger than 500 MB');
      return fs.readFileSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return undefined;
    throw toSystemError(error, file, unreadableDocument, { ELOOP: 'it is a link' });
  }
}

/**
 * Opens a file that `findOddPlace` allows, without following a link or waiting for a pipe that may have replaced it. Throws the errors of
 * the system, and UnreadableDocument if it is not a regular file.
 */
export function openRegular(file: string, flags: number): number {
  const { O_NOFOLLOW, O_NONBLOCK } = fs.constants as Partial<Record<string, number>>; // not on Windows
  const handle = fs.openSync(file, flags | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o666);
  if (fs.fstatSync(handle).isFile()) return handle;
  fs.closeSync(handle);
  throw unreadableDocument(file, 'it is not a regular file');
}
