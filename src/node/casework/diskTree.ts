import fs from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import path from 'node:path';
import type { FileTree, FolderEntry } from '../../core/casework/filesBelow';
import { unreadableDocument, unreadableFolder } from '../../core/errors';

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
    if (codeOf(error) === 'ENOENT') return [];
    throw unreadableFolder(folder, `it cannot be listed (${codeOf(error)})`);
  }
}

function entryOf(entry: Dirent): FolderEntry {
  const { name } = entry;
  if (entry.isSymbolicLink()) return { name, kind: 'link' };
  return { name, kind: entry.isDirectory() ? 'folder' : 'file' };
}

async function utf8Text(file: string): Promise<string> {
  const bytes = await fs.readFile(file).catch((error: unknown) => {
    throw unreadableDocument(file, `the system reports ${codeOf(error)}`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadableDocument(file, 'it is not UTF-8 text');
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
