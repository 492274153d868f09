import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { indexUnavailable } from '../../core/errors';
import { isBundleFolder } from './bundleFolder';
import { isOnNetwork, resolveTrueName } from '../places';
import { computeSha256 } from '../sha256';

/**
 * The index of a case, beside its documents. SQLite's log does not work on network drives: a case that lies on one, and has no index
 * yet, has its index in this user's cache folder. So has an unpacked bundle, in which nothing is written and no index is believed.
 *
 * @throws IndexUnavailable  where a link in its place leads elsewhere
 */
export function findIndexOfCase(caseFolder: string): string {
  const folder = path.join(caseFolder, '.idiograph');
  const file = path.join(folder, 'index.sqlite');
  for (const place of [folder, file])
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw indexUnavailable(place, 'it is a link, and the index of a case is kept inside the case folder');
  return findIndexAway(caseFolder) ?? file;
}

/** Where the index of a bundle or of a case on a network drive is; undefined: it is beside the documents. */
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

/** Where a window keeps its index. */
export interface WindowIndex {
  /** The folder that the window has open; undefined: there is none on a disk. */
  readonly root: string | undefined;
  /** The folder of all indexes that lie in no case folder, and the name of this one in it. */
  readonly indexes: string;
  readonly name: string;
}

/** The index beside the documents of a trusted case folder that has one. Else the window's own in the folder of indexes, which is made. */
export function findIndexOfWindow({ root, indexes, name }: WindowIndex, isTrusted: boolean): string {
  if (root !== undefined && isTrusted && fs.existsSync(path.join(root, '.idiograph', 'index.sqlite')))
    return findIndexOfCase(root);
  fs.mkdirSync(indexes, { recursive: true });
  return path.join(indexes, `${name}.sqlite`);
}

/** Another one whenever a file was written; undefined: there is none. */
export function readVersion(file: string): string | undefined {
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
}
