import { bySender, fileBehind, mixedMailboxes } from '../mailboxes';
import { formatOf } from '../readableFormats';
import type { Role } from '../domain';

/** Something below a folder, by its path from there, with forward slashes. */
export interface FolderEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
}

/** Files, and what was passed over between them: links, which may lead anywhere, and hidden folders and texts. */
export interface FoundFiles {
  readonly files: readonly string[];
  readonly links: readonly string[];
  readonly hidden: readonly string[];
  /** Mailboxes of several senders in a folder of one author. */
  readonly mixed: readonly string[];
}

/** The files of a folder in a fixed order, without hidden ones. */
export function filesAmong(entries: readonly FolderEntry[]): FoundFiles {
  const files: string[] = [];
  const links: string[] = [];
  const hidden = new Set<string>();
  const inOrder = entries.map((entry) => ({ ...entry, order: entry.path.replaceAll('/', '\0') }));
  for (const { path, kind } of inOrder.sort((a, b) => (a.order < b.order ? -1 : 1))) {
    const parts = path.split('/');
    const at = parts.findIndex((part) => part.startsWith('.'));
    if (at < 0) {
      if (kind !== 'folder') (kind === 'file' ? files : links).push(path);
    } else if (at < parts.length - 1 || kind === 'folder' || isHiddenText(parts[at]!))
      hidden.add(parts.slice(0, at + 1).join('/'));
  }
  const mixed = mixedMailboxes(files);
  const clear = files.filter((path) => !mixed.has(fileBehind(path)));
  return { files: clear, links, hidden: [...hidden], mixed: [...mixed] };
}

/** Not what macOS keeps beside each file on other disks ("._name"). */
function isHiddenText(name: string): boolean {
  return !name.startsWith('._') && formatOf(name) !== undefined;
}

/** A file in a folder of its author. */
export interface AuthoredFile {
  readonly path: string;
  readonly author: string;
  readonly role: Role;
}

/**
 * The files of a folder whose folders are authors; `known` and `population` may stand between.
 *
 * @param paths   relative to the folder
 * @param folder  its own name: one that is called "population" holds authors of the population
 */
export function filesByAuthor(paths: readonly string[], folder: string): readonly AuthoredFile[] {
  const nested = paths.map((path) => ({ path, folders: bySender(path).split('/').slice(0, -1) }));
  const roles = (['known', 'population'] as const).filter((role) => nested.some(({ folders }) => folders[0] === role));
  if (roles.length === 0) {
    const role = folder === 'population' ? 'population' : 'known';
    return nested.flatMap(({ path, folders: [author] }) => (author === undefined ? [] : [{ path, author, role }]));
  }
  return roles.flatMap((role) =>
    nested.flatMap(({ path, folders: [top, author] }) =>
      top !== role || author === undefined ? [] : [{ path, author, role }],
    ),
  );
}

/**
 * The shortest name of each file that no other file has: its own name, or the name with as many of its folders as are needed.
 *
 * @param paths  with forward slashes; no two are the same
 */
export function distinctNames(paths: readonly string[]): readonly string[] {
  const tail = (path: string, length: number): string => path.split('/').slice(-length).join('/');
  const names = paths.map((path) => tail(path, 1));
  for (let length = 2; new Set(names).size < paths.length && length < longestPath; length++) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [i, name] of [...names].entries()) if (counts.get(name)! > 1) names[i] = tail(paths[i]!, length);
  }
  return names;
}

/** Folders of a path, at most. */
const longestPath = 100;
