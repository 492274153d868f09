import fs from 'node:fs';
import path from 'node:path';
import { linkedFile, unreadableDocument } from '../core/errors';
import { listPlacesBetween } from './places';
import { readSystemCode, toSystemError } from './systemError';

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
