import { groupBy } from '../../core/basics/numbers';
import { countWords } from '../../core/text/countWords';
import { neverStops, type StopSignal } from '../../core/basics/work';
import { signature } from './mail/additions';
import { countNames, findHeads, type Head, type Line, type Listed, listLines, personLine } from './heads';
import { findLabels } from './labels';
import { findLooks } from './looks';
import { findStanding } from './standing';
import { dated, longestHead, onDay, separator, timed, unmask } from './programs';

/** A stretch of a text, in UTF-16 code units, and its speaker. A head, and what a program wrote, has none. */
export interface Turn {
  readonly start: number;
  readonly end: number;
  readonly speaker: string | undefined;
  /** Whether a program wrote it between the messages. */
  readonly isOfProgram?: true;
}

/** The speakers that a text seems to have, the most frequent first, and all of the text in stretches. */
export interface Turns {
  readonly speakers: readonly { readonly name: string; readonly turns: number; readonly words: number }[];
  /** Ascending; together they are the whole text. */
  readonly turns: readonly Turn[];
  /** The shape of the heads, such as "N:" for a name and a colon. */
  readonly shape: string;
  /** Whether it is certainly a chat or a transcript: a program wrote the heads. Else a user is asked. */
  readonly isSure: boolean;
}

/** A text has turns from this many heads and changes of the speaker on, and names come back this often on average. */
const [fewest, fewestChanges, leastReturns] = [4, 3, 2];
/** Least shares: of the lines with heads, and with weak labels (before a blank, a dash or a stop), and of the text below the first. */
const [leastShare, leastWeakShare, leastBelow] = [0.04, 0.25, 0.6];
/** Heads are at least this share of the lines, those of programs included. The first is early, and a second name once among many is chance. */
const sureShare = { dated: 0.2, timed: 0.5, alone: 0.1, captions: 0.2 };
const [fewestSure, fewestAlone, looked, manyHeads] = [2, 3, 20, 8];
/** The turns of a text in which heads of one shape and few names come back. Undefined if one voice is more likely. Throws Cancelled. */
export function findTurns(text: string, stop: StopSignal = neverStops): Turns | undefined {
  const listed = listLines(text, stop);
  if (listed.lines.length < fewestSure) return undefined;
  const judgeAll = (shapes: ReturnType<typeof findHeads>): Judged[] =>
    [...shapes].flatMap(([shape, heads]) => judge(shape, heads, listed, text) ?? []);
  const found = judgeAll(findHeads(listed.lines, stop));
  if (!found.some(({ isSure }) => isSure)) {
    const standing = findStanding(listed.lines, stop);
    const labels = findLabels(listed.lines, stop);
    found.push(...judgeAll(labels));
    if (standing.length > 0) found.push(...judgeAll(new Map([['N', standing]])));
    if (found.length === 0 && !listed.isCaption) found.push(...judgeAll(findLooks(listed.lines, labels)));
    if (found.length === 0) found.push(...findLetters(listed.lines));
  }
  const [best] = found.sort((a, b) => Number(b.isSure) - Number(a.isSure) || b.quality - a.quality);
  return best && createTurns(best, listed, text);
}

/** Whether a text may begin as a chat of a program does. Other texts hardly ever do. */
export function mayBeginTurns(text: string): boolean {
  const { lines, isCaption } = listLines(text.trimStart().slice(0, 100 * longestHead), neverStops, looked);
  if (isCaption) return true;
  const shapes = [...findHeads(lines, neverStops).keys()].filter((shape) => /T|L/.test(shape));
  const isBetween = lines.some((line) => line.isBetween); // the first line may be a name, and it needs one of these
  return shapes.some((shape) => shape !== 'T↵N' || isBetween);
}

interface Judged {
  readonly shape: string;
  readonly heads: readonly Head[];
  readonly quality: number;
  readonly isSure: boolean;
}

function judge(shape: string, found: readonly Head[], listed: Listed, text: string): Judged | undefined {
  const hasTimes = /T|L/.test(shape);
  // Names without the words behind that all have, without numbers that count the turns, and without brackets if they also come so.
  const isCounted = 2 * countNames(found).size > found.length;
  const named = found.map(({ name }) => (isCounted ? name.replace(counted, '') : name));
  const [, behind = ''] = /^(?:\P{Ll}.*?|\S+)((?: \p{Ll}+)+)$/u.exec(named[0] ?? '') ?? [];
  const length = named.every((name) => name.endsWith(behind)) ? behind.length : 0;
  const shown = named.map((name) => name.slice(0, name.length - length));
  const known = new Set(shown);
  const bare = shown.map((name) => name.replace(/ \([^()]*\)$/, ''));
  const all = found.map((head, i) => ({ ...head, name: known.has(bare[i]!) ? bare[i]! : shown[i]! }));
  const counts = countNames(all);
  const heads = hasTimes ? all : all.filter(({ name }) => counts.get(name)! > 1);
  const isLikely = (hasTimes || 3 * heads.length >= 2 * all.length) && areLikely(shape, heads, listed.lines, text);
  const isSure = areSure(shape, all, listed) || (listed.isCaption && isLikely && shape !== '–');
  if (!isSure && !isLikely) return undefined;
  const used = isSure ? all : heads;
  const people = new Set(used.map(({ name }) => name)).size;
  const often = used.filter(({ name }) => counts.get(name)! > 1).length;
  // Names with a colon in them whole: the rest of the name is behind each of its heads.
  const readBehind = ({ line, length }: Head): string => listed.lines[line]!.masked.slice(length);
  const completed = [...groupBy(used, ({ name }) => name).values()].flatMap((own) => {
    const [, rest] = own.length > 2 ? (/^([^:]{1,40}): /.exec(readBehind(own[0]!)) ?? []) : [];
    if (rest === undefined || !own.every((head) => readBehind(head).startsWith(`${rest}: `))) return own;
    return own.map((head) => ({ ...head, name: `${head.name}: ${rest}`, length: head.length + rest.length + 2 }));
  });
  return {
    shape,
    heads: completed.sort((a, b) => a.line - b.line),
    isSure,
    quality: often / Math.sqrt(people) + (hasTimes ? often : 0) + (shape === 'L: N' ? 2 * often : 0),
  };
}

/** A number before a name, as in "Comment 3 Ann", or behind it, as in "ann 3 points". */
const counted =
  /^(?:\p{L}+ )?#?\p{Nd}{1,5}[.:)]? (?=\p{Lu})|(?:(?<=[\p{L}.])[ .]?|(?<=\p{Nd}) )\p{Nd}{1,4}(?: \p{Ll}+)?$/gu;

/** In the labels of a form that comes again, the next label is the same as before in this share of cases. */
const sameOrder = 0.9;

/** Words of a question to somebody, and those of a question that a writer puts into a reader's mouth. */
const [toSomebody, byReader] = [/\byour?s?\b/i, /\b(?:I|my|we|our)\b/];

/** Shapes of heads that hardly any sentence begins with. */
const strongShape = /[:：\]>}»|→\u0001-\u0004]|\.[—–]|^N$|^look$|, unnamed$|T|L/;

function areLikely(shape: string, heads: readonly Head[], lines: readonly Line[], text: string): boolean {
  const counts = countNames(heads);
  const [first = 0, second = 0] = [...counts.values()].sort((a, b) => b - a);
  const changes = heads.filter((head, i) => i > 0 && head.name !== heads[i - 1]!.name).length;
  const share = strongShape.test(shape) ? leastShare : leastWeakShare;
  const isOften = heads.length >= Math.max(fewest, leastReturns * counts.size, share * lines.length);
  const isFew = second < 2 || (first < 3 && !shape.includes('T')) || changes < fewestChanges;
  // Questions are those of a list for readers, which one person writes, if some say "I" and none says "you".
  const asked = heads.flatMap(({ name, line }) => (/^Q(?:uestion)?$/i.test(name) ? [lines[line]!.text] : []));
  const areForReaders =
    asked.filter((each) => byReader.test(each)).length > 1 && !asked.some((each) => toSomebody.test(each));
  if (!isOften || isFew || (!/T|L/.test(shape) && areForReaders)) return false;
  // Three names or more that come again in one order are the labels of a form, and no people.
  const labels = /T|L/.test(shape) ? [] : heads;
  const pairs = labels.slice(1).map((head, i) => ({ ...head, before: labels[i]!.name }));
  const next = [...groupBy(pairs, ({ before }) => before).values()];
  const again = next.reduce((sum, { length }) => sum + length - 1, 0);
  const same = next.reduce((sum, after) => sum + Math.max(...countNames(after).values()) - 1, 0);
  const areOfForm = next.length > 2 && again > 0 && same >= sameOrder * again;
  if (areOfForm) return false;
  const begin = isBehind(heads, lines, text) ? 0 : lines[heads[0]!.from ?? heads[0]!.line]!.start;
  return text.length - begin >= leastBelow * text.length;
}

/** Whether words are above the first head, and none are below the last one: each head is behind what its speaker wrote. */
function isBehind(heads: readonly Head[], lines: readonly Line[], text: string): boolean {
  const [first, { line, length }] = [heads[0]!, heads.at(-1)!];
  const begin = (lines[first.from ?? first.line]?.start ?? text.length) + (first.begin ?? 0);
  const end =
    length === Infinity
      ? (lines[line + 1]?.start ?? text.length)
      : lines[line]!.start + unmask(lines[line]!.text, length);
  return /\p{L}/u.test(text.slice(0, begin)) && !/\p{L}/u.test(text.slice(end));
}

/** Shapes of a program's heads that are lines of their own, and of those that are before words. */
const aloneShapes = /^(?:N T|N \(T\)|T N|T from N|T From N:|N↵T|T↵N|L: N)$/;
const shapesBeforeWords = /^(?!T N$|N T$).*T(?!↵)(?!$)|^N \(T\)$|^\[N\] T$/;

/** Whether heads are certainly those of a program. Names repeat below each other, and sentences do not. */
function areSure(shape: string, heads: readonly Head[], listed: Listed): boolean {
  const { lines, isCaption } = listed;
  const names = [...countNames(heads).values()].sort((a, b) => b - a);
  const people = names.length;
  const areFew = 2 * (people - 1) <= heads.length && (heads.length < manyHeads || (names[1] ?? 0) > 1);
  const ofHeads =
    shape === 'L: N' ? heads.reduce((sum, { line, from = line }) => sum + line - from + 1, 0) : heads.length;
  const count = ofHeads + (shape.startsWith('T') ? findProgramLines(heads, lines).size : 0);
  const isOften = (fewestHeads: number, share: number): boolean =>
    (heads[0]!.from ?? heads[0]!.line) < looked && heads.length >= fewestHeads && count >= share * lines.length;
  if (isCaption) return /N:|\[N\]|v N/.test(shape) && areFew && isOften(1, sureShare.captions);
  if (isOften(fewestAlone, sureShare.alone) && people > 1 && areAlone(shape, heads, lines, areFew)) return true;
  if (!shapesBeforeWords.test(shape)) return false;
  if (haveDayAndTime(heads, lines)) return isOften(fewestSure, sureShare.dated);
  if (!areFew || !isOften(fewestSure, sureShare.timed)) return false;
  // Most heads have a time, as only a program writes it: a diary also has times before a place, and a timetable has cells.
  if (!mostHave(timed, heads, lines)) return shape === 'T N:' && mostHave(onDay, heads, lines);
  if (shape === 'T\tN\t') return lines.some(({ text }) => separator().test(text.slice(0, 200)));
  return shape !== 'T N:' || /^[[(]|^.\t/.test(lines[heads[0]!.line]!.masked);
}

function mostHave(sign: string, heads: readonly Head[], lines: readonly Line[]): boolean {
  const having = heads.filter(({ line, from = line }) => (lines[from]!.masked + lines[line]!.masked).includes(sign));
  return 2 * having.length >= heads.length;
}

function haveDayAndTime(heads: readonly Head[], lines: readonly Line[]): boolean {
  return mostHave(dated, heads, lines) || (mostHave(timed, heads, lines) && mostHave(onDay, heads, lines));
}

function areAlone(shape: string, heads: readonly Head[], lines: readonly Line[], areFew: boolean): boolean {
  const ends = heads.filter(({ line, length }) => length >= lines[line]!.masked.length).length;
  if (!aloneShapes.test(shape) || (2 * ends <= heads.length && shape !== 'L: N')) return false;
  if (/L/.test(shape) || haveDayAndTime(heads, lines)) return areFew;
  return areFew && mostHave(timed, heads, lines) && (shape !== 'T N' || lines[heads[0]!.line]!.masked.startsWith('['));
}

/** The beginning of a line with a time, up to the words. */
const beginsWithTime = new RegExp(`^[[(]? ?[${dated}${timed}${onDay}] ?[\\])]?(?:\\t| ?[-–—](?= )|(?= [-*!<>=]))?`);

/** Lines of a program, with the length of their beginning: a time as in the heads without a name, or only a time, a day, a rule or buttons. */
function findProgramLines(heads: readonly Head[], lines: readonly Line[]): ReadonlyMap<number, number> {
  const shape = heads[0]!.shape;
  const isHead = new Set(
    heads.flatMap(({ line, from = line }) => Array.from({ length: line - from + 1 }, (_, i) => from + i)),
  );
  const begin = shape.startsWith('T') ? beginsWithTime.exec(lines[heads[0]!.line]!.masked)?.[0] : undefined;
  const isClear = begin !== undefined && (begin.length > 1 || begin === dated);
  const found = new Map<number, number>();
  for (const [at, { masked, text, isBetween }] of lines.entries()) {
    if (isHead.has(at)) continue;
    const own = beginsWithTime.exec(masked)?.[0] ?? '';
    const isLikeHeads =
      own !== '' &&
      own.replace(/\t$/, '') === begin?.replace(/\t$/, '') &&
      (isClear || /^ [-*!<>=]/.test(masked.slice(own.length)));
    if (isLikeHeads) found.set(at, own.length);
    else if (isBetween || separator().test(text.slice(0, 200))) found.set(at, 0);
  }
  return found;
}

const greeting = /^(?:dear|hello|hi|liebe[rs]?|hallo|ch(?:er|ère)|querid[oa]|car[oa])\s+(?<n>\p{Lu}[\p{L}’'-]+)/iu;

/** Letters by several people, each of which a closing and a name end, if one greets who signed another. */
function findLetters(lines: readonly Line[]): readonly Judged[] {
  const heads = lines.flatMap(({ text }, at): Head[] => {
    const signer = lines[at + 1]?.text ?? '';
    if (text.length > 44 || !personLine.test(signer) || !signature.test(`${text}\n${signer}`)) return [];
    return [{ shape: 'letter', name: signer.split(' ')[0]!, from: at, line: at + 1, length: Infinity }];
  });
  const signers = new Set(heads.map(({ name }) => name));
  const isAnswered = lines.some(({ text }) => signers.has(greeting.exec(text)?.groups!['n'] ?? ''));
  return signers.size > 1 && isAnswered ? [{ shape: 'letter', heads, isSure: false, quality: heads.length }] : [];
}

function createTurns({ shape, heads, isSure }: Judged, { lines }: Listed, text: string): Turns {
  const turns: Turn[] = [];
  let [end, speaker] = [0, undefined as string | undefined];
  const take = (start: number, until: number, by: Omit<Turn, 'start' | 'end'>): void => {
    if (until > start) turns.push({ start, end: until, ...by });
  };
  const startOf = (line: number): number => lines[line]?.start ?? text.length;
  const areBehind = isBehind(heads, lines, text);
  const ofProgram = Array.from(findProgramLines(heads, lines), ([line, length]) => ({ line, length, at: line }));
  const places = [
    ...heads.map((head) => ({ ...head, at: head.from ?? head.line })),
    ...ofProgram.map((place) => ({ ...place, name: undefined, begin: 0 })),
  ].sort((a, b) => a.at - b.at);
  let isBegun = areBehind;
  for (const { name, line, length, at, begin = 0 } of places) {
    const start = startOf(at) + begin;
    if (start < end) continue;
    take(end, start, { speaker: areBehind ? name : speaker, ...(!isBegun && { isOfProgram: true }) });
    isBegun ||= name !== undefined;
    const next = startOf(line + 1);
    end = length === Infinity ? next : startOf(line) + unmask(lines[line]!.text, length);
    take(start, end, { speaker: undefined });
    if (name !== undefined) speaker = name;
    else take(end, (end = next), { speaker: undefined, isOfProgram: true });
  }
  take(end, text.length, { speaker });
  const found = new Map(Array.from(countNames(heads), ([name, count]) => [name, { name, turns: count, words: 0 }]));
  for (const { start, end: until, speaker: by } of turns)
    if (by !== undefined) found.get(by)!.words += countWords(text.slice(start, until));
  return { shape, isSure, turns, speakers: [...found.values()].sort((a, b) => b.turns - a.turns || b.words - a.words) };
}
