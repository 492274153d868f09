import { signature } from '../text/mail/additions';
import { addressParser } from 'postal-mime';
import { toFolderName, formatMailPath } from '../text/collectedPaths';
import { groupBy } from '../../core/basics/numbers';
import { createPoll, type StopSignal } from '../../core/basics/work';

/** A mail of a mailbox: its path below the mailbox, its sender's name, and the place of its bytes after its first line. */
export interface MailPlace {
  readonly path: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/** "From ", an address or another name, a date and a time, and then the head of a mail (RFC 4155 and the habits of programs). */
const beginning = new RegExp(
  `^From (?:\\S{1,300}|\\S{1,200} at \\S{1,200}|) *${weekday} +(?:${month} +\\d{1,2}|\\d{1,2} ${month} \\d{4}),? +\\d{1,2}:\\d\\d[^\\n]{0,80}\\n>?[!-9;-~]{1,200}:`,
);
/** The beginning of a mail and its headers From and Subject are looked for in this many bytes. */
const longest = { beginning: 1000, head: 65_536 };

/** Whether a text may be a mailbox, as archives of mailing lists are in plain text. */
export function mayBeMailbox(start: string): boolean {
  return beginning.test(start.trimStart().slice(0, longest.beginning));
}

/** The mails of a mailbox, in order. Empty if the bytes are no mailbox. @param box  its name. Throws Cancelled. */
export function findMails(bytes: Buffer, box: string, stop: StopSignal): readonly MailPlace[] {
  const poll = createPoll(stop);
  const starts: number[] = [];
  for (let at = bytes.indexOf('From '), i = 0; at >= 0; at = bytes.indexOf('From ', at + 1), i++) {
    poll(i);
    const before = bytes.toString('latin1', Math.max(0, at - 3), at);
    if (!/(?:^|\n)\r?\n$|^\uFEFF?$|^ï»¿$/.test(before)) continue;
    if (beginning.test(bytes.toString('latin1', at, at + longest.beginning))) starts.push(at);
  }
  if (starts.length === 0 || bytes.toString('utf8', 0, Math.min(starts[0]!, longest.head)).trim() !== '') return [];
  const mails = starts.map((begin, i) => {
    poll(i);
    const [start, end] = [bytes.indexOf('\n', begin) + 1, starts[i + 1] ?? bytes.length];
    const top = bytes.toString('utf8', start, Math.min(end, start + longest.head));
    const head = top.split(/\r?\n\r?\n/, 1)[0]!;
    const readField = (name: string): string =>
      new RegExp(`^${name}:[ \\t]*((?:.|\\r?\\n[ \\t])*)`, 'im').exec(head)?.[1]?.replace(/\s+/g, ' ') ?? '';
    const { address, name: given } = parseSender(readField('From')); // who sent it, or the list that did
    const original = parseSender(readField('X-Original-From') || readField('X-Original-Sender')).address;
    const name = given.replace(besideName, '').trim() || original || address;
    const signer = signature.exec(top.slice(head.length))?.[1]?.trim() ?? '';
    return { address, original, name, signer, subject: readField('Subject'), start, end };
  });
  // The addresses of several people, by their names or by two signatures that come back.
  const shared = new Map<string, 'names' | 'signers'>();
  for (const [address, of] of groupBy(mails, (mail) => mail.address)) {
    const signers = groupBy(of, ({ signer }) => signer);
    const often = [...signers].flatMap(([signer, { length }]) => (signer !== '' && length > 1 ? [signer] : []));
    if (areSeveral(new Set(of.map(({ name }) => name)))) shared.set(address, 'names');
    else if (areSeveral(new Set(often))) shared.set(address, 'signers');
  }
  return mails.map(({ address, original, name, signer, subject, start, end }, i) => {
    const by = shared.get(address);
    const person = original || (by === 'signers' && signer) || name;
    const sender = toFolderName(by === undefined ? address || name : person).toLowerCase();
    return { path: formatMailPath({ sender, number: i + 1, box }, subject), name, start, end };
  });
}

/** What lists and trackers write beside the name of the person that they send a mail for. */
const besideName = /\s*\([^()]*\)$|^.* on behalf of |\s+(?:via|über|par|por|per|door)\s.*$/giu;
/** Whether names are of several people. A person may shorten a name, and write it with or without blanks. */
function areSeveral(names: ReadonlySet<string>): boolean {
  const split = [...names].map((name) => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const isLike = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
  const areAlike = (a: readonly string[], b: readonly string[]): boolean =>
    isLike(a.join(''), b.join('')) ||
    a[0] === b[0] ||
    [a, b].some((few, i) => few.every((word) => [b, a][i]!.some((other) => isLike(word, other))));
  return split.some((one, i) => split.slice(0, i).some((other) => !areAlike(one, other)));
}

/** The sender of a mail. Of several addresses in angle brackets outside quotation marks, the last one counts. */
function parseSender(written: string): { readonly address: string; readonly name: string } {
  const from = written.includes('@') ? written : written.replace(/^(\S+) at (\S+)/, '$1@$2'); // archives of lists
  const [{ address = '', name } = { name: '' }] = addressParser(from, { flatten: true });
  const inBrackets = from.replace(/"(?:\\.|[^"\\])*"/g, '').match(/(?<=<)[^<>]*(?=>)/g) ?? [];
  if (inBrackets.length === 0 || (address.includes('@') && inBrackets.length === 1)) return { address, name };
  return { address: inBrackets.at(-1)!.trim(), name: address.includes('@') ? name : from.split('<', 1)[0]!.trim() };
}
