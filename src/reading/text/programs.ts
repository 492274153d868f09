import { makeLate } from '../../core/basics/caches';
import { blank, clock, day, dayAndTime, weekday } from './dates';
import { walkMatches } from '../../core/text/characters';

// How programs head messages. Patterns read the beginning of a line in which one sign is in place of each time.

/** The signs in place of a day with a time, a time of day, a day, and an age such as "3 h ago". */
export const [dated, timed, onDay, aged] = ['\u0001', '\u0002', '\u0003', '\u0004'] as const;
/** Signs that only turn the direction of writing. */
export const direction = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

const relative =
  "(?:today|yesterday|heute|gestern|aujourd['’]hui|hier|hoy|ayer|oggi|ieri|vandaag|gisteren|hoje|ontem),?(?: (?:at|um|à|a las?|alle|om|às))?";
const moments = makeLate(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{Nd}])(?:(?<dated>${dayAndTime})|(?<day>${weekday}?${day}(?: [гр]\.)?)|(?<!\p{Nd}[.:]?)(?<timed>(?:${relative} |${weekday}|\p{Nd}{1,2}[./]\p{Nd}{1,2}\.?,? |(?<!\p{L})\p{L}{3} \p{Nd}{1,2} )?(?:${clock}|\p{Nd}{3}:\p{Nd}{2}))(?![.:]?\p{Nd})|\p{Nd}{1,3}m ?\p{Nd}{1,2}s|\p{Nd}{1,3} ?\p{L}{1,7} ago)(?:${blank}*\([^()\n]{1,60}\))?`,
      'giu',
    ),
);
const mayHaveDigit = /[\d\u0660-\uffff]/; // quicker than the next
const mayHaveTime =
  /\p{Nd}[:.h]\p{Nd}{2}|\p{Nd}\u200f?[-./] ?\u200f?\p{Nd}{1,2}\u200f?[-./]|\p{Nd}{4}|\p{Nd}m ?\p{Nd}+s| ago\b|\p{Nd}[-/]\p{L}/u;

/** The first characters of a line that are read. */
export const longestHead = 160;

/** Marks of Markdown, HTML, wikis, forums and LaTeX around a name or at the beginning of a line, and signs that turn the direction. */
const marks = String.raw`^[\s\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+(?:#{1,6} +)?|^#{1,6} +|\*\*|__|'{3}|(?<![\p{L}\p{N}])[*_](?=\p{L}[^*_:\n]{0,40}:?[*_](?:[:\s]|$))|(?<=[\p{L}:)])[*_](?=[:\s]|$)|</?(?:b|strong|i|em|u|font|span|p)\b[^<>\n]{0,80}>|\[/?(?:b|i|u|color|size|font)(?:=[^\]\n]{0,20})?\]|\\[a-z]{2,12}\*?(?=[[{])`;
const onlyMarks = new RegExp(marks, 'giu');
const mayHaveMarks = /^[\s#\u200e-\u2069\ufeff]|[*_<\\]|'''|\[\/?[biu]\]/;
const timesAndMarks = makeLate(() => new RegExp(`${moments().source}|(?<mark>${marks})`, 'giu'));

type Edit = Readonly<{ at: number; length: number; sign: string }>;

function listEdits(begin: string): readonly Edit[] {
  if (!mayHaveDigit.test(begin) || !mayHaveTime.test(begin))
    return mayHaveMarks.test(begin)
      ? Array.from(walkMatches(begin, onlyMarks), ({ 0: { length }, index: at }) => ({ at, length, sign: '' }))
      : [];
  return Array.from(walkMatches(begin, timesAndMarks()), ({ 0: { length }, index: at, groups }) => {
    const sign = groups!['dated'] ? dated : groups!['timed'] ? timed : groups!['day'] ? onDay : aged;
    return { at, length, sign: groups!['mark'] === undefined ? sign : '' };
  });
}

/** The beginning of a line with a sign in place of each time, and without marks around a name. */
export function maskTimes(line: string): string {
  const begin = line.slice(0, longestHead);
  let [masked, copied] = ['', 0];
  for (const { at, length, sign } of listEdits(begin)) {
    masked += begin.slice(copied, at) + sign;
    copied = at + length;
  }
  return (masked + begin.slice(copied)).replace(direction, ' ');
}

/** The place in a line behind this many characters of the masked line. */
export function unmask(line: string, length: number): number {
  let shift = 0;
  for (const edit of listEdits(line.slice(0, longestHead))) {
    if (edit.at - shift > length || (edit.at - shift === length && edit.sign !== '')) break;
    shift += edit.length - edit.sign.length;
  }
  return Math.min(line.length, length + shift);
}

/** A name: few words, and no sentence. It may be a number or an address, or have a colon within it. */
const name = String.raw`[\p{L}\p{N}@~_+(*#](?:[^:;!?"“”„<>\[\]|\t\r\n\u0001-\u0004]|:(?=\p{L})){0,60}?`;

/** Heads at the beginning of a line: T is a time, N a name. The first that fits counts. Without a name, the owner of the device wrote. */
export const headShapes: readonly (readonly [shape: string, head: RegExp])[] = (
  [
    ['<v N>', String.raw`<v(?:\.[^\s>]*)?\s+(?<n>[^>\n]{1,60})>`], // WebVTT
    [
      '"T","T","N",',
      String.raw`"?T"?([,;\t]) ?"?T"?\1 ?"?(?<n>\p{L}[^",;\t\r\n]{0,60})"?\1(?: ?"?\+?[\p{Nd} ()-]{3,20}"?\1)? ?"?`,
    ], // Viber, mailed
    ['[T] [T] N:', String.raw`\[T\]\s?\[T(?:\s\p{L}{2,5})?\]\s?(?<n>NAME) ?:(?:\s|$)`], // Viber, copied
    ['T From N:', String.raw`T\s+From +(?<n>[^:\r\n]{1,60}?)(?: +to +[^:\r\n]{1,60})? *:(?:\s|$)`], // Zoom
    [
      'T from N',
      String.raw`T\s+(?:- )?(?:(?:[Rr]eceived |[Ii]ncoming )?[Ff]rom (?<n>NAME)|(?:[Ss]ent |[Oo]utgoing )?[Tt]o [^:!?]{1,60}?)(?:\s\([^()]{1,40}\))?(?:\s[-–—]\s.{1,40})?$`,
    ], // iMazing
    [
      'T N:',
      String.raw`[\[(]? ?T ?[\])]?[ \t,;.:–—|-]{0,4}(?:\[[^\[\]\n\u0001-\u0004]{1,24}\] ?)?(?<n>NAME) ?:(?:\s|$)`,
    ], // WhatsApp, Signal, Viber, Skype, Pidgin
    ['[N] T', String.raw`\[(?<n>[^\[\]\n\u0001-\u0004]{1,60})\] ?\[?T\]?:?\s+`], // KakaoTalk
    ['T <N>', String.raw`\[?T\]? ?<[@+%& ]?(?<n>[^<>\n]{1,40})>\s*`], // IRC
    ['T\tN\t', String.raw`T\t[@+%&~]?(?<n>[\p{L}\p{N}_][^\t:\r\n]{0,60})(?:\t|$)`], // LINE, WeeChat
    ['T | N |', String.raw`T[ \t]*[|;][ \t]*(?<n>\p{L}[^|;\r\n]{0,60}?)[ \t]*[|;]\s*`],
    ['N (T)', String.raw`(?<n>NAME),?[ \t]*[\[(] ?T ?[\])]:?(?:\s+|$)`], // Telegram, copied; MSN
    [
      'N T',
      String.raw`(?<n>NAME)(?: ?<[^<>\s]{3,60}>)?[,:]?(?:[ \t]*[|—–·•»-])?(?: (?:on|at|am|um|le|el))?[ \t]+T:?(?:, ?\p{L}{3,15})?$`,
    ], // Discord, Slack, Teams, WeChat, Google Chat
    ['T N', String.raw`\[?T\]?[ \t–—-]+(?<n>NAME)(?: - \p{Lu}[\p{L} ]{2,30})?$`], // Teams, a tracker, QQ, an export of Discord
  ] as const
).map(([shape, head]) => [
  shape,
  new RegExp(`^${head.replaceAll(/T(?![\p{L}])/gu, '[\u0001-\u0004]').replaceAll('NAME', name)}`, 'u'),
]);

/** Lines of a program between messages: the day, the beginning and end of a log, and rules. */
export const separator = makeLate(
  () =>
    new RegExp(
      String.raw`^(?:[-=_—–]{3,}\s*)?${weekday}?${day}(?: ?\([^()]{1,12}\)|,? \p{L}{2,12})?(?:\s*[-=_—–]{3,})?$|^[=_-]{10,}$|^-{3} (?:Log|Day) .*`,
      'iu',
    ),
);

/** "Like · Reply · 3d" and similar buttons below what somebody wrote on a page. */
const button =
  "(?:likes?|reply|react|share|comment|edited|follow|see translation|gefällt mir|antworten|teilen|bearbeitet|j[’']aime|répondre|partager|me gusta|responder|compartir|mi piace|rispondi|condividi|vind ik leuk|beantwoorden|curtir|gosto)";
const age = String.raw`\p{Nd}{1,3} ?(?:s|secs?|m|mins?|h|hrs?|hours?|d|days?|w|wks?|weeks?|y|yrs?|std|tage?|wo|j|sem|min)\.?(?: ago)?`;
export const buttons = makeLate(
  () => new RegExp(`^(?=.*\\p{L})(?:(?:${button}|${age})(?:${blank}*[·•|]?${blank}*|$)){1,5}$`, 'iu'),
);
export const hasButton = new RegExp(button, 'iu');
