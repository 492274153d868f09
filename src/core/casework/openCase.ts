import { formatOf } from '../../reading/text/readableFormats';
import { type CaseDocument, type CaseFile, caseFileSuffix, describeByFolder } from './caseFile';
import type { LockInFile } from './lock';
import { createWarning, foldPath, warnOfAlikeAuthors, type CaseWarning, warnOfFilesLeftOut } from './caseWarnings';
import type { FolderEntry } from '../../reading/text/collectedPaths';
import { selectFiles, type SenderChoice } from './foundFiles';
import type { Role } from '../domain/evidence';
import type { IdiographError, SentenceValues, Notice } from '../errors';
import type { Naming } from './blind';

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
  const beside = selectFiles(entries.filter(({ path, kind }) => kind === 'file' && !path.includes('/'))).files;
  // files beside the folders of a case that may be misplaced exhibits, and are no notes, pages or data
  const noExhibits = /^readme\b|\.(?:md|markdown|html?|json|jsonl|ndjson|csv|tsv|log)$/i;
  const exhibits = beside.filter((each) => formatOf(each) !== undefined && !noExhibits.test(each));
  const outside = isCaseFolder(entries) ? exhibits : [];
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
      ...(outside.length > 0 ? [createWarning('outsideFolders', { file: outside.join(', ') })] : []),
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
  const all = [...files, ...links, ...others];
  const there = new Set(all);
  const byLikeness = new Map(all.map((each) => [foldPath(each), each]));
  const without = [...read.documents.keys()].filter((entry) => !there.has(entry));
  const lost = Object.keys(read.senders ?? {}).filter((entry) => !files.some((each) => each.startsWith(`${entry}/`)));
  return [
    ...without.map((entry) => {
      if (/^([/\\]|[A-Za-z]:)/.test(entry) || entry.split(/[/\\]/).includes('..'))
        return createWarning('outsideEntry', { file, entry });
      const mail = all.find((each) => each.startsWith(`${entry}/`));
      if (mail !== undefined) return createWarning('mailboxEntry', { file, entry, found: mail });
      const found = byLikeness.get(foldPath(entry));
      if (found !== undefined) return createWarning('otherName', { file, entry, found });
      return createWarning('lostEntry', { file, entry });
    }),
    ...lost.map((entry) => createWarning('lostEntry', { file, entry })),
  ];
}

/** Reasons to pass over a file before it is read. Each is also a kind of warning about the case. */
export const passedOver = ['link', 'hidden', 'mixedMailbox', 'otherFormat', 'noAuthor'] as const;

/**
 * Why a file takes no part in a case: it was passed over; it is not in the index yet; it has the same text as another one, which counts
 * once; or it cannot be read, with the code of the error.
 */
type UnreadCode = (typeof passedOver)[number] | 'notIndexed' | 'copy' | IdiographError['code'];

/** A file of a case with no compared text. */
export interface UnreadFile extends Notice<UnreadCode> {
  /** Its path from the case folder, with forward slashes. */
  readonly file: string;
  readonly role: Role | 'questioned';
  /** Absent for a questioned file, or if nobody knows the author. */
  readonly author?: string;
}

/** The files that are passed over completely, among the warnings of a case. */
export function selectPassedOver(warnings: readonly CaseWarning[]): readonly UnreadFile[] {
  return warnings.flatMap((warning): readonly UnreadFile[] => {
    const code = passedOver.find((each) => each === warning.code);
    if (code === undefined) return [];
    const { file, senders } = warning.values as Readonly<Record<'file' | 'senders', string>>;
    const [folder] = file.split('/');
    const role = folder === 'known' || folder === 'population' ? folder : 'questioned';
    const author = describeByFolder(file)?.author;
    const values: SentenceValues = code === 'mixedMailbox' ? { senders } : {};
    return [{ file, role, ...(author !== undefined && { author }), code, values }];
  });
}

/** Files with text that takes no part in what is shown. A copy is not among them, because the other text takes part. */
export function listMissing(unread: readonly UnreadFile[]): readonly UnreadFile[] {
  return unread.filter(({ code }) => code !== 'copy');
}

/** A file that an error says cannot be read. */
export function toUnreadFile(
  { code, sentence, details }: IdiographError,
  about: Pick<UnreadFile, 'file' | 'role' | 'author'>,
): UnreadFile {
  return { ...about, code, sentence, values: details };
}

/** The files without names: a file name can identify its author, and an author without texts has no letter. */
export function maskUnread(unread: readonly UnreadFile[], naming: Naming): readonly UnreadFile[] {
  return unread.map(({ values, ...each }, i) => {
    if (each.role === 'questioned') return { ...each, values };
    const letter = each.author === undefined ? undefined : naming.mask({ author: each.author }).author;
    const author = letter === undefined || letter === each.author ? 'Writer ?' : letter;
    const file = `${author}, file ${i + 1}`;
    const names = { name: file, file, other: file, senders: '?' };
    const masked = Object.entries(names).filter(([key]) => Object.hasOwn(values, key));
    return { ...each, author, file, values: { ...values, ...Object.fromEntries(masked) } };
  });
}
