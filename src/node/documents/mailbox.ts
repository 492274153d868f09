import fs from 'node:fs';
import { unreadableDocument } from '../../core/errors';
import { fileBehind, mailPathOf, mailPlaceOf } from '../../core/mailboxes';
import type { DocumentReader } from '../../core/ports';

/** A mail of a mailbox: its path below the mailbox, and its bytes. */
interface Mail {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Most bytes of a mailbox. */
const mostBytes = 200_000_000;
/** The mails of the mailbox that was read last: they are read one by one. */
let last: { readonly version: string; readonly mails: readonly Mail[] } | undefined;

/** The mails of a mailbox, in order; none where the file is none or is larger than 200 MB. Throws what the system says. */
export function mailsOf(mailbox: string): readonly Mail[] {
  const { size, mtimeMs, ino } = fs.statSync(mailbox);
  if (size > mostBytes) return [];
  const version = [mailbox, ino, size, mtimeMs].join(' ');
  if (last?.version !== version) last = { version, mails: split(fs.readFileSync(mailbox)) };
  return last.mails;
}

/** The bytes of a mail by its path. Throws UnreadableDocument. */
export function mailBytes(path: string, name: string): Uint8Array {
  const place = mailPlaceOf(path)!;
  const below = path.slice(fileBehind(path).length + 1).replaceAll('\\', '/');
  const mail = mailsOf(place.mailbox)[place.number - 1];
  if (mail?.path !== below) throw unreadableDocument(name, 'its mailbox has no such mail any more');
  return mail.bytes;
}

/** Refuses a whole mailbox, since it is not one text. */
export const mailboxReader: DocumentReader = {
  read: (bytes, name) => {
    const { length } = split(Buffer.from(bytes));
    const problem =
      length === 0
        ? 'it is not a mailbox (mbox)'
        : `it holds ${length} mails, each a text of its own: put it into a folder of a case ("questioned" or "known"), or add it to an index`;
    return Promise.reject(unreadableDocument(name, problem));
  },
};

/** By the lines "From …" behind blank lines (RFC 4155). */
function split(bytes: Buffer): readonly Mail[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf('From '); at >= 0; at = bytes.indexOf('From ', at + 1))
    if (at === 0 || /\n\r?\n$/.test(bytes.toString('latin1', Math.max(0, at - 3), at))) starts.push(at);
  if (starts[0] !== 0) return [];
  return starts.map((start, i) => mailOf(bytes.subarray(start, starts[i + 1] ?? bytes.length), i + 1));
}

/** What follows the first line; a line of a text that began with "From " has a mark before it there (mboxrd). */
function mailOf(part: Buffer, number: number): Mail {
  const marked = part.subarray(part.indexOf('\n') + 1);
  const bytes = marked.includes('\n>From ')
    ? Buffer.from(marked.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1')
    : marked;
  const head = bytes.toString('utf8', 0, Math.min(bytes.length, 65_536)).split(/\r?\n\r?\n/, 1)[0]!;
  const field = (name: string): string =>
    new RegExp(`^${name}:[ \\t]*((?:.|\\r?\\n[ \\t])*)`, 'im').exec(head)?.[1]?.replace(/\s+/g, ' ') ?? '';
  const from = field('From');
  const sender = (/<([^<>]*)>/.exec(from)?.[1] ?? from).trim().toLowerCase() || 'unknown sender';
  return { path: mailPathOf({ sender, number }, field('Subject')), bytes };
}
