import fs from 'node:fs';
import path from 'node:path';
import { linkedFile, unreadableDocument } from '../core/errors';
import { listPlacesBetween } from './places';
import { readSystemCode, toSystemError } from './systemError';

/** Bytes that are read of one file of a case at most: a log of a million entries has about 400 MB. */
const mostBytes = 500_000_000;

/** A place that is not used, and why. */
export interface OddPlace {
  readonly place: string;
  readonly problem: 'it is a link' | 'it is not a regular file';
}

/**
 * What speaks against reading or writing a file of a folder: a link, pipe, device or folder in its place, or a link on the way to it.
 * The folder itself may be reached by a link. Undefined: nothing does, or there is no such file.
 */
export function findOddPlace(folder: string, file: string): OddPlace | undefined {
  const places = listPlacesBetween(folder, file) ?? [path.resolve(file)];
  for (const [i, place] of places.entries()) {
    const stats = fs.lstatSync(place, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) return { place, problem: 'it is a link' };
    const isOfItsKind = i === places.length - 1 ? stats.isFile() : stats.isDirectory();
    if (!isOfItsKind) return { place, problem: 'it is not a regular file' };
  }
  return undefined;
}

/**
 * The bytes of a regular file of a folder. Nothing is read through a link, and no pipe or device is opened. Undefined: there is no
 * such file.
 *
 * @throws UnreadableDocument  what `findOddPlace` finds, and where the system refuses
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
 * Opens a file that `findOddPlace` has nothing against, without following a link or waiting for a pipe that took its place meanwhile.
 * Throws what the system says, and UnreadableDocument for what is no regular file.
 */
export function openRegular(file: string, flags: number): number {
  const { O_NOFOLLOW, O_NONBLOCK } = fs.constants as Partial<Record<string, number>>; // which Windows has not
  const handle = fs.openSync(file, flags | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o666);
  if (fs.fstatSync(handle).isFile()) return handle;
  fs.closeSync(handle);
  throw unreadableDocument(file, 'it is not a regular file');
}
