import fs from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import path from 'node:path';
import type { FileTree, FolderEntry } from '../../core/casework/filesBelow';
import { unreadableDocument, unreadableFolder } from '../../core/errors';
import { systemCode, systemError } from '../systemError';

/**
 * The files of a folder on the disk.
 *
 * @throws UnreadableDocument  naming a folder that cannot be listed, or a file that is not UTF-8 text
 */
export function diskTree(root: string): FileTree {
  return {
    entries: async (folder) => (await listed(path.join(root, folder))).map(entryOf),
    text: (file) => utf8Text(path.join(root, file)),
  };
}

async function listed(folder: string): Promise<readonly Dirent[]> {
  try {
    return await fs.readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw systemError(error, folder, unreadableFolder);
  }
}

function entryOf(entry: Dirent): FolderEntry {
  const { name } = entry;
  if (entry.isSymbolicLink()) return { name, kind: 'link' };
  return { name, kind: entry.isDirectory() ? 'folder' : 'file' };
}

async function utf8Text(file: string): Promise<string> {
  const bytes = await fs.readFile(file).catch((error: unknown) => {
    throw systemError(error, file, unreadableDocument);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadableDocument(file, 'it is not UTF-8 text');
  }
}
