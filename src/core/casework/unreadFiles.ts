import type { Role } from '../domain/evidence';
import type { IdiographError, SentenceValues } from '../errors';
import type { Naming } from './blind';
import { describeByFolder } from './caseFile';
import type { Notice } from '../domain/notice';
import type { CaseWarning } from './caseWarnings';

/** Reasons to pass over a file before it is read. Each is also a kind of warning about the case. */
const passedOver = ['link', 'hidden', 'mixedMailbox', 'otherFormat', 'noAuthor'] as const;

/**
 * Why a file takes no part in a case: it was passed over; it is not in the index yet; it has the same text as another one, which counts
 * once; or it cannot be read, with the code of the error.
 */
export type UnreadCode = (typeof passedOver)[number] | 'notIndexed' | 'copy' | IdiographError['code'];

/** A file of a case with no compared text. */
export interface UnreadFile extends Notice<UnreadCode> {
  /** Its path from the case folder, with forward slashes. */
  readonly file: string;
  readonly role: Role | 'questioned';
  /** Absent for a questioned file, or if nobody knows the author. */
  readonly author?: string;
}

/** Whether a warning is about a file that is passed over completely, which the list of unread files has. */
export function isPassedOver({ code }: Notice): boolean {
  return passedOver.some((each) => each === code);
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
