import fs, { type Dirent } from 'node:fs';
import path from 'node:path';
import type { FolderEntry } from '../../reading/text/collectedPaths';
import { missingFile } from '../../core/errors';
import { Collections } from '../../reading/readFile';
import { listFoldersAbove, toListedName, nameFrom } from '../places';
import { readSystemCode, toSystemError, findOddPlace, openRegular } from '../systemError';
import { documentFolders, isCaseFolder } from '../../core/casework/openCase';

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
