import { countEach, groupBy } from '../../core/basics/numbers';
import { createPoll, type StopSignal } from '../../core/basics/work';
import { isCaptionTime } from './captions';
import { fieldOf } from './mail/words';
import { aged, buttons, dated, hasButton, headShapes, maskTimes, onDay, timed } from './programs';
import { walkMatches } from '../../core/text/characters';

/** A line that is not blank: its number, where it begins, its text without blanks around it, and that with signs for times. */
export interface Line {
  readonly row: number;
  readonly start: number;
  /** Whether a tabulator or several blanks are before its text. */
  readonly isIndented: boolean;
  readonly text: string;
  readonly masked: string;
  /** Whether it says when messages were written, and nothing else, or shows buttons below a message. */
  readonly isBetween: boolean;
}

/** The head of a turn. The words of the speaker begin behind `length` characters of the masked line, or in a later line. */
export interface Head {
  readonly shape: string;
  readonly name: string;
  readonly line: number;
  /** The first line of the head, if it is above. */
  readonly from?: number;
  /** Where the head begins in its line, if words are before it. */
  readonly begin?: number;
  readonly length: number;
}

/** The lines of a text, without the times and numbers of captions. */
export interface Listed {
  readonly lines: readonly Line[];
  readonly isCaption: boolean;
}

/** The name for the owner of the device. Programs leave the owner's name out of exported messages. */
export const owner = 'Me';

export const hasTime = new RegExp(`[${dated}${timed}${onDay}${aged}]`);
const onlyTime = new RegExp(`^[${dated}${timed}${aged}]$`);
/** A line with a person's name and nothing else. */
export const personLine = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}][\p{L}\p{M}.'’-]*){0,3}$/u;

/** Words before a colon that are no speakers: labels of notes, lists, mails and records. */
const noSpeaker = new Set(
  'note notes example examples source sources tip tips warning edit update updated ps p.s pros cons title date time subject re fw fwd from to cc bcc sent http https ftp mailto summary conclusion introduction abstract background method methods result results discussion references figure fig table step steps chapter section part day week month year item page line volume vol definition theorem proof lemma remark case fact facts reason reasons option options price cost location place address phone tel email fax web website isbn doi url id name type status version total also however first second third finally result rule info error warn debug trace fatal notice important hint caution author authors editor published category tags posts joined registered messages likes rating plot story characters ingredients directions quote summary spoiler spoilers motivation modification modifications added fixed changed goal goals deliverable excerpt takeaway now previously and but so or if then that this it i he she they we mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday'.split(
    ' ',
  ),
);

/** The lines of a text that are not blank. Throws Cancelled. */
export function listLines(text: string, stop: StopSignal, most = Infinity): Listed {
  const poll = createPoll(stop);
  const lines: Line[] = [];
  let isCaption = false;
  let row = 0;
  for (const { 0: raw, index } of walkMatches(text, /(?:\r\n|[\r\n]|^)([^\r\n]*)/g)) {
    if (lines.length >= most) break;
    poll((row += 1));
    const parts = raw.includes('<v') ? walkMatches(raw, /[^]+?(?=<v[. ]|$)/g) : [{ 0: raw, index: 0 }];
    for (const { 0: part, index: at } of parts) {
      const shown = part.trim();
      const isTime = isCaptionTime(shown);
      isCaption ||= isTime;
      if (shown === '' || isTime) continue;
      const masked = maskTimes(shown);
      const blanks = part.indexOf(shown);
      const mayBeBetween = masked.length <= 12 || (masked.length <= longestBetween && hasButton.test(masked));
      const isCount = lines.at(-1)?.isBetween === true && /^\p{Nd}{1,4}$/u.test(masked); // of those who pressed a button
      const isBetween =
        mayBeBetween && (isCount || onlyTime.test(masked.replace(/[[\]().,\s–—-]/g, '')) || buttons().test(masked));
      const isIndented = blanks > 1 || part.startsWith('\t');
      lines.push({ row, start: index + at + blanks, isIndented, text: shown, masked, isBetween });
    }
  }
  return { isCaption, lines: isCaption ? lines.filter(({ text: line }) => !/^\d{1,6}$/.test(line)) : lines };
}

const longestBetween = 60;

export const countNames = (heads: readonly Head[]): ReadonlyMap<string, number> =>
  countEach(heads.map(({ name }) => name));

/** Heads by their shapes. */
export type ByShape = ReadonlyMap<string, readonly Head[]>;

export function groupByShape(heads: readonly (Head | undefined)[]): ByShape {
  return groupBy<Head>(
    heads.filter((head) => head !== undefined),
    ({ shape }) => shape,
  );
}

/** All that may be the heads of turns as programs write them. Throws Cancelled. */
export function findHeads(lines: readonly Line[], stop: StopSignal): ByShape {
  const poll = createPoll(stop);
  const heads = lines.flatMap(({ masked }, i) => {
    poll(i);
    // What a program's table of heads finds at the beginning of a line with a time: the first one that fits decides.
    const mayBegin = hasTime.test(masked) || masked.startsWith('<v');
    const inLine: Head[] = [];
    for (const [shape, head] of mayBegin ? headShapes : []) {
      const match = head.exec(masked);
      if (!match) continue;
      const name = readName(match.groups!['n'] ?? owner);
      const isLog = ofLog.test(masked.slice(match[0].length).slice(0, 9));
      if (!isLog && isName(name, shape)) inLine.push({ shape, name, line: i, length: match[0].length });
      break;
    }
    return [...inLine, ...findNear(lines, i)];
  });
  const first = readName(lines[1]?.masked ?? '');
  const hasTitle = heads.some(({ name, line }) => line > 1 && name === first); // the name below the title comes back
  return groupByShape([
    ...heads.map((head) => (hasTitle && head.line === 0 ? { ...head, name: first, line: 1, from: 0 } : head)),
    ...findBlocks(lines),
  ]);
}

export function readName(raw: string): string {
  return raw
    .replace(/^(?:(?:\p{L}+ )?by )?[~*@+ \u00a0\u202f]*(?=\p{L})| to (?:everyone|all)$|[,»·•\s]+$/giu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const ofLog = /(?:^|\/)(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|NOTICE)\b/;
/** What programs write in place of a name. */
const ofProgram =
  /^(?:pm|am|uhr|utc|gmt|timestamp|last activity|start time|info|warn|warning|error|debug|trace|fatal|notice)$/i;
/** As in "3 likes". */
const count = /^\p{Nd}{1,4} \p{Ll}+$/u;
const mostNameWords = 5;

/** What a report of a device says in place of a person. */
export const ofDirection = /^(?:sent|received|incoming|outgoing|in|out|inbox|outbox)$/i;

export function isName(speaker: string, shape: string): boolean {
  const words = speaker
    .toLowerCase()
    .replace(/ \([^()]*\)/g, '')
    .split(/[ .]+/);
  if (words.length > mostNameWords || speaker === '' || ofLog.test(speaker) || count.test(speaker)) return false;
  if (ofDirection.test(speaker)) return true;
  if (/T|v/.test(shape))
    return !ofProgram.test(speaker) && /\p{L}|\p{Nd}{3}/u.test(speaker) && !fieldOf.has(speaker.toLowerCase());
  return (
    speaker === 'I' ||
    (!noSpeaker.has(words[0]!) &&
      (words[0] === 'you' || !noSpeaker.has(words.at(-1)!)) &&
      !/^[\d\s./-]{2,}$|^\p{Ll}$/u.test(speaker.replace(/^\+?\d{7,}$/, 'xx')))
  );
}

/** A name on a line of its own below or above a line with a time or with buttons, or at the top. */
function findNear(lines: readonly Line[], at: number): readonly Head[] {
  const { masked: line, isBetween } = lines[at]!;
  if (isBetween || line.length > 44 || hasTime.test(line) || !/^[\p{L}\p{Nd}@~+(_]/u.test(line)) return [];
  const name = readName(line);
  if (!isName(name, 'T') || /[:!?[\]]/.test(line)) return [];
  let from = at;
  while (lines[from - 1]?.isBetween) from -= 1;
  const below = { shape: 'T↵N', name, line: at, from, length: Infinity };
  const hasInitials = lines[at - 1]?.text === name.replace(/[^\p{Lu}]/gu, ''); // in a circle, in place of a picture
  const above = { shape: 'N↵T', name, line: at + 1, from: at - Number(hasInitials), length: Infinity };
  return [
    ...(from < at || at === 0 ? [below] : []),
    ...(hasTime.test(lines[at + 1]?.masked ?? '') && lines[at + 1]!.isBetween ? [above] : []),
  ];
}

export const labelled = /^(\p{L}[\p{L} _-]{0,24}?|#\d{0,3})(?:[ \t]?:(?:[ \t]+|$)|\t+)(.*)$/u;
const mostLabels = 20;
const ofText =
  /^(?:body|message|text|nachricht|texte|texto|testo|bericht|content|inhalt|mensaje|messaggio|tekst|mensagem)$/i;
export const ofSender = new Set([
  ...[...fieldOf].filter(([, field]) => field === 'from').map(([label]) => label),
  ...'author name user sender autor auteur autore utente posted_by'.split(' ').map((label) => label.replace('_', ' ')),
]);

/** Labelled lines above each message, such as "From: Ann", "Timestamp: …", "Body:". Without a sender it is the owner's. */
function findBlocks(lines: readonly Line[]): readonly Head[] {
  const heads: Head[] = [];
  for (let first = 0; first < lines.length; first++) {
    const labels = readLabels(lines, first);
    if (labels.length < 2 || !labels.some(({ value }) => /\p{Nd}[:.h]\p{Nd}{2}/u.test(value))) {
      first += Math.max(0, labels.length - 1);
      continue;
    }
    const above = lines[first - 1]?.text ?? '';
    const direction = above.replace(/^\d{1,6}[.)]? /, '');
    const isOwner = /^\(.{2,20}\)$/.test(above) || ofDirection.test(direction);
    const said = labels.find(isSender) ?? labels.find(({ value }) => ofDirection.test(value));
    const name = readName(said?.value ?? (isOwner ? direction : ''));
    // a mail that somebody answers has few fields, and those of a digest have all
    const isMail =
      labels.some(({ label }) => fieldOf.get(label) === 'subject') && labels.every(({ label }) => fieldOf.has(label));
    const { label, value } = labels.at(-1)!;
    const line = first + labels.length - 1;
    const length = ofText.test(label) && value !== '' ? lines[line]!.text.length - value.length : Infinity;
    const shape = isMail ? 'L: N, mail' : 'L: N';
    if (name !== '') heads.push({ shape, name, line, from: isOwner ? first - 1 : first, length });
    first = line;
  }
  return heads;
}

type Label = Readonly<Record<'label' | 'value', string>>;

function isSender({ label, value }: Label): boolean {
  return ofSender.has(label) && value !== '';
}

/** The labelled lines from one on, one directly below the other, up to the label of the text or the next sender. */
function readLabels(lines: readonly Line[], first: number): readonly Label[] {
  const labels: Label[] = [];
  for (let at = first; at < Math.min(lines.length, first + mostLabels); at++) {
    const { row, text: line } = lines[at]!;
    const isNear = at === first || row <= lines[at - 1]!.row + 2;
    const isAlone = at > first && (ofText.test(line) || /^\p{Nd}{1,6}$/u.test(line)); // of a cell, or a number of a message
    const match = isAlone ? ['', line, ''] : labelled.exec(line);
    if (!match || !isNear) break;
    const read = { label: match[1]!.toLowerCase(), value: match[2]! };
    if (isSender(read) && labels.some(isSender)) break;
    labels.push(read);
    if (ofText.test(read.label)) break;
  }
  return labels;
}
