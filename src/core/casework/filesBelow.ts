import { formatOf } from '../readableFormats';

/** Something directly in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
}

/** How a folder's files are reached. Paths are relative to it, with forward slashes; '' is the folder itself. */
export interface FileTree {
  /** None where there is no such folder. */
  entries(folder: string): Promise<readonly FolderEntry[]>;
  /** The text of a UTF-8 file, without a byte order mark. Throws UnreadableDocument. */
  text(file: string): Promise<string>;
}

/** Files, and what was passed over between them: links, which may lead anywhere, and hidden folders and texts. */
export interface FoundFiles {
  readonly files: readonly string[];
  readonly links: readonly string[];
  readonly hidden: readonly string[];
}

/** Every file below a folder in a fixed order, without hidden ones; none where there is no such folder. */
export async function filesBelow(tree: FileTree, folder: string): Promise<FoundFiles> {
  return foundIn(tree, folder, await tree.entries(folder));
}

/** The files that these entries of a folder are, or hold. */
export async function foundIn(tree: FileTree, folder: string, entries: readonly FolderEntry[]): Promise<FoundFiles> {
  const found: Record<keyof FoundFiles, string[]> = { files: [], links: [], hidden: [] };
  for (const { name, kind } of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (name.startsWith('.')) {
      if (kind === 'folder' || isHiddenText(name)) found.hidden.push(path);
    } else if (kind === 'folder') {
      const below = await filesBelow(tree, path);
      for (const list of ['files', 'links', 'hidden'] as const) for (const each of below[list]) found[list].push(each);
    } else (kind === 'file' ? found.files : found.links).push(path);
  }
  return found;
}

/** Not what macOS keeps beside each file on other disks ("._name"). */
function isHiddenText(name: string): boolean {
  return !name.startsWith('._') && formatOf(name) !== undefined;
}
