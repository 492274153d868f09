import { makeLate } from '../../core/basics/caches';
import { readCaptionTurns, readSpokenCaptions } from './chatCaptions';
import { looked, mayHaveClock, mayHaveHeadLines, readHeadLines, separator, type WrittenLines } from './chatHeadLines';
import { splitOwnWords } from './chatTemplates';
import { areCaptions } from './captions';
import { countWords } from '../../core/text/countWords';
import { blank, clock, day, dayAndTime as time, weekday } from './dates';
import { neverStops, createPoll, type StopSignal } from '../../core/basics/work';

/** A message of a chat or of a table of messages, without what a program wrote in it. */
export interface Message {
  readonly author: string;
  readonly text: string;
  /** Number of words that a program wrote instead of the message, such as "image omitted". */
  readonly template: number;
}

/** The content of a file of messages. */
export interface Messages {
  readonly messages: readonly Message[];
  /** Number of words in lines that no person wrote, such as who joined a chat. */
  readonly template: number;
}

const mark = String.raw`[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]*`;
const said = String.raw`(?<name>[^\s:"“”„<>][^:"“”„<>\r\n]{0,60}):(?=\s|[\u200e\u200f]|$)${blank}?(?<text>.*)`;

/** A format of the heads of messages. */
interface Shape {
  readonly head: () => RegExp;
  /** Whether such heads are rare in other texts. */
  readonly isStrong: boolean;
  readonly hasClock: boolean;
}

function defineShape(pattern: string, isStrong = true, hasClock = true): Shape {
  return { head: makeLate(() => new RegExp(`^${mark}${pattern}$`, 'iu')), isStrong, hasClock };
}

/** Replaces the name if a program speaks. */
const system = String.raw`[-*!<>=]{1,4}`;
const tabs = String.raw`\t(?:${system}\t.*|[@+%&~]?(?<name>[^\t:\r\n]{1,60})\t(?<text>.*))`;

const shapes: readonly Shape[] = [
  defineShape(String.raw`[[(] ?${time} ?[\])] ?${mark}(?:- )?(?:${said}|.*)`), // WhatsApp of an iPhone, Signal, Viber
  defineShape(String.raw`${time} [-–—] ${mark}(?:${said}|.*)`), // WhatsApp of Android
  defineShape(
    String.raw`\[${weekday}?${day}(?: [гр]\.)?\]${blank}?\[${clock}(?:${blank}\p{L}{2,5})?\]${blank}?${mark}${said}`,
  ), // copied from Viber
  defineShape(
    String.raw`"?${day}"?[,;\t] ?"?${clock}"?[,;\t] ?"?(?<name>\p{L}[^",;\t\r\n]{0,60})"?[,;\t](?: ?"?\+?[\p{Nd} ()-]{3,20}"?[,;\t])? ?"?(?<text>.*?)"?`,
  ), // mailed by Viber
  defineShape(String.raw`(?<name>[^\s\[\]][^\[\]\r\n]{0,60}), \[${time}\]:?${blank}?(?<text>.*)`), // copied from Telegram
  defineShape(String.raw`\[(?<name>(?![^\]]*\p{Nd}{4})[^\[\]\r\n]{1,60})\] \[${clock}\] ?(?<text>.*)`), // KakaoTalk
  defineShape(
    String.raw`\[?(?:(?:${day}|\p{L}{3} \p{Nd}{1,2})[ T])?${clock}\]? (?:<[@+ ]?(?<name>[^<>\r\n]{1,40})>\s?(?<text>.*)|${system} .*)`,
  ), // IRC
  defineShape(`${day}[ T]${clock}${tabs}`), // WeeChat
  defineShape(`${clock}${tabs}`, false), // LINE
  defineShape(String.raw`${clock}\s+From +(?<name>[^:\r\n]{1,60}?)(?: +to +[^:\r\n]{1,60})? *: *(?<text>.*)`), // Zoom
  defineShape(`${time}(?:[,:;]|\\t)? ?${mark}${said}`),
  defineShape(String.raw`(?<name>[^\s()\[\]][^()\[\]:\r\n]{0,60}?),? \(${time}\):?${blank}(?<text>.*)`),
  defineShape(`[[(]?${clock}[\\])]?[,;]?\\s{1,3}${mark}${said}`, false),
  defineShape(
    String.raw`(?<name>\p{L}[^()\[\]:\r\n]{0,60}?),? [[(](?:${time}|${clock})[\])]:${blank}?(?<text>.*)`,
    false,
  ),
  defineShape(
    String.raw`(?:${time}|${clock})${blank}*\|${blank}*(?<name>\p{L}[^|\r\n]{0,60}?)${blank}*\|${blank}*(?<text>.*)`,
    false,
  ),
  defineShape(`\\[${day}\\]:? ${mark}${said}`, false, false),
  defineShape(`${day}[,:;]? ${mark}${said}`, false, false),
];

/** Every head has this in its day or time. The first lines of most texts do not. */
const mayHaveDate = /\p{Nd}\u200f?[-./:] ?\u200f?\p{Nd}|\p{Nd}{4}|\p{Nd}-\p{L}/u;
/** A head has its day or time within this many characters. Most lines of prose have none there, so the patterns are skipped. */
const longestHead = 150;
/** At most this many lines come before the first message, such as a title. */
const mostBefore = 5;
/** At least this share of the lines are heads of messages. */
const least = { strong: 0.2, weak: 0.5 };

/** Whether a chat may begin like this. Other texts hardly ever do. */
export function mayBeChat(start: string): boolean {
  const lines = splitLines(start);
  return areCaptions(lines) || findShape(lines) !== undefined || mayHaveHeadLines(lines);
}

/** The messages of a chat that a program exported as lines. Undefined if the text is not a chat. Throws Cancelled. */
export function readChat(text: string, stop: StopSignal = neverStops): Messages | undefined {
  const first = splitFirstLines(text);
  const written = areCaptions(first)
    ? (readCaptionTurns(text, stop) ?? readSpokenCaptions(splitLines(text), stop))
    : readWritten(first, text, stop);
  return written && collectMessages(written.map(({ author, lines: own }) => ({ author, text: own.join('\n') })));
}

function readWritten(first: readonly string[], text: string, stop: StopSignal): readonly WrittenLines[] | undefined {
  const found = findShape(first);
  const written = found && readShape(splitLines(text), found, stop);
  return written ?? (mayHaveHeadLines(first) ? readHeadLines(splitLines(text), stop) : undefined);
}

function readShape(lines: readonly string[], found: Shape, stop: StopSignal): readonly WrittenLines[] | undefined {
  const poll = createPoll(stop);
  const written: WrittenLines[] = [{ author: undefined, lines: [] }];
  for (const [at, line] of lines.entries()) {
    poll(at);
    const head = found.head().exec(line);
    if (!head) (separator().test(line.slice(0, 200)) ? written[0]! : written.at(-1)!).lines.push(line);
    else
      written.push({
        author: head.groups?.['name'],
        lines: [head.groups?.['text'] ?? line.replace(/^.*?(?:[\])]| [-–—]) ?/u, '')],
      });
  }
  return isChat(written, lines, found.isStrong) ? written : undefined;
}

/** Messages without the words of programs. A message without an author is a program's. */
export function collectMessages(
  written: Iterable<{ readonly author: string | undefined; readonly text: string }>,
): Messages {
  const messages: Message[] = [];
  let template = 0;
  for (const { author, text } of written) {
    if (author === undefined) template += countWords(text);
    else messages.push({ author: author.replace(/^~\s*/u, '').trim(), ...splitOwnWords(text) });
  }
  return { messages, template };
}

function splitLines(text: string, most?: number): readonly string[] {
  return text.split(/\r\n|\r|\n/, most);
}

/** Nearly every text has enough non-blank lines among this many. */
const mostFirst = 100;

/** The first lines of a text, enough to say whether it may be a chat. */
function splitFirstLines(text: string): readonly string[] {
  const first = splitLines(text, mostFirst);
  const isEnough = first.length < mostFirst || first.filter((line) => line.trim() !== '').length >= looked;
  return isEnough ? first : splitLines(text);
}

function findShape(lines: readonly string[]): Shape | undefined {
  const first: string[] = [];
  for (const line of lines) {
    if (first.length === mostBefore) break;
    if (line.trim() !== '') first.push(line.slice(0, 500));
  }
  const dated = first.filter((line) => mayHaveDate.test(line.slice(0, longestHead)));
  const timed = dated.filter((line) => mayHaveClock.test(line.slice(0, longestHead)));
  return shapes.find(({ head, hasClock }) => (hasClock ? timed : dated).some((line) => head().test(line)));
}

function isChat(
  written: readonly { readonly author: string | undefined }[],
  lines: readonly string[],
  isStrong: boolean,
): boolean {
  const authors = written.flatMap(({ author }) => author ?? []);
  const filled = lines.reduce((sum, line) => sum + Number(line.trim() !== ''), 0);
  if (authors.length < 2 || written.length - 1 < (isStrong ? least.strong : least.weak) * filled) return false;
  return isStrong || 2 * (new Set(authors).size - 1) <= authors.length;
}
