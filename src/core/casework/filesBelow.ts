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

/** Files, and the links that were met between them: a link may lead anywhere, so none is followed. */
export interface FoundFiles {
  readonly files: readonly string[];
  readonly links: readonly string[];
}

/** Every file below a folder in a fixed order, without hidden ones; none where there is no such folder. */
export async function filesBelow(tree: FileTree, folder: string): Promise<FoundFiles> {
  return foundIn(tree, folder, await tree.entries(folder));
}

/** The files that these entries of a folder are, or hold. */
export async function foundIn(tree: FileTree, folder: string, entries: readonly FolderEntry[]): Promise<FoundFiles> {
  const shown = entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: { files: string[]; links: string[] } = { files: [], links: [] };
  for (const { name, kind } of shown) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (kind === 'folder') {
      const { files, links } = await filesBelow(tree, path);
      for (const file of files) found.files.push(file);
      for (const link of links) found.links.push(link);
    } else (kind === 'file' ? found.files : found.links).push(path);
  }
  return found;
}
