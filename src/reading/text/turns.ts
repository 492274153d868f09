import { makeLate } from '../../core/basics/caches';
import { countWords } from '../../core/text/countWords';
import { createPoll, neverStops, type StopSignal } from '../../core/basics/work';
import { isCaptionTime } from './captions';
import { blank, clock, day, dayAndTime, weekday } from './dates';
import { fieldOf } from './mail/words';

/** A stretch of a text, in UTF-16 code units, and its speaker. A head, and what a program wrote, has none. */
export interface Turn {
  readonly start: number;
  readonly end: number;
  readonly speaker: string | undefined;
}

/** The speakers that a text seems to have, the most frequent first, and all of the text in stretches. */
export interface Turns {
  readonly speakers: readonly { readonly name: string; readonly turns: number; readonly words: number }[];
  /** Ascending; together they are the whole text. */
  readonly turns: readonly Turn[];
  /** The shape of the heads, such as "N:" for a name and a colon. */
  readonly shape: string;
}

/** A line that is not blank: where it begins, and its text without blanks around it. */
interface Line {
  readonly start: number;
  readonly text: string;
}

/** The head of a turn. The words of the speaker begin behind `length` characters of the line, or in a later line. */
interface Head {
  readonly shape: string;
  readonly name: string;
  readonly line: number;
  /** The first line of the head, if it is above. */
  readonly from?: number;
  readonly length: number;
}

/** A text has turns from this many heads on, and from this many for a name with a colon, which prose has, too. */
const fewest = 4;
/** At least this share of the lines are heads. */
const leastShare = 0.04;
/** The words below the first head are at least this share of all. */
const leastBelow = 0.6;
/** At least this often the speaker changes. */
const fewestChanges = 3;
/** Heads have few different names: each comes back this often on average. */
const leastReturns = 2;
const longestHead = 160;

const direction = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const moment = makeLate(
  () =>
    new RegExp(
      `(?:${weekday}?(?:${dayAndTime}|${day})|(?:${weekday}|(?:today|yesterday),?(?: at)? )?${clock}|\\p{Nd}{1,3}m ?\\p{Nd}{1,2}s|\\p{Nd}{1,3} ?\\p{L}{1,7} ago)(?:${blank}*\\([^()\\n]{1,60}\\))?`,
      'giu',
    ),
);
const mayHaveTime = /\p{Nd}[:.h]\p{Nd}{2}|\p{Nd}[-./]\p{Nd}{1,2}[-./]\p{Nd}|\p{Nd}{4}|\p{Nd}m ?\p{Nd}+s| ago\b/u;
const time = '\u0001';

/** A name: few words, and no sentence. It may be a number or an address. */
const name = String.raw`[\p{L}\p{N}@~_+(*#][^:;!?"“”„<>\[\]|\t\r\n\u0001]{0,44}?`;
/** A name with what is beside it, and the words behind; T is a time. The first that fits names the shape. */
const inline: readonly (readonly [shape: string, head: RegExp])[] = (
  [
    ['T N:', String.raw`[\[(]?T[\])]?[ \t,;.–—|-]{0,4}(?<n>NAME) ?:(?:\s+|$)`],
    ['[N] T', String.raw`\[(?<n>[^\[\]\n]{1,40})\] ?\[?T\]?:?\s+`],
    ['T [N]', String.raw`\[?T\]? ?\[(?<n>[^\[\]\n]{1,40})\]:?\s+`],
    ['T <N>', String.raw`\[?(?:T )?T?\]? ?<[@+%& ]?(?<n>[^<>\n]{1,40})>\s+`],
    ['T | N |', String.raw`T[ \t]*[|\t][ \t]*(?<n>NAME)[ \t]*[|\t]\s*`],
    ['N, T:', String.raw`(?<n>NAME),?[ \t]*[\[(]?T[\])]?:\s+`],
    ['N (T)', String.raw`(?<n>NAME),?[ \t]*[\[(]T[\])]:?(?:\s+|$)`],
    [
      'N T',
      String.raw`(?<n>NAME)(?: says| said| wrote)?[,:]?(?:[ \t]*[|—–·•»-])?(?: (?:on|at|am|um|le|el))?[ \t]+T:?$`,
    ],
    ['T N', String.raw`\[?T\]?[ \t–—-]+(?<n>NAME)$`],
    ['[N]', String.raw`\[(?<n>[^\[\]\n]{1,40})\]:?\s+`],
    ['<N>', String.raw`<[@+%& ]?(?<n>[\p{L}_][^<>\n]{0,40})>:?\s+`],
    ['*N:', String.raw`[*@](?<n>[A-Z]{1,4}\d?):\s+`],
    ['N>', String.raw`(?<n>[\p{L}_][\p{L}\p{N}_.-]{0,24})> `],
    ['>> N:', String.raw`(?:>>|--?) ?(?<n>NAME):\s+`],
    ['#N:', String.raw`\d{1,5}[.)]?[ \t]+(?<n>\p{Lu}[^:.!?\n]{0,40}):\s+`],
    ['#N.', String.raw`\d{1,3}[ \t]+(?<n>[QA](?=[.:]? )|[A-Z]{1,2}(?=[.:]?[ \t]{2}))[.:]?[ \t]{1,8}(?=\S)`],
    [
      'N:',
      String.raw`(?<n>(?:[\p{Lu}\p{Lo}\p{N}@+~(]|\p{Ll}(?=[\p{L}\p{N}]*[._’'\p{Nd}]))[^:：;!?"“”„<>\[\]|\t\r\n\u0001]{0,44}?) ?[:：](?:\s+|$)`,
    ],
    [
      'N.',
      String.raw`(?<n>[QA]|(?:(?:MR|MRS|MS|DR|THE|Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{Lu}'’ -]{1,24})\.(?:[—–-]|[ \t]{1,8})(?=\S)`,
    ],
    ['N |', String.raw`(?<n>\p{L}[^|\n:]{0,30}?) ?\| `],
    ['N\t', String.raw`(?<n>\p{L}[^\t\n:]{0,30})\t+`],
  ] as const
).map(([shape, head]) => [shape, new RegExp(`^${head.replaceAll('T', time).replaceAll('NAME', name)}`, 'u')]);
/** A whole line that is a name, and perhaps a number of the person's posts. */
const alone = /^(?:#?\p{Nd}{1,5}[.)]? )?(?<n>[\p{Lu}\p{Lo}@~+(][^:;!?"“”„<>[\]|\t\r\n\u0001]{0,34}(?<![.,]))$/u;

/** Words before a colon that are no speakers: labels of notes, lists, mails and records. */
const noSpeaker = new Set(
  'note notes example examples source sources tip tips warning edit update updated ps p.s pros cons title date time subject re fw fwd from to cc bcc sent http https ftp mailto summary conclusion introduction abstract background method methods result results discussion references figure fig table step steps chapter section part day week month year item page line volume vol definition theorem proof lemma remark case fact facts reason reasons option options price cost location place address phone tel email fax web website isbn doi url id name type status version total also however first second third finally result rule info error warn debug trace fatal notice important hint caution author authors editor published category tags posts joined registered messages likes rating plot story characters ingredients directions quote summary spoiler spoilers motivation modification modifications goal goals deliverable excerpt takeaway now previously and but so or if then that this it i he she they we you'.split(
    ' ',
  ),
);

/**
 * The turns of a text with several speakers: a time, a name, a number, a label or a mark begins many lines, or is above them, in one shape,
 * and has few values that come back. Undefined if one voice is more likely. Throws Cancelled.
 */
export function findTurns(text: string, stop: StopSignal = neverStops): Turns | undefined {
  const lines = listLines(text);
  if (lines.length < fewest) return undefined;
  const poll = createPoll(stop);
  const byShape = new Map<string, Head[]>();
  const add = (head: Head | undefined): void => {
    if (!head) return;
    const heads = byShape.get(head.shape) ?? [];
    heads.push(head);
    byShape.set(head.shape, heads);
  };
  const masked = lines.map(({ text: line }, i) => (poll(i), maskTimes(line)));
  for (const [i, line] of masked.entries()) {
    poll(i);
    findInline(line, i).forEach(add);
    add(findNear(masked, i));
    if (line.length <= 40) add(findAlone(line, i));
  }
  findBlocks(lines).forEach(add);
  const found = [...byShape.entries()].flatMap(([shape, heads]) => judge(shape, heads, lines, text) ?? []);
  return found.sort((a, b) => b.quality - a.quality)[0]?.turns();
}

function listLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let isCaption = false;
  for (const { 0: raw, index } of text.matchAll(/[^\r\n]+/g)) {
    const line = raw.trim();
    isCaption ||= isCaptionTime(line);
    if (line === '' || isCaptionTime(line)) continue;
    lines.push({ start: index + raw.length - raw.trimStart().length, text: line });
  }
  return isCaption ? lines.filter(({ text: line }) => !/^\d{1,6}$/.test(line)) : lines;
}

/** The beginning of a line without the marks of Markdown around a name. */
function dropMarks(line: string): string {
  return line
    .slice(0, longestHead)
    .replace(direction, ' ')
    .trimStart()
    .replace(/^(?:#{1,6} +)?(\W{0,3})(?:\*\*|__)(.{1,60}?)(?:\*\*|__)|^#{1,6} +/u, '$1$2');
}

/** The beginning of a line with a sign in place of each time. Other lengths do not change: a time is followed by signs that fill it. */
function maskTimes(line: string): string {
  const begin = dropMarks(line);
  return mayHaveTime.test(begin) ? begin.replace(moment(), time) : begin;
}

function readName(raw: string): string {
  return raw
    .replace(/^(?:(?:posted |written |sent )?(?:by|von|par|por|da|door) )?[~*@+ ]*(?=\p{L})|[,»·•\s]+$/giu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function findInline(line: string, at: number): readonly Head[] {
  for (const [shape, head] of inline) {
    const match = head.exec(line);
    if (!match) continue;
    const speaker = readName(match.groups!['n']!);
    if (!isName(speaker, shape)) return [];
    return [{ shape, name: speaker, line: at, length: match[0].length }];
  }
  return [];
}

/** What programs write in place of a name. */
const ofProgram = /^(?:pm|am|uhr|utc|gmt|info|warn|warning|error|debug|trace|fatal|notice)$/i;
/** A name may have at most this many words. */
const mostNameWords = 5;

function isName(speaker: string, shape: string): boolean {
  const words = speaker.toLowerCase().split(/[ .]+/);
  if (words.length > mostNameWords || speaker === '') return false;
  if (shape.includes('T')) return !ofProgram.test(speaker);
  return (
    !noSpeaker.has(words[0]!) &&
    !noSpeaker.has(words.at(-1)!) &&
    !/^[\d\s./-]+$/.test(speaker.replace(/^\+?\d{7,}$/, 'x'))
  );
}

function findAlone(line: string, at: number): Head | undefined {
  const found = alone.exec(line)?.groups?.['n'];
  return found === undefined ? undefined : { shape: 'N', name: readName(found), line: at, length: Infinity };
}

/** A name on a line of its own below or above a line with a time and nothing else. */
function findNear(masked: readonly string[], at: number): Head | undefined {
  const line = masked[at]!;
  const isTime = (other: string | undefined): boolean =>
    other !== undefined && other.replace(/[[\]().,\s–—-]/g, '') === time;
  if (line.length > 44 || line.includes(time) || !/^[\p{L}\p{Nd}@~+(_]/u.test(line) || !isName(readName(line), 'T'))
    return undefined;
  const head = { name: readName(line), length: Infinity };
  if (isTime(masked[at - 1])) return { ...head, shape: 'T↵N', line: at, from: at - 1 };
  return isTime(masked[at + 1]) ? { ...head, shape: 'N↵T', line: at + 1, from: at } : undefined;
}

const labelled = /^(\p{L}[\p{L} _-]{0,24}?)[ \t]?:(?:[ \t]+|$)(.*)$/u;
/** At most this many labels are above a message. */
const mostLabels = 20;
const ofText = /^(?:body|message|text|nachricht|texte|texto|testo|bericht|content)$/i;
const ofSender = new Set([
  ...[...fieldOf].filter(([, field]) => field === 'from').map(([label]) => label),
  ...'author name user sender autor auteur autore utente'.split(' '),
]);
/** Labelled lines above each message, such as "From: Ann", "Timestamp: …", "Body:". Without a sender it is the owner's. */
function findBlocks(lines: readonly Line[]): readonly Head[] {
  const heads: Head[] = [];
  for (let first = 0; first < lines.length; first++) {
    const labels = readLabels(lines, first);
    if (labels.length >= 2 && labels.some(({ value }) => /\p{Nd}[:.]\p{Nd}{2}/u.test(value)))
      heads.push(...createBlockHead(lines, first, labels));
    first += Math.max(0, labels.length - 1);
  }
  return heads;
}

function createBlockHead(lines: readonly Line[], first: number, labels: readonly Label[]): readonly Head[] {
  const above = readLine(lines, first - 1);
  const isOwner = /^\(.{2,20}\)$/.test(above);
  const sender = labels.find(isSender)?.value ?? (isOwner ? above : '');
  const { label, value } = labels.at(-1)!;
  const line = first + labels.length - 1;
  const length = ofText.test(label) && value !== '' ? readLine(lines, line).length - value.length : Infinity;
  const head = { shape: 'L: N', name: readName(sender), line, from: isOwner ? first - 1 : first, length };
  return sender === '' ? [] : [head];
}

function readLine(lines: readonly Line[], at: number): string {
  return lines[at]?.text ?? '';
}

interface Label {
  readonly label: string;
  readonly value: string;
}

function isSender({ label, value }: Label): boolean {
  return ofSender.has(label) && value !== '';
}

/** The labelled lines from one on, up to the label of the text or the next sender. */
function readLabels(lines: readonly Line[], first: number): readonly Label[] {
  const labels: Label[] = [];
  for (let at = first; at < first + mostLabels; at++) {
    const match = labelled.exec(readLine(lines, at));
    if (!match) break;
    const read = { label: match[1]!.toLowerCase(), value: match[2]! };
    if (isSender(read) && labels.some(isSender)) break;
    labels.push(read);
    if (ofText.test(read.label)) break;
  }
  return labels;
}

interface Judged {
  readonly quality: number;
  readonly turns: () => Turns;
}

function countNames(heads: readonly Head[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name: each } of heads) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

/** Whether heads of one shape divide a text among several speakers. */
function judge(shape: string, all: readonly Head[], lines: readonly Line[], text: string): Judged | undefined {
  const counts = countNames(all);
  const hasTime = /T|L/.test(shape);
  const heads = hasTime ? all : all.filter(({ name: each }) => counts.get(each)! > 1);
  const people = new Set(heads.map(({ name: each }) => each));
  const [, second = 0] = [...people].map((each) => counts.get(each)!).sort((a, b) => b - a);
  const changes = heads.filter((head, i) => i > 0 && head.name !== heads[i - 1]!.name).length;
  const isOften = heads.length >= Math.max(fewest, leastReturns * people.size, leastShare * lines.length);
  if (!isOften || second < 2 || changes < fewestChanges) return undefined;
  const [first] = heads as [Head];
  const begin = lines[first.from ?? first.line]!.start;
  if (text.length - begin < leastBelow * text.length) return undefined;
  return {
    quality: heads.length / Math.sqrt(people.size) + (hasTime ? heads.length : 0),
    turns: () => createTurns(shape, heads, lines, text),
  };
}

function createTurns(shape: string, heads: readonly Head[], lines: readonly Line[], text: string): Turns {
  const turns: Turn[] = [];
  let [end, speaker] = [0, undefined as string | undefined];
  const take = (start: number, until: number, by: string | undefined): void => {
    if (until > start) turns.push({ start, end: until, speaker: by });
  };
  for (const head of heads) {
    const start = lines[head.from ?? head.line]!.start;
    take(end, start, speaker);
    const { start: at, text: line } = lines[head.line]!;
    end =
      head.length === Infinity
        ? (lines[head.line + 1]?.start ?? text.length)
        : Math.min(at + findHeadEnd(line, head), text.length);
    take(start, end, undefined);
    speaker = head.name;
  }
  take(end, text.length, speaker);
  const found = new Map<string, { name: string; turns: number; words: number }>();
  for (const { start, end: until, speaker: by } of turns) {
    if (by === undefined) continue;
    const words = countWords(text.slice(start, until));
    const sum = found.get(by) ?? { name: by, turns: 0, words: 0 };
    found.set(by, { name: by, turns: sum.turns + 1, words: sum.words + words });
  }
  return { shape, turns, speakers: [...found.values()].sort((a, b) => b.turns - a.turns || b.words - a.words) };
}

/** The length of a head in its line, where times have more than one sign. */
function findHeadEnd(line: string, { length }: Head): number {
  const masked = maskTimes(line);
  const rest = masked.slice(length);
  const begin = line.slice(0, longestHead).replace(direction, ' ');
  return rest === '' ? line.length : Math.max(0, begin.length - rest.length);
}
