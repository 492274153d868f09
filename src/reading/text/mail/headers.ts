import { numericDay } from '../dates';
import type { Lines } from './lines';
import { buildAlternation, fieldOf, readList } from './words';
import { walkMatches } from '../../../core/text/characters';

/** The lines "From: …", "Sent: …" above a mail. */
export interface MailHeader {
  readonly start: number;
  readonly end: number;
  readonly fields: ReadonlySet<string>;
  /** Whether it has an address or a date, as real ones do. */
  readonly isReal: boolean;
  /** Whether a blank line, a rule, a quotation or nothing is below it. */
  readonly isApart: boolean;
}

type Field = readonly [field: string, value: string];

/** The most fields of a header, and lines of a field. Programs break lines that are longer than `breakable` characters. */
const [mostFields, mostFolds, breakable] = [60, 40, 50];

const fieldLine =
  /^[ \t\u00a0]{0,8}[*_]{0,2}(\p{L}[\p{L}\p{M}'’ -]{0,24}?)[*_]{0,2}[ \u00a0\u202f]?[:：][*_]{0,2}[ \t\u00a0]*(.*)$/su;
/** Any field of RFC 5322, such as "X-Mailer: …". */
const anyField = /^[A-Za-z][A-Za-z-]{1,40}: /;
/** "From: Ann Sent: Monday To: Ben", where a program joined the lines. */
const fieldInLine = new RegExp(
  String.raw`(?<=^|[\s*])(${buildAlternation([...fieldOf.keys()])})[ \u00a0]?:(?=\*?\s)`,
  'giu',
);
const longestJoined = 700;
/** "Ann Lee <ann@example.org>    Mon, Mar 2, 2020 at 10:14 AM", as a web mailer prints a mail; and the number of mails above it. */
const printedHead =
  /^\s*([^<>:]{1,80}<[^<>\s]{1,100}@[^<>\s]{1,100}>)\s+((?:\p{L}{2,10}\.?,? )?[^:]{3,30}\b(?:19|20)\d\d\b[^:]{1,12}\d:\d\d.{0,8})$/u;
const printedCount = /^\d{1,4} \p{L}{4,16}$/u;
/** Lines above the head of a saved or printed mail, such as its subject. */
const [mostAbove, mostAbovePrinted] = [2, 6];

const titles = buildAlternation(readList('forwarding'));
const forwardingLine = new RegExp(
  String.raw`^[ \t>]{0,4}(?:[-‐_=*+#~]{2,}\s*${titles}(?![\p{L}]).{0,150}|${buildAlternation(readList('forwardingSentences'))}\s?[:：])\s*$`,
  'iu',
);
/** "Ann Lee 03/05/2001 09:12 AM", which Notes writes instead of "From" and "Date". */
const notesDate = new RegExp(String.raw`${numericDay},?\s+\d{1,2}:\d{2}.{0,16}$`, 'u');
/** A line above a list of headers that somebody is writing about. */
const aboutHeaders = /\b(?:headers?|fields?|heading|kopfzeilen?)\b.*:\s*$/i;
export const ruleLine = /^\s*(?:([-_=*~])\1{4,}|(?:-=){4,}-?|__\._,_\.___)\s*$/;
/** "Original Message", or "-----Ann Lee wrote: -----", directly above a header. */
const titleLine = new RegExp(String.raw`^\s*(?:-{4}.{1,100}-{4}|${titles})\s*$`, 'iu');

const sent = new RegExp(
  String.raw`^\W*${buildAlternation(readList('sent'))}(?!\p{L}).*(?<!\p{L})(${buildAlternation(readList('devices'))})`,
  'iu',
);
const ofProgram = new RegExp(
  String.raw`^\W*(?:get outlook for (?!the )|${buildAlternation(readList('programs'))})`,
  'iu',
);
/** Names of devices and programs that are also words. As words they begin with a lower-case letter. */
const nameAndWord = /^(?:palm|pixel|galaxy|spark|hey|windows|outlook|kindle|edison|postbox|handy)$/;
/** Words of a sentence that continues where a program's line would end. */
const ofSentence = new RegExp(String.raw`(?<!\p{L})${buildAlternation(readList('sentence'))}(?!\p{L})`, 'u');
const endOfSending = /[.;!?…](?:\s|$)|\s[-–—]\s|, (?:so )?(?:please|sorry|apologies|pardon|excuse)\b/u;

/** "----- End of forwarded message -----", below which the author may go on. */
export const endOfMail =
  /^\s*[-=_*]{2,}\s*(?:end|ende|fin|fine|einde|fim|slut|koniec)\s\p{L}.{0,40}(?:message|mail|nachricht|mensaje|messaggio|bericht|mensagem|meddelande|besked|melding|wiadomości).{0,60}[-=_*]{2,}\s*$/iu;

/** A device of an unknown name, or a program with its address. */
const sentFromOther =
  /^(?:(?:Sent from my|Von meinem|Envoyé de mon|Enviado desde mi|Inviato dal mio|Verstuurd vanaf mijn) \p{Lu}[\p{L}\p{N}]*(?: [\p{Lu}\p{N}][\p{L}\p{N}+-]*){0,4}(?: gesendet)?\.?|Sent from \p{Lu}\S{1,30} ?<https?:\S+>)\s*$/u;

/** Whether a line is a program's line about itself, such as "Sent from my phone". */
export function isOfProgram(line: string): boolean {
  const words = line.split(endOfSending, 1)[0]!;
  const device = sent.exec(words)?.[1];
  const isSent = device !== undefined && !nameAndWord.test(device) && !ofSentence.test(words); // the device or program is named alone
  return isSent || ofProgram.test(line) || sentFromOther.test(line) || endOfMail.test(line);
}

/** Whether a line says that a mail is forwarded below it. */
export function isForwarding(line: string): boolean {
  return (/^[ \t>]{0,4}[-‐_=*+#~]{2}/.test(line) || /[:：]$/.test(line.trimEnd())) && forwardingLine.test(line);
}

/** The header that begins in a line, with the rule line above it. Undefined if there is none. */
export function findForwardedHeader(lines: Lines, at: number): MailHeader | undefined {
  const header = findHeader(lines, at);
  if (!header?.isReal || !header.isApart) return undefined;
  const { fields } = header;
  const isFull = ['from', 'date', 'to', 'subject'].every((field) => fields.has(field));
  const beginsSo = isFull || readFirstField(lines.readText(at)) === 'from';
  const start = beginsSo ? findAbove(lines, at) : findNotesStart(lines, at);
  const needed = fields.has('from') ? [['date'], ['to', 'subject']] : [['to'], ['subject']];
  const isWhole = needed.every((any) => any.some((field) => fields.has(field)));
  const end = header.end + Number(ruleLine.test(lines.readText(header.end)));
  return start === undefined || !isWhole ? undefined : { ...header, start, end };
}

/** The header at the beginning of the text, as in a saved or printed mail. */
export function findTopHeader(lines: Lines): MailHeader | undefined {
  let at = lines.findFilled(0);
  const above: string[] = [];
  while (above.length <= mostAbovePrinted && at < lines.count && !readFields(lines.readText(at), true).length) {
    above.push(lines.readText(at).trim());
    at = lines.findFilled(at + 1);
  }
  const header = findHeader(lines, at, true);
  if (!header?.isReal || !header.isApart || header.fields.size < 3 || !header.fields.has('from')) return undefined;
  // The lines above repeat it, are the title of a memorandum, or are a web mailer's.
  const head = lines.readText(header.start);
  const whole = lines.source.slice(lines.start(header.start), lines.start(header.end));
  const isOfHead =
    (readFirstField(head) === 'to' && !whole.includes('@')) ||
    above.some((line) => memo.test(line)) ||
    above.every((line) => whole.includes(line.replace(/\s+_{5,}$/, '')) || ruleLine.test(line));
  const isPrinted = above.some((line) => printedCount.test(line)) && printedHead.test(head);
  return isPrinted || (isOfHead && above.length <= mostAbove) ? { ...header, start: 0 } : undefined;
}

const memo = /^\W*(?:inter-?office |internal )?memo(?:randum)?\W*$/i;

/** The beginning of a header with its rule. Undefined if it is not a paragraph of its own, or if somebody is writing about headers. */
function findAbove(lines: Lines, at: number): number | undefined {
  const above = lines.findFilledAbove(at);
  if (above < 0 || !lines.isOwn(above)) return at;
  const line = lines.readText(above);
  if (titleLine.test(line)) return above;
  if (ruleLine.test(line)) {
    const title = lines.findFilledAbove(above); // above a rule
    return title >= 0 && lines.isOwn(title) && titleLine.test(lines.readText(title)) ? title : above;
  }
  return (above === at - 1 && !isOfProgram(line)) || aboutHeaders.test(line) ? undefined : at;
}

/** The line with the name above "03/05/2001 09:12 AM" above "To: …". Undefined if they are not there. */
function findNotesStart(lines: Lines, at: number): number | undefined {
  let above = at - 1;
  if (lines.isBlank(above)) above -= 1;
  const line = lines.readText(above).trim();
  if (above < 0 || !lines.isOwn(above) || line.length > 150 || !notesDate.test(line)) return undefined;
  const isDateAlone = /^\D{0,12}\d/.test(line);
  const hasName =
    isDateAlone &&
    above > 0 &&
    lines.isOwn(above - 1) &&
    /^\s*["\p{Lu}].{0,100}[^.!?]\s*$/u.test(lines.readText(above - 1));
  return hasName ? above - 1 : above;
}

/** The header that begins in a line, in any form. Undefined if the line has no field. @param isTop  whether any field counts */
export function findHeader(lines: Lines, at: number, isTop = false): MailHeader | undefined {
  // a line that begins with blanks, has an address, or follows a comma
  const continuesField = (next: number): boolean => {
    const line = lines.readText(next);
    if (lines.isBlank(next) || readFields(line).length > 0) return false;
    return /^\s+\S|^<|[;,]\s*$|\w@\w/.test(line) || /[;,]\s*$/.test(lines.readText(next - 1));
  };
  const fields = new Map<string, string>();
  let end = at;
  for (let count = 0, next = at; count < mostFields && next <= end + 1; count++, next = lines.findFilled(end)) {
    const results = readFields(lines.readText(next), isTop);
    const [[field] = ['other']] = results;
    if (results.length === 0 || (field !== 'other' && fields.has(field))) break;
    for (const [field, value] of results) fields.set(field, fields.get(field) ?? value);
    end = next + 1;
    while (end <= next + mostFolds && continuesField(end)) end += 1;
  }
  if (fields.size === 0) return undefined;
  const isContinued = !lines.isBlank(end) && lines.isBlank(end + 1); // in a single line
  if (isContinued && lines.readText(end - 1).length > breakable) end += 1;
  const isReal = /\S@\S/.test(`${fields.get('from')} ${fields.get('to')}`) || /\d/.test(fields.get('date') ?? '');
  const below = lines.readText(end);
  const isApart = lines.isBlank(end) || below.startsWith('>') || ruleLine.test(below);
  return { start: at, end, fields: new Set(fields.keys()), isReal, isApart };
}

function readFirstField(line: string): string | undefined {
  return readFields(line)[0]?.[0];
}

/** The fields of a line with their values: one, or several if a program joined lines. @param isTop  whether any field counts */
function readFields(line: string, isTop = false): readonly Field[] {
  const [, sender, date] = (line.includes('@') && printedHead.exec(line)) || [];
  if (sender !== undefined) return Object.entries({ from: sender, date: date! });
  if (!/^.[^:：]{0,58}[:：]/s.test(line)) return []; // most lines of prose
  const [, word, value = ''] = fieldLine.exec(line) ?? [];
  const field = fieldOf.get(String(word).toLowerCase());
  if (!field) return isTop && anyField.test(line) ? [['other', '']] : [];
  const places = value.includes(':') && line.length <= longestJoined ? [...walkMatches(line, fieldInLine)] : [];
  if (places.length < 2) return [[field, value]];
  return places.map(({ 0: found, 1: name, index }, i) => {
    const behind = line.slice(index + found.length, places[i + 1]?.index);
    return [fieldOf.get(name!.toLowerCase())!, behind.trim()] as const;
  });
}
