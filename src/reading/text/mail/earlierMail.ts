import { type Attribution, findAttribution } from './attributions';
import { endOfMail, findForwardedHeader, findHeader, findTopHeader, isForwarding, ruleLine } from './headers';
import type { Lines, RuleName } from './lines';
import { findNotesLabels } from './notesLabels';
import { buildAlternation, readList } from './words';

/** The announcement of an earlier mail: its lines, and whether the text below without marks is that mail. */
type Announcement = Attribution & { readonly rule: RuleName; readonly start: number };

const mark = /^[ \t\u00a0]{0,3}>/;
/** A mark directly before a word and more characters than a mail program puts into a line without a blank after the mark. */
const strayMark = /^>\p{L}.{100}/u;
/** "BS> ", the initials of the line's author. */
const initials = /^[ \t]{0,4}(\p{Lu}\p{L}{1,3})>(?=[ \t>]|$)/u;
/** A head with marks above a mail without them: ">>> Ann Lee 3/2/2020 10:14 AM >>>", ">>> On 3/2/2020 …, Ann wrote:", "> Message du 02/03/20 10:14". */
const markedHead = /^>>> .{3,150}\d.{0,150}(?:>>>|:)\s*$|^> ?Message du \d/u;
const markedField = /^>[\s>]*(?:\p{L}[\p{L} ]{0,20}:.*)?$/u;
/** Other marks count only below an announcement. */
const otherMark = /^[ \t]{0,3}([|¦:}\]»›＞!+=#%&~^§])(?:[ \t]|\1|$)(?!.*\|\s*$)/;
/** A program broke a long marked line, and the rest of it has no mark. */
const [brokenLine, restOfLine] = [/^(?=.{60})>.*[^\s.!?:;…"”]\s*$/u, /^\p{Ll}.{0,24}$/u];
const indent = /^(?: {2,}|[ \t]*\t)\s*\S/;
const quotation = /^\s*["“„«‘'‹]/u;

/** Excludes the header of a saved mail, quoted lines, and mails that are answered or forwarded. */
export function excludeEarlierMail(lines: Lines): void {
  const top = findTopHeader(lines);
  if (top) lines.exclude('topHeader', top.start, top.end);
  // The single marked line of a text, if it is a slip or a sign of an old print and not from a mail program.
  const first = lines.findFilled(0);
  const [only = -1, second] = lines.readTexts(0, lines.count).flatMap((line, at) => (mark.test(line) ? [at] : []));
  const stray = second === undefined && only > first && strayMark.test(lines.readText(only)) ? only : undefined;
  // The initials that begin every line of a log, which answers nobody.
  const name = initials.exec(lines.readText(first))?.[1];
  const isLog = name !== undefined && lines.findFilled(findEndOf(lines, first, name)) === lines.count;
  const log = isLog ? name : undefined;
  for (let at = top?.end ?? 0; at < lines.count;) {
    if (lines.isBlank(at) || at === stray) at += 1;
    else
      at =
        excludeBelowReplyLine(lines, at) ?? excludeQuoted(lines, at, log) ?? excludeAnnounced(lines, at, log) ?? at + 1;
  }
}

/** Excludes the marked lines from here on and returns where they end. Undefined if there are none. */
function excludeQuoted(lines: Lines, at: number, log: string | undefined): number | undefined {
  const marked = findMarkedEnd(lines, at, log);
  if (marked === undefined) return undefined;
  const fields = lines.readTexts(at + 1, marked); // a mail may follow without marks
  const isHead = markedHead.test(lines.readText(at)) && fields.every((line) => markedField.test(line.trimEnd()));
  const end = isHead ? lines.count : marked;
  lines.exclude(isHeadOfForward(lines, at) ? 'markedForward' : 'marks', at, end);
  return end;
}

/** Whether a marked line begins a mail that is forwarded, and not one that is answered. */
function isHeadOfForward(lines: Lines, at: number): boolean {
  const first = lines.readText(at).replace(/^[\s>]*(?:\p{Lu}\p{L}{1,3}>)?/u, '');
  return isForwarding(first) || /^\*?(?:From|Von|De|Da|Van)\s?:/i.test(first);
}

/** The line after those from here on with the same initials, or with marks. */
function findEndOf(lines: Lines, at: number, name: string): number {
  return runEnd(lines, at, (line) => initials.exec(line)?.[1] === name || mark.test(line));
}

/** The line after the marked lines that begin here. Undefined if there are none. */
function findMarkedEnd(lines: Lines, at: number, log: string | undefined): number | undefined {
  const isRest = (next: number): boolean =>
    restOfLine.test(lines.readText(next)) &&
    brokenLine.test(lines.readText(next - 1)) &&
    mark.test(lines.readText(next + 1));
  if (mark.test(lines.readText(at))) return runEnd(lines, at, (line, next) => mark.test(line) || isRest(next));
  const name = initials.exec(lines.readText(at))?.[1];
  if (name === undefined || name === log) return undefined;
  const end = findEndOf(lines, at, name);
  return end > at + 1 ? end : undefined;
}

/** The line after those from here on for which `isSo` is true, with blank lines between them. */
function runEnd(lines: Lines, at: number, isSo: (line: string, next: number) => boolean): number {
  let end = at;
  for (let next = at; next < lines.count && isSo(lines.readText(next), next); next = lines.findFilled(end))
    end = next + 1;
  return end;
}

/** Excludes an announcement that begins here, and the mail below it. Returns where they end. Undefined if there is none. */
function excludeAnnounced(lines: Lines, at: number, log: string | undefined): number | undefined {
  const announcement = findAnnouncement(lines, at);
  if (!announcement) return undefined;
  const { rule, start, from, isSure } = announcement;
  const below = lines.findFilled(announcement.end);
  const hasMarks = below < lines.count && !isReplyLine(lines.readText(below));
  const marked = hasMarks
    ? (findMarkedEnd(lines, below, log) ?? findAnnouncedEnd(lines, below, announcement))
    : undefined;
  if (marked === undefined && (!isSure || (rule === 'wrote' && quotation.test(lines.readText(below)))))
    return undefined;
  let end = marked ?? below;
  while (marked === undefined && end < lines.count && !endOfMail.test(lines.readText(end))) end += 1;
  if (marked === undefined) end = Math.min(end + 1, lines.count); // behind the line that says where a mail ends
  const isCited = rule === 'wrote' && !marked && !lines.readTexts(start, announcement.end).join(' ').includes('@');
  lines.exclude(isCited ? 'wroteBelow' : rule, start, end, from);
  // marked lines below the head of a mail are that mail if it is answered and not forwarded
  if (rule !== 'wrote' && marked !== undefined && !isHeadOfForward(lines, below)) lines.exclude('marks', below, end);
  return end;
}

function findAnnouncement(lines: Lines, at: number): Announcement | undefined {
  const rule = ruleLine.test(lines.readText(at)) ? at : undefined;
  const place = rule === undefined ? at : lines.findFilled(at + 1);
  if (isForwarding(lines.readText(place))) {
    const next = lines.findFilled(place + 1);
    const { end } = findHeader(lines, next) ?? findAttribution(lines, next) ?? { end: place + 1 };
    return { rule: 'forwarding', start: at, end, isSure: true };
  }
  const header = findForwardedHeader(lines, place) ?? findNotesLabels(lines, place);
  if (header) return { rule: 'header', start: header.start, end: header.end, isSure: true };
  const found = rule === undefined ? findAttribution(lines, at) : undefined;
  return found && { rule: 'wrote', start: at, ...found };
}

/** The end of lines with another kind of mark, or with an indent, below an announcement. Undefined if there are none. */
function findAnnouncedEnd(lines: Lines, below: number, { rule, isSure }: Announcement): number | undefined {
  const sign = otherMark.exec(lines.readText(below))?.[1];
  if (sign !== undefined) {
    const end = runEnd(lines, below, (line) => otherMark.exec(line)?.[1] === sign);
    if (end > below + 1 || isSure) return end;
  }
  if (rule !== 'wrote' || !indent.test(lines.readText(below))) return undefined;
  return runEnd(lines, below, (line) => indent.test(line));
}

/** A request for an answer above it has at most this many characters and words. */
const [longest, mostWords] = [150, 18];
const verb = buildAlternation(readList('replyVerbs'));
const above = buildAlternation(readList('aboveLine'));
const hasVerb = new RegExp(String.raw`(?<!\p{L})${verb}(?!\p{Ll})|\p{Script=Han}|\p{Script=Hangul}`, 'iu');
const hasPlace = new RegExp(above, 'iu');
const refusesBelow = new RegExp(
  String.raw`(?<!\p{L})${buildAlternation(readList('refusals'))}(?!\p{L}).*${buildAlternation(readList('belowLine'))}|${buildAlternation(readList('belowLine'))}.*(?<!\p{L})${buildAlternation(readList('refusals'))}(?!\p{L})`,
  'iu',
);
const isDecorated =
  /^\s*(?:[^\p{L}\p{N}\s"“'(]\s?){2,}|(?:\s?[^\p{L}\p{N}\s.!?"”')…]){2,}\s*$|^\s*([[({*#|]).*[\])}*#|]\s*$/u;
/** A line with only the request, or the request and its purpose. */
const isRequest = new RegExp(
  String.raw`^(?:[^,;:.!?]{0,60}${above}[^\p{L}]*|(?:please |bitte )?${verb} ${above} (?:to|um|pour|para|per|om) [^.;:]{1,80}\.?\s*)$`,
  'iu',
);

/** Whether a line asks for an answer above it: "##- Please type your reply above this line -##". The mail that is answered is below. */
function isReplyLine(line: string): boolean {
  if (line.length > longest || (!hasPlace.test(line) && !refusesBelow.test(line))) return false;
  if (line.split(' ').length > mostWords || !hasVerb.test(line)) return false;
  return isDecorated.test(line) || isRequest.test(line);
}

/** Excludes such a line with the mail below it, or only the line if nothing above is the author's: the mail is the program's. */
function excludeBelowReplyLine(lines: Lines, at: number): number | undefined {
  const line = lines.readText(at);
  if (/^>(?!>.*<\s*$)/.test(line) || !isReplyLine(line)) return undefined;
  const hasRule = at > 0 && !lines.isBlank(at - 1) && !/[\p{L}\p{N}]/u.test(lines.readText(at - 1));
  const start = hasRule ? at - 1 : at;
  let isBelowOwn = false;
  for (let at = 0; at < start && !isBelowOwn; at++) isBelowOwn = !lines.isBlank(at) && lines.isOwn(at);
  const end = isBelowOwn ? lines.count : at + 1;
  lines.exclude(isBelowOwn ? 'replyLine' : 'program', start, end);
  return end;
}
