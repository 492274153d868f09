import {
  caseFileSuffix,
  documentByFolder,
  parseCaseFile,
  type CaseDocument,
  type LockInFile,
  type ReadCaseFile,
} from './caseFile';
import { alikeAuthors } from './authorName';
import { entryWarnings, leftOut, type CaseWarning } from './caseWarnings';
import { formatOf } from '../readableFormats';
import { filesBelow, foundIn, type FileTree, type FolderEntry, type FoundFiles } from './filesBelow';

/** The folders of a case that hold its documents. */
export const documentFolders: readonly string[] = ['known', 'population', 'questioned'];

/** The names of the folders that make a folder a case, with or without a case file. */
const caseFolders = ['known', 'questioned'];

/** Whether a folder is a case, by what lies in it: a case file, be it a link, or the folders of known and questioned documents. */
export function isCaseFolder(entries: readonly FolderEntry[]): boolean {
  const holds = (folder: string): boolean => entries.some(({ name, kind }) => name === folder && kind !== 'file');
  return caseFilesOf(entries).length > 0 || caseFolders.every(holds);
}

function caseFilesOf(entries: readonly FolderEntry[]): readonly FolderEntry[] {
  return entries.filter(({ name, kind }) => name.endsWith(caseFileSuffix) && kind !== 'folder');
}

/** A folder of questioned and known documents, with its case file if it has one. */
export interface Case {
  /** What the case says of a file by its path: its case file first, its folders otherwise. */
  describe(path: string): CaseDocument | undefined;
  /** Every document of the case that can be read, with what is said of it, by path, in a fixed order. */
  documents(): Promise<readonly (readonly [path: string, facts: CaseDocument])[]>;
  /** What is left out of the case or not read as it was meant. */
  warnings(): Promise<readonly CaseWarning[]>;
  /** The name of its case file. */
  readonly file: string | undefined;
  readonly pinned: ReadCaseFile['caseFile']['pinned'];
  /** Its settings as they were locked; undefined where the folder is no case. */
  readonly validation: LockInFile | 'none' | undefined;
}

/**
 * Opens a case folder with the case file whose name is given, else with the first one in the order of their names.
 * Throws UnreadableDocument for a case file that cannot be read as one.
 */
export async function openCase(tree: FileTree, given?: string): Promise<Case> {
  const top = await tree.entries('');
  const caseFiles = caseFilesOf(top);
  const named = caseFiles.filter(({ kind }) => kind === 'file').map(({ name }) => name);
  const links = caseFiles.filter(({ kind }) => kind === 'link').map(({ name }) => name);
  const [first, ...others] = given === undefined ? named.sort() : [given];
  const read = first === undefined ? undefined : parseCaseFile(await tree.text(first), first);
  const inDocumentFolders = (): Promise<FoundFiles> =>
    foundIn(
      tree,
      '',
      top.filter(({ name }) => documentFolders.includes(name)),
    );
  const describe = (path: string): CaseDocument | undefined =>
    read?.caseFile.documents.get(path) ?? documentByFolder(path);
  const documents: Case['documents'] = async () =>
    (await inDocumentFolders()).files.flatMap((path) => {
      const facts = formatOf(path) && describe(path);
      return facts ? [[path, facts] as const] : [];
    });
  return {
    describe,
    documents,
    warnings: async () => [
      ...others.map((file) => ({ kind: 'otherCaseFile', file, used: first! }) as const),
      ...links.map((file) => ({ kind: 'linkedCaseFile', file }) as const),
      ...leftOut(await inDocumentFolders()),
      ...alikeAuthors((await documents()).flatMap(([, { author }]) => author ?? [])),
      ...(read ? [...read.warnings, ...(await warningsOfEntries(read.caseFile, first!, tree))] : []),
    ],
    file: first,
    pinned: read?.caseFile.pinned,
    validation: read?.caseFile.validation ?? (isCaseFolder(top) ? 'none' : undefined),
  };
}

async function warningsOfEntries(
  caseFile: ReadCaseFile['caseFile'],
  name: string,
  tree: FileTree,
): Promise<readonly CaseWarning[]> {
  const { files, links } = await filesBelow(tree, '');
  return entryWarnings(caseFile.documents.keys(), name, [...files, ...links]);
}
