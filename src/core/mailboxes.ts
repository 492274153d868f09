/**
 * A mailbox (mbox) holds many texts. Each mail of it has a path below it, as if the mailbox were a folder of its senders:
 * "inbox.mbox/ann@merrow.example/0003 Minutes.eml".
 */
export interface MailPlace {
  readonly mailbox: string;
  /** Address of the sender, in small letters. */
  readonly sender: string;
  /** From 1 on, in the order of the mailbox. */
  readonly number: number;
}

const mailPath = /^(.+\.mbox)[/\\]([^/\\]+)[/\\](\d+)[^/\\]*\.eml$/i;

/** Undefined: it is no path of a mail in a mailbox. */
export function mailPlaceOf(path: string): MailPlace | undefined {
  const [, mailbox, sender, number] = mailPath.exec(path) ?? [];
  return mailbox === undefined ? undefined : { mailbox, sender: sender!, number: Number(number) };
}

/** The path of a mail, below its mailbox. */
export function mailPathOf({ sender, number }: Omit<MailPlace, 'mailbox'>, subject: string): string {
  const name = [String(number).padStart(4, '0'), plain(subject).slice(0, 60)].join(' ').trim();
  return `${plain(sender)}/${name}.eml`;
}

/** The file that a path names: of a mail in a mailbox, the mailbox. */
export function fileBehind(path: string): string {
  return mailPlaceOf(path)?.mailbox ?? path;
}

export function isMailbox(path: string): boolean {
  return /\.mbox$/i.test(path);
}

/** The path of a mail as if its sender's folder stood in the place of its mailbox; any other path as it is. */
export function bySender(path: string): string {
  const place = mailPlaceOf(path);
  return place ? place.mailbox.replace(/[^/\\]+$/, '') + path.slice(place.mailbox.length + 1) : path;
}

/** The mailboxes of several senders in a folder of one author, by the paths of their mails: whose texts they are is not clear. */
export function mixedMailboxes(paths: readonly string[]): ReadonlySet<string> {
  const senders = new Map<string, Set<string>>();
  for (const path of paths) {
    const place = mailPlaceOf(path);
    if (!place || !isInAuthorsFolder(place.mailbox)) continue;
    senders.set(place.mailbox, (senders.get(place.mailbox) ?? new Set()).add(place.sender));
  }
  return new Set([...senders].filter(([, each]) => each.size > 1).map(([mailbox]) => mailbox));
}

function isInAuthorsFolder(mailbox: string): boolean {
  const [top, ...folders] = mailbox.split('/').slice(0, -1);
  return top === 'known' || top === 'population' ? folders.length > 0 : top !== undefined && top !== 'questioned';
}

/** Without what no name of a file may hold, and without what is encoded. */
function plain(text: string): string {
  return text.includes('=?')
    ? ''
    : text
        .replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim();
}
