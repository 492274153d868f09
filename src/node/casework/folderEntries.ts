import fs from 'node:fs/promises';
import path from 'node:path';
import type { Dirent } from 'node:fs';
import type { FolderEntry } from '../../core/casework/foundFiles';
import { isMailbox } from '../../core/mailboxes';
import { unreadableFolder } from '../../core/errors';
import { mailsOf } from '../documents/mailbox';
import { systemCode, systemError } from '../systemError';
import { documentFolders, isCaseFolder } from '../../core/casework/openCase';

/** What lies in a folder, and what lies below those of its folders that are named. None where there is no such folder. Throws UnreadableDocument. */
export async function entriesIn(root: string, folders: readonly string[] = []): Promise<readonly FolderEntry[]> {
  const top = entriesOf(root, await listed(root, false));
  const below = top.filter(({ path, kind }) => kind === 'folder' && folders.includes(path));
  const lists = await Promise.all(below.map((folder) => listed(path.join(root, folder.path), true)));
  return [...top, ...lists.flatMap((list) => entriesOf(root, list))];
}

/** Everything below a folder; no link is followed. Throws as `entriesIn` does. */
export async function entriesBelow(root: string): Promise<readonly FolderEntry[]> {
  return entriesOf(root, await listed(root, true));
}

async function listed(folder: string, recursive: boolean): Promise<readonly Dirent[]> {
  try {
    return await fs.readdir(folder, { withFileTypes: true, recursive });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    const place = error instanceof Error && 'path' in error ? String(error.path) : folder;
    throw systemError(error, place, unreadableFolder);
  }
}

function entriesOf(root: string, entries: readonly Dirent[]): readonly FolderEntry[] {
  return entries.flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const place = path.relative(root, file).split(path.sep).join('/');
    if (entry.isFile() && isMailbox(entry.name)) return mailboxEntries(file, place);
    return [{ path: place, kind: entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : 'file' } as const];
  });
}

/** The mails of a mailbox by their paths; none where the file is no mailbox. */
export function mailsIn(mailbox: string): readonly string[] {
  return mailsOf(mailbox).map((mail) => path.join(mailbox, mail.path));
}

/** A mailbox as a folder of its mails; a file that is none as it is. */
function mailboxEntries(file: string, place: string): readonly FolderEntry[] {
  const mails = mailsOf(file).map((mail) => ({ path: `${place}/${mail.path}`, kind: 'file' }) as const);
  return mails.length === 0 ? [{ path: place, kind: 'file' }] : [{ path: place, kind: 'folder' }, ...mails];
}

/**
 * The case that a file or folder is of: the nearest folder there or above that is a case, else the nearest whose folders of
 * documents hold the place. Undefined: none.
 */
export async function findCase(place: string): Promise<string | undefined> {
  const full = path.resolve(place);
  const above = [full];
  while (path.dirname(above.at(-1)!) !== above.at(-1)) above.push(path.dirname(above.at(-1)!));
  for (const folder of above) if (await isCase(folder)) return folder;
  return above.find((folder) => documentFolders.includes(path.relative(folder, full).split(path.sep)[0]!));
}

async function isCase(folder: string): Promise<boolean> {
  return isCaseFolder(await entriesIn(folder).catch(() => [])); // a file, or a folder that may not be listed
}
