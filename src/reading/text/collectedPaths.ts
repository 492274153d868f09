import { type FormatName, formatOf, readableFormats } from './readableFormats';

/** A file of many texts: a mailbox, a chat or a table. Each has a path below it, such as "chat.txt/Ann/messages.txt". */
export interface CollectedPlace {
  readonly collection: string;
  /** The author's name in the collection: a mail sender's address in lower case, or the name in a chat. */
  readonly author: string;
  /** The path of the text below the collection, with forward slashes. */
  readonly below: string;
}

/** The formats that a collection may have. */
export const collectionFormats = ['plainText', 'markdown', 'mailbox', 'messageTable', 'messageObjects', 'xml'] as const;

const extensions = collectionFormats.flatMap((format) => readableFormats[format].extensions).join('|');
const textPath = new RegExp(
  String.raw`^(.+(?:${extensions.replaceAll('.', '\\.')}))[/\\]([^/\\]+)[/\\](\d{4,}(?: [^/\\]*)?\.eml|messages\.txt)$`,
  'i',
);
/** The path of a mail in a mailbox without an extension. It has an extension of its own, which no program gives to a mail. */
const plainTextPath = /^(.+[/\\][^./\\]+)[/\\]([^/\\]+)[/\\](\d{4,}(?: [^/\\]*)?\.mbox\.eml)$/;

/** Undefined if it is not the path of a text in a collection. */
export function parseCollectedPlace(path: string): CollectedPlace | undefined {
  const [, collection, author, name] = plainTextPath.exec(path) ?? textPath.exec(path) ?? [];
  return collection === undefined ? undefined : { collection, author: author!, below: `${author}/${name}` };
}

/** The path of a mail below its mailbox. @param number  from 1 on, in the order of the mailbox. @param box  the mailbox’s name */
export function formatMailPath(
  { sender, number, box }: { readonly sender: string; readonly number: number; readonly box: string },
  subject: string,
): string {
  const title = subject.includes('=?') ? '' : removeUnsafe(subject).slice(0, 60);
  return `${toFolderName(sender)}/${[String(number).padStart(4, '0'), title].join(' ').trim()}${box.includes('.') ? '' : '.mbox'}.eml`;
}

/** The file behind a path. For a text of a collection this is the collection. */
export function findFileBehind(path: string): string {
  return parseCollectedPlace(path)?.collection ?? path;
}

/** The path of a text with its author's folder in place of its collection. Any other path is returned as it is. */
export function replaceCollection(path: string): string {
  const place = parseCollectedPlace(path);
  return place ? place.collection.replace(/[^/\\]+$/, '') + place.below : path;
}

/** A name as the name of a folder, which is never empty, hidden or a way out. */
export function toFolderName(name: string): string {
  const safe = removeUnsafe(name).replace(/^[.~\s]+/, '');
  return safe.slice(0, 200).trim() || 'unknown sender';
}

function removeUnsafe(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Editors show files of these formats exactly as they are read. */
const shownAsTheyAre: ReadonlySet<FormatName> = new Set(['plainText', 'markdown']);

/** Whether a reader makes the text of a file, so that an editor does not show the file itself as it is compared. */
export function isConverted(path: string): boolean {
  if (parseCollectedPlace(path)) return true;
  const format = formatOf(path);
  return format !== undefined && !shownAsTheyAre.has(format);
}

/** Something below a folder, by its path from there, with forward slashes. */
export interface FolderEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** The sender of a text in a collection: the name beside the address, and the number of messages. */
  readonly sentBy?: { readonly name?: string; readonly messages: number };
}
