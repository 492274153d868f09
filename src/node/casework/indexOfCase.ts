import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { indexUnavailable } from '../../core/errors';
import { isBundleFolder } from './folderEntries';
import { isOnNetwork, resolveTrueName } from '../places';
import { computeSha256 } from '../sha256';
import { readSystemCode } from '../systemError';

/**
 * The index of a case, for the window and the command line: beside its documents, or otherwise where `findPlaceAway` says.
 * @throws IndexUnavailable  if a link in its place leads elsewhere
 */
export function findIndexOfCase(caseFolder: string): string {
  const folder = path.join(caseFolder, '.idiograph');
  const file = path.join(folder, 'index.sqlite');
  for (const place of [folder, file])
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw indexUnavailable(place, 'it is a link, and the index of a case is kept inside the case folder');
  const away = findPlaceAway(caseFolder);
  return away && (away.code === 'indexOfBundleAway' || !fs.existsSync(file)) ? away.index : file;
}

/** Where the index, the results and the log of a case are if nothing may be written in its folder, and the code of the notice that says why. */
export interface PlaceAway {
  readonly index: string;
  readonly code: 'indexOfBundleAway' | 'caseReadOnly' | 'indexAway';
}

/**
 * The place in this user's cache folder for what is kept of a case. An unpacked bundle is not written and its index is not trusted. A
 * folder that this user may not write has no place for results, but its index is read. SQLite's log does not work on network drives; an
 * index that is there already is used.
 */
export function findPlaceAway(caseFolder: string): PlaceAway | undefined {
  const index = findIndexInCache(caseFolder);
  if (isBundleFolder(caseFolder)) return { index, code: 'indexOfBundleAway' };
  if (isReadOnly(caseFolder)) return { index, code: 'caseReadOnly' };
  const isBeside = fs.existsSync(path.join(caseFolder, '.idiograph', 'index.sqlite'));
  return !isBeside && isOnNetwork(caseFolder) && !isOnNetwork(index) ? { index, code: 'indexAway' } : undefined;
}

function isReadOnly(caseFolder: string): boolean {
  const own = path.join(caseFolder, '.idiograph');
  try {
    fs.accessSync(fs.existsSync(own) ? own : caseFolder, fs.constants.W_OK);
    return false;
  } catch (error) {
    return /^(EACCES|EPERM|EROFS)$/.test(readSystemCode(error) ?? '');
  }
}

/** The place in the cache folder for the index of a folder, or of a window without a folder. */
function findIndexInCache(folder: string | undefined): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const named = process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME;
  const cache = named !== undefined && path.isAbsolute(named) ? named : path.join(os.homedir(), '.cache');
  const name = folder === undefined ? 'default' : computeSha256(resolveTrueName(folder)).slice(0, 32);
  return path.join(cache, 'idiograph', 'indexes', `${name}.sqlite`);
}

/** The index of a window, and the place where it was before, if it must be moved. */
export interface IndexOfWindow {
  readonly index: string;
  readonly earlier: string | undefined;
}

/**
 * The index of a window: that of its case. A folder that is not trusted, or is no case, has its index in the cache folder; nothing is
 * written in such a folder, and an index in it is used only if it is trusted.
 */
export function findIndexOfWindow(
  root: string | undefined,
  { isTrusted, isCase }: { readonly isTrusted: boolean; readonly isCase: boolean },
): IndexOfWindow {
  const inCache = findIndexInCache(root);
  const isBeside = isTrusted && (isCase || fs.existsSync(path.join(root ?? '', '.idiograph', 'index.sqlite')));
  const index = root !== undefined && isBeside ? findIndexOfCase(root) : inCache;
  const isMoved = index !== inCache && !fs.existsSync(index) && fs.existsSync(inCache);
  return { index, earlier: isMoved ? inCache : undefined };
}

/** A value that changes whenever a file is written. Undefined if there is no file. */
export function readVersion(file: string): string | undefined {
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
}
