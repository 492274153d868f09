import { fileBehind, mixedMailboxes } from '../mailboxes';
import { formatOf } from '../readableFormats';

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
