import { numericDay } from '../dates';
import type { Lines } from './lines';
import { buildAlternation, readList } from './words';
import { walkMatches } from '../../../core/text/characters';

/** A line such as "On 3 May, Ann wrote:". */
export interface Attribution {
  /** The offset in the text at which it begins within its first line. Absent if it covers its lines completely. */
  readonly from?: number;
  readonly end: number;
  /** Whether a program certainly wrote it, so that the text below is a mail even without marks. */
  readonly isSure: boolean;
}

/** The most lines and characters, words in lower case other than those of dates, and words of dates. Prose has more. */
const [mostLines, mostCharacters, mostLowerCase, mostDateWords] = [5, 400, 2, 3];

const verb = String.raw`(?:(?<![\p{L}\d])${buildAlternation(readList('verbs'))}(?!\p{L})|${buildAlternation(readList('verbsWithoutBlanks'))})`;
const hasVerb = new RegExp(verb, 'iu');
const opener = String.raw`(?:${buildAlternation(readList('openers'))}[\s\u202f]`;
/** "On Mon, 2 March", "2020-03-02 10:14", "* Ann", "Quoting Ann". */
const opens = new RegExp(
  String.raw`^[-–—*\s]*(?:${opener}.{0,40}?\d|In (?:a )?(?:message|article)\b)|\d{1,4}[-./年]\d{1,2}[-./月]\d|\p{Lu}\p{L}{1,8}[.,] \p{L}*\.? ?\d|\* |${buildAlternation(readList('quoting'))}\s)`,
  'iu',
);
const opensLine = new RegExp(String.raw`^(?:On\s|${opener}.{0,40}?\d))`, 'u');
/** "On Wed, 14 Nov 2018 08:14:43 -0200 Ann <ann@example.org> wrote", without a colon. */
const endsWithoutColon = new RegExp(
  String.raw`^(?:On |${opener}.{0,40}?\d)).{8,150}<[^<>\s]+@[^<>\s]+> ${verb}\s*$`,
  'u',
);
const quoting = new RegExp(String.raw`^${buildAlternation(readList('quoting'))}\s`, 'iu');
const [beginsWithDate, mayBegin] = [
  /^\d{1,4}[-./]\d{1,2}[-./]\d/,
  new RegExp(String.raw`[\d@<,:]|^${buildAlternation(readList('openers'))}$|\p{Lu}\S* \p{Lu}`, 'u'),
];
/** "…for now. On Mon, 2 Mar, Ann wrote:", if a program joined the lines of a page. */
const openerInLine = new RegExp(String.raw`(?<=[.!?…]["”’)]*\s)${opener}[^.!?]{0,40}?\d)`, 'gu');
const verbInLine = new RegExp(String.raw`${verb}[\s\u00a0]?:(?=\s|$)`, 'giu');

const address = /[\w)]@ ?[\w(]|\[mailto:/;
/** "<ann@example.org>", or "2 Mar 2020, 10:14 by ann@example.org:" with nothing after it. */
const bracketed = /<[^<>]*@[^<>]*>|\[mailto:|\([^()\s]+@[^()\s]+\)|\d \p{L}{1,4} [^\s@]+@[^\s@]+:$/u;
const time =
  /\b\d{1,2}[:h]\d{2}\b|(?:kl\.?|ore|om|um|at|à|las|às) \d{1,2}[.:h]\d{2}\b|\b\d{1,2}\.\d{2} ?(?:uhr|am|pm)/i;
const date = new RegExp(
  String.raw`${numericDay}|\b\d{1,2}\b.{1,30}\b(?:19|20)\d\d\b|\b(?:19|20)\d\d\b.{1,20}\b\d{1,2}\b`,
  'u',
);
/** "Mon, 2 Mar 2020", which programs write and people rarely do. */
const shortDate = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), .{0,12}\b(?:19|20)\d\d\b/;
/** "Monday, March 2, 2020, 10:14 AM, you wrote:". */
const toReader =
  /(?<=[,\d]|[ap]m|uhr)\s(?:you wrote|you said|sie schrieben|schrieben sie|schriebst du|vous écriviez|vous avez écrit|tu as écrit|usted escribió|hai scritto|schreef u|você escreveu)\s?:$/iu;
const sentenceEnd = /\p{Ll}{4,}[.!?]["”’)]*\s(?!\d)|[!?]["”’)]*\s/u;
const prose: ReadonlySet<string> = new Set(readList('prose'));
const lowerCase: ReadonlySet<string> = new Set([
  ...readList('lowerCase'),
  ...readList('weekdays'),
  ...readList('verbs').flatMap((v) => v.split(' ')),
]);

/** The attribution that begins in a line, with it or within it. Undefined if there is none. */
export function findAttribution(lines: Lines, at: number): Attribution | undefined {
  const whole = findAttributionOfLines(lines, at);
  const line = lines.readText(at, Infinity);
  if (whole || (!lines.endsWith(at, ':') && !line.includes('@'))) return whole;
  for (const { index, 0: found } of walkMatches(line, verbInLine)) {
    const end = index + found.length;
    const isEnd = line.slice(end, end + 1) === '';
    const before = line.slice(Math.max(0, end - mostCharacters), end);
    const inner = [...walkMatches(before, openerInLine)].at(-1)?.index;
    const start = inner ?? (before.length < mostCharacters && opens.test(before) ? 0 : undefined);
    if (start === undefined) continue;
    const words = before.slice(start);
    const isSure = judgeSureness(words, true);
    if (isSure === undefined || (!isEnd && !(isSure && bracketed.test(words)))) continue;
    return { from: lines.start(at) + end - words.length, end: at + 1, isSure: isSure && bracketed.test(words) };
  }
  return undefined;
}

function findAttributionOfLines(lines: Lines, at: number): Attribution | undefined {
  const endsHere = (line: number): boolean => {
    const text = lines.readText(line);
    if (lines.endsWith(line, '-') ? /[^\s-] ?-{2,4}\s*$/.test(text) : lines.endsWith(line, ':')) return true;
    return text.includes('>') && endsWithoutColon.test(text);
  };
  let last = at; // the first line from here on that ends like an attribution
  while (last < at + mostLines && !lines.isBlank(last) && !endsHere(last)) last += 1;
  if (last === at + mostLines || lines.isBlank(last)) return undefined;
  const parts = lines.readTexts(at, last + 1).map((line) => line.trim());
  const joined = parts.join(' ');
  // it may begin in a later line: with a mark, an opener, or a date after what is no name or address
  const beginsThere = (part: string): boolean =>
    part.startsWith('>') || opensLine.test(part) || (beginsWithDate.test(part) && !mayBegin.test(parts[0]!));
  if (joined.length > mostCharacters || parts.slice(1).some(beginsThere)) return undefined;
  const isFirst = at === 0 || lines.isBlank(at - 1) || !lines.isOwn(at - 1);
  const isSure = judgeSureness(joined, last === at || isFirst || opensLine.test(joined));
  return isSure === undefined ? undefined : { end: last + 1, isSure };
}

/** Whether words are certainly an attribution. Undefined if they are none. @param isApart  whether they begin a paragraph, or are a line */
function judgeSureness(written: string, isApart: boolean): boolean | undefined {
  // Digits of other scripts as those of ASCII. The digits of a script are consecutive from its zero.
  const words = written.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1)) && value < 9) value += 1;
    return String(value);
  });
  if (toReader.test(words)) {
    const when = words.replace(toReader, ''); // people also write this, without a time and with other words, and no mail follows
    const isOfProgram = time.test(when) && (when.match(/\p{L}{3,}/gu) ?? []).length <= mostDateWords;
    return isDated(when) ? isOfProgram : undefined;
  }
  const isOpened = opens.test(words);
  const isNamed = bracketed.test(words);
  // it says that somebody wrote; or, in any language, when a mail from an address was written
  const isSaying = hasVerb.test(words) || quoting.test(words) || (isNamed && (isOpened ? /\d/ : date).test(words));
  if ((!isApart && !isOpened) || !isSaying || sentenceEnd.test(words)) return undefined;
  const tokens = words.replace(/<[^<>]*>|"[^"]*"|\S+@\S+/g, ' ').match(/(?<![\p{L}\d@.])[\p{L}(][\p{L}()'’-]*/gu) ?? [];
  const others = tokens.filter((token) => /^\p{Ll}/u.test(token) && token.length > 1 && !lowerCase.has(token));
  const isProse =
    /^(?:He|She|They|We|It|You|I|Who|What|This|That)\b/.test(words) || tokens.some((token) => prose.has(token));
  return isProse || (!isNamed && others.length > mostLowerCase) ? undefined : isNamed || isDated(words);
}

/** Whether some words contain a date with a time or an address, or a date in the notation of programs. */
function isDated(words: string): boolean {
  return shortDate.test(words) || (date.test(words) && (time.test(words) || address.test(words)));
}
