import { addressParser } from 'postal-mime';
import { toFolderName, formatMailPath } from '../text/collectedPaths';
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
/**
 * "From ", an address or another name without blanks, a date and a time, and then the head of a mail (RFC 4155 and the habits of programs).
 */
const beginning = new RegExp(
  `^From (?:\\S{1,300}|\\S{1,200} at \\S{1,200}|) *${weekday} +(?:${month} +\\d{1,2}|\\d{1,2} ${month} \\d{4}),? +\\d{1,2}:\\d\\d[^\\n]{0,80}\\n>?[!-9;-~]{1,200}:`,
);
/** The beginning of a mail and its headers From and Subject are looked for in this many bytes. */
const longest = { beginning: 1000, head: 65_536 };

/** Whether a text may be a mailbox, as archives of mailing lists are in plain text. */
export function mayBeMailbox(start: string): boolean {
  return beginning.test(start.trimStart().slice(0, longest.beginning));
}

/** The mails of a mailbox, in order. Empty if the bytes are no mailbox. Throws Cancelled. */
export function findMails(bytes: Buffer, stop: StopSignal): readonly MailPlace[] {
  const poll = createPoll(stop);
  const starts: number[] = [];
  for (let at = bytes.indexOf('From '), i = 0; at >= 0; at = bytes.indexOf('From ', at + 1), i++) {
    poll(i);
    const before = bytes.toString('latin1', Math.max(0, at - 3), at);
    if (!/(?:^|\n)\r?\n$|^\uFEFF?$|^ï»¿$/.test(before)) continue;
    if (beginning.test(bytes.toString('latin1', at, at + longest.beginning))) starts.push(at);
  }
  if (starts.length === 0 || bytes.toString('utf8', 0, Math.min(starts[0]!, longest.head)).trim() !== '') return [];
  return starts.map((start, i) => {
    poll(i);
    return readMail(bytes, bytes.indexOf('\n', start) + 1, starts[i + 1] ?? bytes.length, i + 1);
  });
}

/** The bytes of a mail without the marks before lines that begin with "From " (mboxrd). */
export function removeMarks(mail: Buffer): Buffer {
  if (!mail.includes('\n>From ')) return mail;
  return Buffer.from(mail.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}

function readMail(bytes: Buffer, start: number, end: number, number: number): MailPlace {
  const head = bytes.toString('utf8', start, Math.min(end, start + longest.head)).split(/\r?\n\r?\n/, 1)[0]!;
  const readField = (name: string): string =>
    new RegExp(`^${name}:[ \\t]*((?:.|\\r?\\n[ \\t])*)`, 'im').exec(head)?.[1]?.replace(/\s+/g, ' ') ?? '';
  const { sender, name } = findSender(readField);
  return { path: formatMailPath({ sender, number }, readField('Subject')), name, start, end };
}

/** An address that a list or a tracker sends everybody's mails from, and a name that says so. */
const [ofProgram, viaList] = [/^(?:notifications?|no-?reply|do-?not-?reply|mailer|updates?)\b.*@/i, / via /i];

/** The sender of a mail. If a program sends the mails of many people, it is the person that the mail was received from, or the name. */
function findSender(readField: (name: string) => string): { readonly sender: string; readonly name: string } {
  const given = parseSender(readField('From'));
  if (!ofProgram.test(given.sender) && !viaList.test(given.name)) return given;
  for (const field of ['X-Original-From', 'Reply-To']) {
    const person = parseSender(readField(field));
    if (person.sender.includes('@') && person.sender !== given.sender && !ofProgram.test(person.sender)) return person;
  }
  const name = given.name.replace(/ via .*$/i, '').trim();
  return name === '' ? given : { sender: toFolderName(name.toLowerCase()), name };
}

/** The address of a mail's sender: the last one in angle brackets outside quotation marks, if there are several. */
function parseSender(written: string): { readonly sender: string; readonly name: string } {
  const from = written.includes('@') ? written : written.replace(/^(\S+) at (\S+)/, '$1@$2'); // archives of lists
  const [first] = addressParser(from, { flatten: true });
  const inBrackets = [...from.replace(/"(?:\\.|[^"\\])*"/g, '').matchAll(/<([^<>]*)>/g)].map(([, address]) =>
    address!.trim(),
  );
  const address = (inBrackets.length > 1 ? inBrackets.at(-1) : first?.address) ?? '';
  const name = first?.name ?? '';
  return { sender: toFolderName((address === '' ? name : address).toLowerCase()), name };
}
