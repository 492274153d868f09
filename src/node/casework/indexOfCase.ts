import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { indexUnavailable } from '../../core/errors';
import { isBundleFolder } from './bundleFolder';
import { isOnNetwork, resolveTrueName } from '../places';
import { computeSha256 } from '../sha256';

/**
 * The index of a case, beside its documents. SQLite's log does not work on network drives, so a case on one has its index in this user's
 * cache folder, unless it already has an index. So does an unpacked bundle, in which nothing is written and no index is trusted.
 * @throws IndexUnavailable  if a link in its place leads elsewhere
 */
export function findIndexOfCase(caseFolder: string): string {
  const folder = path.join(caseFolder, '.idiograph');
  const file = path.join(folder, 'index.sqlite');
  for (const place of [folder, file])
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw indexUnavailable(place, 'it is a link, and the index of a case is kept inside the case folder');
  return findIndexAway(caseFolder) ?? file;
}

/** The index of a bundle or of a case on a network drive. Undefined if it is beside the documents. */
export function findIndexAway(caseFolder: string): string | undefined {
  const isBundle = isBundleFolder(caseFolder);
  const isBeside = fs.existsSync(path.join(caseFolder, '.idiograph', 'index.sqlite')) || !isOnNetwork(caseFolder);
  if (isBeside && !isBundle) return undefined;
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const named = process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME;
  const cache = named !== undefined && path.isAbsolute(named) ? named : path.join(os.homedir(), '.cache');
  if (isOnNetwork(cache) && !isBundle) return undefined;
  return path.join(cache, 'idiograph', 'indexes', `${computeSha256(resolveTrueName(caseFolder)).slice(0, 32)}.sqlite`);
}

/** The place of a window's index. */
export interface WindowIndex {
  /** The folder that is open in the window. Undefined if there is none on a disk. */
  readonly root: string | undefined;
  /** The folder of all indexes outside a case folder, and the name of this one in it. */
  readonly indexes: string;
  readonly name: string;
}

/**
 * The index beside the documents of a trusted case folder, if there is one. Otherwise the window's own in the folder of indexes, which is
 * created.
 */
export function findIndexOfWindow({ root, indexes, name }: WindowIndex, isTrusted: boolean): string {
  if (root !== undefined && isTrusted && fs.existsSync(path.join(root, '.idiograph', 'index.sqlite')))
    return findIndexOfCase(root);
  fs.mkdirSync(indexes, { recursive: true });
  return path.join(indexes, `${name}.sqlite`);
}

/** A value that changes whenever a file is written. Undefined if there is no file. */
export function readVersion(file: string): string | undefined {
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
}
