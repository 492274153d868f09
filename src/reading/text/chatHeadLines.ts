import { makeLate } from '../../core/basics/caches';
import { blank, clock, day, dayAndTime as time, weekday } from './dates';
import { fieldOf } from './mail/words';
import { createPoll, neverStops, type StopSignal } from '../../core/basics/work';

/** The lines of one message. Without an author, no person wrote them. */
export interface WrittenLines {
  readonly author: string | undefined;
  readonly lines: string[];
}

/** A non-blank line with its number, trimmed. */
interface Filled {
  readonly at: number;
  readonly text: string;
}

/** The author of the message below a head, and the number of non-blank lines in the head. */
interface Head {
  readonly author: string;
  readonly length: number;
  /** The first line of the message, if the head contains it. */
  readonly text?: string | undefined;
}

/** Finds the heads of messages by line number. Other lines of a program have no author. */
type Way = (filled: readonly Filled[], stop: StopSignal) => ReadonlyMap<number, Head | undefined>;

/** A head has at most this many characters. */
const longest = 200;
/** This many non-blank lines decide whether a text may have heads. */
export const looked = 20;
/** At least this share of the lines, and this many of them, are heads. */
const [leastShare, fewest] = [0.1, 3];

const mark = String.raw`[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]*`;
const relative =
  "(?:today|yesterday|heute|gestern|aujourd['’]hui|hier|hoy|ayer|oggi|ieri|vandaag|gisteren|hoje|ontem)(?: (?:at|um|à|a las?|alle|om|às))?";
/** The time of a message, as a whole line or after a name. */
const moment = `(?:${time}|(?:${relative},? |${weekday}|\\p{Nd}{1,2}[./]\\p{Nd}{1,2}\\.?,? )?${clock})`;
const who = String.raw`(?<name>[\p{L}@~_][^:!?\[\]\r\n]{0,40}?)`;
const momentLine = makeLate(() => new RegExp(`^${mark}${blank}*\\[?${moment}\\]?(?:${blank}*\\(.{1,80}\\))?$`, 'iu'));
const nameLine = new RegExp(`^${mark}${who}$`, 'u');
const says =
  '(?: (?:says|said|wrote|writes|schrieb|schreibt|sagt|dit|dice|escribió|ha scritto|scrive|zegt|diz|disse))?';
const noName = String.raw`(?!(?:[ap]\.? ?m|uhr|utc|gmt|cet|[a-z]st)\b)`;

/** Every time of a message has a time of day. A line without one skips the patterns, which take long to compile. */
export const mayHaveClock = /\p{Nd}[:.]\p{Nd}{2}/u;

/** Lines of a program between messages: the day, the beginning and end of a log, and rules. */
export const separator = makeLate(
  () =>
    new RegExp(
      String.raw`^(?:[-=_—–]{3,}\s*)?${weekday}?${day}(?: ?\([^()]{1,12}\)|,? \p{L}{2,12})?(?:\s*[-=_—–]{3,})?$|^[=_-]{10,}$|^-{3} (?:Log|Day) .*|^Exported \d+ messages?`,
      'iu',
    ),
);

/** "Like · Reply · 3d" and similar buttons below what somebody wrote on a page. */
const button =
  "(?:likes?|reply|react|share|comment|edited|follow|see translation|gefällt mir|antworten|teilen|bearbeitet|j[’']aime|répondre|partager|me gusta|responder|compartir|mi piace|rispondi|condividi|vind ik leuk|beantwoorden|curtir|gosto)";
const age = String.raw`\p{Nd}{1,3} ?(?:s|secs?|m|mins?|h|hrs?|hours?|d|days?|w|wks?|weeks?|y|yrs?|std|tage?|wo|j|sem|min)\.?(?: ago)?`;
const hasButton = new RegExp(button, 'iu');
const buttons = makeLate(
  () => new RegExp(`^(?=.*\\p{L})(?:(?:${button}|${age})(?:${blank}*[·•|]?${blank}*|$)){1,5}$`, 'iu'),
);
/** "You sent", "Ann sent": lines of a messenger page for screen readers. */
const sentByYou =
  /^(?:you sent|du hast (?:folgendes )?gesendet|vous avez envoyé|tu as envoyé|has enviado|enviaste|hai inviato|você enviou|je hebt verzonden|jij hebt verzonden)$/iu;
const sentLine =
  /^(?<name>\p{Lu}.{0,40}) (?:sent|hat gesendet|a envoyé|ha enviado|envió|ha inviato|heeft verzonden|enviou)$/u;
/** A line with a person's name and nothing else. */
const personLine = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}][\p{L}\p{M}.'’-]*){0,3}$/u;

/** The name for the owner of the device. Programs leave the owner's name out of exported messages. */
export const owner = 'Me';
const sentOrReceived = makeLate(
  () =>
    new RegExp(
      `^${mark}${time}${blank}+(?:-${blank})?(?:(?:received |incoming )?from ${who}|(?:sent |outgoing )?to [^:!?]{1,60}?)(?:${blank}\\([^()]{1,40}\\))?(?:${blank}[-–—]${blank}.{1,40})?$`,
      'iu',
    ),
);
const labelledLine = /^(\p{L}[\p{L} _-]{0,24}?)[ \t]?:(?:[ \t]|$)/u;
/** At most this many labelled lines are above a message. */
const mostLabels = 20;
/** Labels of a message in addition to those of a mail. */
const labels: ReadonlyMap<string, string> = new Map([
  ...[...fieldOf].map(([label, field]) => [label, label === 'sender' ? 'from' : field] as const),
  ...'author,name,user,autor,auteur,autore,utente'.split(',').map((label) => [label, 'from'] as const),
  ...'time,timestamp,zeit,uhrzeit,heure,hora,ora,tijd'.split(',').map((label) => [label, 'date'] as const),
  ...'type,direction,richtung'.split(',').map((label) => [label, 'kind'] as const),
  ...'message,text,body,content,nachricht,inhalt,texte,texto,mensaje,testo,messaggio,tekst,bericht,mensagem'
    .split(',')
    .map((label) => [label, 'text'] as const),
  ...'attachment,quote,reaction,edited,version,status,service,phone,number,id,conversation,chat,device'
    .split(',')
    .map((label) => [label, 'other'] as const),
]);

/** Labelled lines with a sender and a time above each message. With a subject they would be the head of a mail. */
function findBlocks(filled: readonly Filled[], stop: StopSignal): ReadonlyMap<number, Head> {
  const poll = createPoll(stop);
  const heads = new Map<number, Head>();
  for (let i = 0; i < filled.length; i++) {
    poll(i);
    const head = readBlock(filled, i);
    if (!head) continue;
    heads.set(i, head);
    i += head.length - 1;
  }
  return heads;
}

/** The labelled lines from here on, one directly below the other. */
function readBlock(filled: readonly Filled[], first: number): Head | undefined {
  const values = new Map<string, string>();
  let next = first;
  for (; next < first + mostLabels && !values.has('text') && isStraightBelow(filled, first, next); next++) {
    const { field, value } = readLabel(filled[next]!.text);
    if (field === 'subject') return undefined;
    if (field === undefined || (field === 'from' && values.has('from'))) break;
    values.set(field, value);
  }
  const author = values.get('from');
  return author && isOfMessage(values) ? { author, length: next - first, text: values.get('text') } : undefined;
}

/** Letters and lists also have a day. */
function isOfMessage(values: ReadonlyMap<string, string>): boolean {
  return values.has('kind') || /\p{Nd}[:.h]\p{Nd}{2}/u.test(values.get('date') ?? '');
}

function isStraightBelow(filled: readonly Filled[], first: number, next: number): boolean {
  return next === first || filled[next]?.at === filled[next - 1]!.at + 1;
}

function readLabel(line: string): { readonly field: string | undefined; readonly value: string } {
  const label = labelledLine.exec(line.slice(0, longest))?.[1];
  if (label === undefined) return { field: undefined, value: '' };
  return { field: labels.get(label.toLowerCase()), value: line.slice(line.indexOf(':') + 1).trim() };
}

/** Heads of one line: a name and a time. */
function findHeadsOf(pattern: string): Way {
  const head = makeLate(() => new RegExp(`^${mark}${pattern}$`, 'iu'));
  return findHeadsByLine((line) => {
    const author = mayHaveClock.test(line) ? head().exec(line)?.groups?.['name'] : undefined;
    return author === undefined ? undefined : { author, length: 1 };
  });
}

function findHeadsByLine(findHead: (line: string, next: string, before: string) => Head | undefined): Way {
  return (filled, stop) => {
    const poll = createPoll(stop);
    const heads = new Map<number, Head>();
    for (const [i, { text }] of filled.entries()) {
      poll(i);
      const head =
        text.length > longest ? undefined : findHead(text, filled[i + 1]?.text ?? '', filled[i - 1]?.text ?? '');
      if (head) heads.set(i, head);
    }
    return heads;
  };
}

const ways: readonly Way[] = [
  findHeadsOf(`${who}${says},?(?:${blank}+[|—–-]${blank}+|${blank}+|${blank}?[[(])${moment}[\\])]?:?`), // Discord, Slack
  findHeadsOf(`\\[${moment}\\]${blank}*${who}`), // Teams, exports of Discord
  findHeadsByLine((line) => {
    const found = mayHaveClock.test(line) ? sentOrReceived().exec(line) : undefined;
    return found ? { author: found.groups?.['name'] ?? owner, length: 1 } : undefined;
  }), // exports of iMazing
  findBlocks, // exports of Signal
  findHeadsOf(`${time}${blank}+${noName}${who}`), // QQ
  findHeadsByLine((line, next) =>
    mayHaveClock.test(next) && momentLine().test(next) && nameLine.test(line)
      ? { author: line.replace(/,$/, ''), length: 2 }
      : undefined,
  ), // copied from Slack
  findHeadsBetween, // exports of iMessage, comments on a page
  findSenders, // copied from Messenger
];

/** Names after a time or buttons, or at the top. A message lies between two such lines. */
function findHeadsBetween(filled: readonly Filled[], stop: StopSignal): ReadonlyMap<number, Head | undefined> {
  const poll = createPoll(stop);
  const heads = new Map<number, Head | undefined>();
  let isBelow = true;
  for (const [i, { text }] of filled.entries()) {
    poll(i);
    const isBetween: boolean = isBetweenMessages(text) || (isBelow && i > 0 && /^\p{Nd}{1,4}$/u.test(text));
    if (isBetween) heads.set(i, undefined);
    else if (isBelow && nameLine.test(text.slice(0, longest))) heads.set(i, { author: text, length: 1 });
    isBelow = isBetween;
  }
  const hasBetween = [...heads.values()].includes(undefined);
  return hasBetween ? heads : new Map();
}

function isBetweenMessages(line: string): boolean {
  return line.length <= longest && ((mayHaveClock.test(line) && momentLine().test(line)) || buttons().test(line));
}

/** Lines "Ann sent", or a name with the full name below it, and every other line with such a name. */
function findSenders(filled: readonly Filled[], stop: StopSignal): ReadonlyMap<number, Head | undefined> {
  const fullNames = new Map<string, string>();
  findHeadsByLine((line, next) => {
    const [name, full] = [sentBy(line), findFullName(line, next)];
    if (name !== undefined) fullNames.set(name, fullNames.get(name) ?? name);
    if (full !== undefined) fullNames.set(line, full).set(full, full);
    return undefined;
  })(filled, stop);
  return findHeadsByLine((line, next, before) => {
    const author = fullNames.get(sentBy(line) ?? line);
    if (author === undefined || findFullName(before, line) !== undefined) return undefined;
    return { author, length: findFullName(line, next) === undefined ? 1 : 2 };
  })(filled, stop);
}

/** The sender that a line names for the text below it. */
function sentBy(line: string): string | undefined {
  return sentByYou.test(line) ? 'You' : sentLine.exec(line)?.groups?.['name'];
}

function findFullName(line: string, next: string): string | undefined {
  const isName = personLine.test(line) && personLine.test(next);
  return isName && `${next} `.startsWith(`${line} `) ? next : undefined;
}

/** Whether a text may have messages below heads on their own lines. Other texts hardly ever do. */
export function mayHaveHeadLines(lines: readonly string[]): boolean {
  const first: Filled[] = [];
  for (let at = 0; at < lines.length && first.length < looked; at++)
    if (lines[at]!.trim() !== '') first.push({ at, text: lines[at]!.slice(0, longest + 1).trim() });
  const isSo = first.some(
    ({ text }) =>
      text.length <= longest && (mayHaveClock.test(text) || buttons().test(text) || sentBy(text) !== undefined),
  );
  return isSo && ways.some((way) => [...way(first, neverStops).values()].some((head) => head));
}

/**
 * The messages of a chat with heads on their own lines. Names repeat in such a chat, and sentences do not. Undefined if the text is
 * not one. Throws Cancelled.
 */
export function readHeadLines(lines: readonly string[], stop: StopSignal): readonly WrittenLines[] | undefined {
  const filled = lines.flatMap((line, at) => (line.trim() === '' ? [] : [{ at, text: line.trim() }]));
  const [best] = ways
    .map((way) => describeHeads(way(filled, stop), filled))
    .filter(({ count }) => count >= Math.max(fewest, leastShare * filled.length))
    .filter(({ people, count, isSure }) => people > 1 && (isSure || 2 * (people - 1) <= count))
    .sort((a, b) => a.people - b.people || b.count - a.count);
  return best && splitAtHeads(lines, filled, best.heads);
}

function describeHeads(heads: ReadonlyMap<number, Head | undefined>, filled: readonly Filled[]) {
  const authors = [...heads.values()].flatMap((head) => head?.author ?? []);
  const pressed = [...heads].filter(([i, head]) => !head && hasButton.test(filled[i]!.text)).length;
  const isSure = pressed >= authors.length - 1 && authors.every((author) => personLine.test(author));
  return { heads, count: authors.length, people: new Set(authors).size, isSure };
}

function splitAtHeads(
  lines: readonly string[],
  filled: readonly Filled[],
  heads: ReadonlyMap<number, Head | undefined>,
): readonly WrittenLines[] {
  const written: WrittenLines[] = [{ author: undefined, lines: [] }];
  let taken = 0;
  for (const [i, { at }] of filled.entries()) {
    if (i < taken) continue;
    const head = heads.get(i);
    if (head) {
      written.push({ author: head.author, lines: head.text ? [head.text] : [] });
      taken = i + head.length;
    } else if (heads.has(i) || separator().test(lines[at]!.slice(0, longest))) written[0]!.lines.push(lines[at]!);
    else written.at(-1)!.lines.push(...lines.slice(at, filled[i + 1]?.at ?? lines.length));
  }
  return written;
}
