import { formatOf } from '../../reading/text/readableFormats';
import { type CaseDocument, type CaseFile, caseFileSuffix, describeByFolder } from './caseFile';
import type { LockInFile } from './lock';
import { createWarning, warnOfAlikeAuthors, type CaseWarning, warnOfEntries, warnOfFilesLeftOut } from './caseWarnings';
import type { FolderEntry } from '../../reading/text/collectedPaths';
import { selectFiles, type SenderChoice } from './foundFiles';

/** The folders of a case with its documents. */
export const documentFolders: readonly string[] = ['known', 'population', 'questioned'];

/** A folder of questioned and known documents, with its case file if it has one. */
export interface Case {
  /** The name of its case file. */
  readonly file: string | undefined;
  /** Every readable document of the case with its facts, by path, in a fixed order. */
  readonly documents: ReadonlyMap<string, CaseDocument>;
  /** Texts by other senders in collections of an author's folder that the case file does not mention. */
  readonly others: ReadonlySet<string>;
  /** The senders that count in each collection in an author's folder. */
  readonly choices: readonly SenderChoice[];
  /** What is left out of the case, or read otherwise than meant, without the entries of its case file. */
  readonly warnings: readonly CaseWarning[];
  readonly read: CaseFile | undefined;
  /** Its locked settings. Undefined if the folder is no case. */
  readonly validation: LockInFile | 'none' | undefined;
}

/** Whether the entries of a folder make it a case: a case file, even as a link, or folders of known and questioned documents. */
export function isCaseFolder(entries: readonly FolderEntry[]): boolean {
  const holds = (folder: string): boolean => entries.some(({ path, kind }) => path === folder && kind !== 'file');
  return findCaseFiles(entries).length > 0 || ['known', 'questioned'].every(holds);
}

/** The case files of a folder in the order of their names, and other entries with such a name. The first file counts. */
export function findCaseFiles(entries: readonly FolderEntry[]): readonly FolderEntry[] {
  const named = entries.filter(({ path }) => path.endsWith(caseFileSuffix) && !path.includes('/'));
  return named.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Builds the case of a folder.
 * @param entries  the entries of the folder, and below its folders of documents
 * @param file     the name of its case file
 * @param read     the contents of that file
 */
export function openCase(entries: readonly FolderEntry[], file?: string, read?: CaseFile): Case {
  const inFolders = entries.filter(({ path }) => documentFolders.includes(path.split('/')[0]!));
  const result = selectFiles(inFolders, read);
  const others = new Set(result.others.filter((path) => !read?.documents.has(path)));
  const documents = new Map<string, CaseDocument>();
  const withoutAuthor: string[] = [];
  for (const path of [...result.files, ...result.others].filter((each) => !others.has(each) && formatOf(each))) {
    const facts = describeByPath(read, path);
    if (facts) documents.set(path, facts);
    else withoutAuthor.push(path);
  }
  const otherFiles = findCaseFiles(entries).filter(({ path, kind }) => path !== file && kind !== 'folder');
  return {
    file,
    documents,
    others,
    choices: result.choices,
    warnings: [
      ...otherFiles.map(({ path, kind }) =>
        kind === 'link'
          ? createWarning('linkedCaseFile', { file: path })
          : createWarning('otherCaseFile', { file: path, used: file! }),
      ),
      ...warnOfFilesLeftOut(result),
      ...withoutAuthor.map((path) => createWarning('noAuthor', { file: path })),
      ...warnOfAlikeAuthors([...documents.values()].flatMap(({ author }) => author ?? [])),
      ...(read?.warnings ?? []),
    ],
    read,
    validation: read?.validation ?? (isCaseFolder(entries) ? 'none' : undefined),
  };
}

/** The facts of a file in a case: from its case file, otherwise from its folders. */
export function describeByPath(read: CaseFile | undefined, path: string): CaseDocument | undefined {
  return read?.documents.get(path) ?? describeByFolder(path);
}

/** One warning for each entry of a case file that matches no file below its folder. */
export function checkEntries({ file, read }: Case, entries: readonly FolderEntry[]): readonly CaseWarning[] {
  if (!read || file === undefined) return [];
  const { files, links, others } = selectFiles(entries);
  const lost = Object.keys(read.senders ?? {}).filter((entry) => !files.some((each) => each.startsWith(`${entry}/`)));
  return [
    ...warnOfEntries(read.documents.keys(), file, [...files, ...links, ...others]),
    ...lost.map((entry) => createWarning('lostEntry', { file, entry })),
  ];
}
