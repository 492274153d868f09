import type { Lines } from './lines';
import { buildAlternation, readList } from './words';

const longest = 150;
const mostWords = 18;
const verb = buildAlternation(readList('replyVerbs'));
const above = buildAlternation(readList('aboveLine'));
const hasVerb = new RegExp(String.raw`(?<!\p{L})${verb}(?!\p{Ll})|\p{Script=Han}|\p{Script=Hangul}`, 'iu');
const hasPlace = new RegExp(above, 'iu');
const refusesBelow = new RegExp(
  String.raw`(?<!\p{L})${buildAlternation(readList('refusals'))}(?!\p{L}).*${buildAlternation(readList('belowLine'))}|${buildAlternation(readList('belowLine'))}.*(?<!\p{L})${buildAlternation(readList('refusals'))}(?!\p{L})`,
  'iu',
);
/** Signs that separate a line from prose. */
const isDecorated =
  /^\s*(?:[^\p{L}\p{N}\s"“'(]\s?){2,}|(?:\s?[^\p{L}\p{N}\s.!?"”')…]){2,}\s*$|^\s*([[({*#|]).*[\])}*#|]\s*$/u;
/** A line with only the request, or the request and its purpose. */
const isRequest = new RegExp(
  String.raw`^(?:[^,;:.!?]{0,60}${above}[^\p{L}]*|(?:please |bitte )?${verb} ${above} (?:to|um|pour|para|per|om) [^.;:]{1,80}\.?\s*)$`,
  'iu',
);

/**
 * Whether a help desk program asks in a line for an answer above it: "##- Please type your reply above this line -##". The text below it is
 * the mail that is answered.
 */
export function isReplyLine(line: string): boolean {
  if (line.length > longest || (!hasPlace.test(line) && !refusesBelow.test(line))) return false;
  if (line.split(' ').length > mostWords || !hasVerb.test(line)) return false;
  return isDecorated.test(line) || isRequest.test(line);
}

/**
 * Excludes such a line with the mail below it. If nothing above is the author's, the mail is the program's, and only the line is excluded.
 */
export function excludeBelowReplyLine(lines: Lines, at: number): number | undefined {
  const line = lines.readText(at);
  if (/^>(?!>.*<\s*$)/.test(line) || !isReplyLine(line)) return undefined;
  const start = at > 0 && isRule(lines, at - 1) ? at - 1 : at;
  const isBelowOwn = hasOwn(lines, start);
  const end = isBelowOwn ? lines.count : at + 1;
  lines.exclude(isBelowOwn ? 'replyLine' : 'program', start, end);
  return end;
}

function isRule(lines: Lines, at: number): boolean {
  return !lines.isBlank(at) && !/[\p{L}\p{N}]/u.test(lines.readText(at));
}

function hasOwn(lines: Lines, end: number): boolean {
  for (let at = 0; at < end; at++) if (!lines.isBlank(at) && lines.isOwn(at)) return true;
  return false;
}
