import fs, { type Dirent } from 'node:fs';
import path from 'node:path';
import type { FolderEntry } from '../../reading/text/collectedPaths';
import { missingFile, indexUnavailable } from '../../core/errors';
import { Collections } from '../../reading/readFile';
import { listFoldersAbove, toListedName, nameFrom, isOnNetwork, resolveTrueName } from '../places';
import { readSystemCode, toSystemError, findOddPlace, openRegular } from '../systemError';
import { documentFolders, isCaseFolder } from '../../core/casework/openCase';
import os from 'node:os';
import { computeSha256 } from '../sha256';

/** The entries of a folder, and those below its named folders. Empty if there is no such folder. Throws UnreadableDocument. */
export async function listEntries(root: string, folders: readonly string[] = []): Promise<readonly FolderEntry[]> {
  const top = (await readFolder(root, false)).map((entry) => toEntry(root, entry));
  const below = top.filter(({ path, kind }) => kind === 'folder' && folders.includes(path));
  const lists = await Promise.all(below.map((folder) => readFolder(path.join(root, folder.path), true)));
  return [...top, ...lists.flatMap((list) => toEntries(root, list))];
}

/** All entries below a folder, without following links. Throws the errors of `listEntries`. */
export async function listEntriesBelow(root: string): Promise<readonly FolderEntry[]> {
  return toEntries(root, await readFolder(root, true));
}

async function readFolder(folder: string, recursive: boolean): Promise<readonly Dirent[]> {
  try {
    return await fs.promises.readdir(folder, { withFileTypes: true, recursive });
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return [];
    const place = error instanceof Error && 'path' in error ? String(error.path) : folder;
    throw toSystemError(error, place, missingFile);
  }
}

function toEntry(root: string, entry: Dirent): FolderEntry {
  const kind = entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : 'file';
  return { path: toListedName(root, path.join(entry.parentPath, entry.name)), kind };
}

function toEntries(root: string, entries: readonly Dirent[]): readonly FolderEntry[] {
  return entries.flatMap((entry) => {
    const result = toEntry(root, entry);
    const texts = entry.isFile() ? listCollected(path.join(entry.parentPath, entry.name), result.path) : [];
    return texts.length === 0 ? [result] : [{ ...result, kind: 'folder' }, ...texts];
  });
}

/**
 * The texts of a collection, as entries of a folder with its name. Empty if the file is no collection, or cannot be read, which its reader
 * reports later.
 * @param place  the path of the file from the listed folder
 */
export function listCollected(file: string, place: string): readonly FolderEntry[] {
  try {
    const texts = new Collections().listTexts(file);
    return texts.map(({ path: below, sentBy }) => ({ path: `${place}/${below}`, kind: 'file', sentBy }) as const);
  } catch {
    return [];
  }
}

/**
 * The case of a file or folder: the nearest folder there or above it that is a case, otherwise the nearest one with the place in its
 * folders of documents. Undefined if there is none.
 */
export async function findCase(place: string): Promise<string | undefined> {
  const above = listFoldersAbove(place);
  for (const folder of above) if (isCaseFolder(await listEntries(folder).catch(() => []))) return folder;
  return above.find((folder) => documentFolders.includes(nameFrom(folder, place).split('/')[0]!));
}

/** The file of a bundle with its facts. It begins with its format. */
export const bundleFacts = 'bundle.json';
export const bundleFormat = 'idiograph.bundle/1';

/** Whether a folder is an unpacked bundle. It is somebody else's record, so nothing is written in it. */
export function isBundleFolder(folder: string): boolean {
  const file = path.join(folder, bundleFacts);
  if (!fs.existsSync(file) || findOddPlace(folder, file)) return false;
  const handle = openRegular(file, fs.constants.O_RDONLY);
  try {
    const begins = Buffer.alloc(100);
    fs.readSync(handle, begins);
    const [, format] = /^\{\s*"format":\s*"([^"]*)"/.exec(begins.toString()) ?? [];
    return format === bundleFormat;
  } finally {
    fs.closeSync(handle);
  }
}

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
