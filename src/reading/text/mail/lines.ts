import type { createPoll } from '../../../core/basics/work';
import type { Exclusion } from '../readableFormats';

/** The rules that find text that its author did not write for it. */
const rules = {
  marks: { kind: 'quoted', rule: 'quote marks' },
  wrote: { kind: 'quoted', rule: '“… wrote:” line' },
  wroteBelow: { kind: 'quoted', rule: 'text without marks below a “… wrote:” line', isUnsure: true },
  replyLine: { kind: 'quoted', rule: 'line of a help desk' },
  markedForward: { kind: 'forwarded', rule: 'quote marks and a mail header' },
  forwarding: { kind: 'forwarded', rule: 'forwarding line' },
  header: { kind: 'forwarded', rule: 'mail header' },
  forum: { kind: 'quoted', rule: 'quotation of a forum' },
  comments: { kind: 'quoted', rule: 'comments at the end' },
  signature: { kind: 'signature', rule: 'signature line' },
  contact: { kind: 'signature', rule: 'contact lines at the end' },
  topHeader: { kind: 'template', rule: 'mail header at the top' },
  program: { kind: 'template', rule: 'line of a mail program' },
  armour: { kind: 'template', rule: 'frame of a signed mail' },
  footer: { kind: 'template', rule: 'footer of a mailing list' },
  notice: { kind: 'template', rule: 'legal notice' },
  captions: { kind: 'template', rule: 'times of captions' },
  repeated: { kind: 'template', rule: 'captions that show a line again' },
} as const satisfies Readonly<Record<string, Omit<Exclusion, 'start' | 'end'>>>;
export type RuleName = keyof typeof rules;
const ruleNames = Object.keys(rules) as readonly RuleName[];

const [lineFeed, carriageReturn] = [10, 13];
/** At most this many characters of a line are read. Lines of mail programs are shorter. */
const longest = 1000;

/** The lines of a text by number, and the rule that excludes each. A line ends at CR, LF or CR LF. */
export class Lines {
  private readonly starts: Int32Array;
  /** 0 for a blank line; otherwise the last character that is not a blank, if it is ASCII. */
  private readonly lasts: Uint8Array;
  private readonly marks: Uint8Array;
  /** For each partly excluded line, the place where the excluded part begins. */
  private readonly within = new Map<number, number>();

  constructor(
    readonly source: string,
    private readonly poll: ReturnType<typeof createPoll>,
  ) {
    const starts = [0];
    for (const { 0: lineBreak, index } of source.matchAll(/\r\n|[\r\n]/g)) {
      poll(index);
      starts.push(index + lineBreak.length);
    }
    this.starts = Int32Array.from(starts);
    this.marks = new Uint8Array(this.count);
    this.lasts = new Uint8Array(this.count);
    for (let at = 0; at < this.count; at++) this.lasts[at] = readLastCode(source, this.start(at), this.findEnd(at));
  }

  get count(): number {
    return this.starts.length;
  }

  /** Where the line begins; the end of the text for the line behind the last. */
  start(line: number): number {
    return this.starts[line] ?? this.source.length;
  }

  /** The line without its break, at most its first 1,000 characters or `most`. Empty if there is no such line. */
  readText(line: number, most = longest): string {
    const start = this.start(line);
    return this.source.slice(start, Math.min(this.findEnd(line), start + most));
  }

  /** The lines from one to before another, as `readText` returns them. */
  readTexts(first: number, end: number): readonly string[] {
    return Array.from({ length: Math.max(0, end - first) }, (_, i) => this.readText(first + i));
  }

  /** Where the line ends, before its break. */
  findEnd(line: number): number {
    const start = this.start(line);
    let end = this.start(line + 1);
    if (end > start && this.source.charCodeAt(end - 1) === lineFeed) end -= 1;
    if (end > start && this.source.charCodeAt(end - 1) === carriageReturn) end -= 1;
    return end;
  }

  /** Whether the line has no visible character. True if there is no such line. */
  isBlank(line: number): boolean {
    return !this.lasts[line];
  }

  /** Whether the line ends with a sign of ASCII, blanks aside. */
  endsWith(line: number, sign: string): boolean {
    return this.lasts[line] === sign.charCodeAt(0);
  }

  /** Whether no rule excludes the line. False if there is no such line. */
  isOwn(line: number): boolean {
    return this.marks[line] === 0;
  }

  /** The first line from here on that is not blank; the number of lines if there is none. */
  findFilled(line: number): number {
    let at = line;
    while (at < this.count && this.isBlank(at)) at += 1;
    return at;
  }

  /** The last line before another that is not blank, down to `first`; the line above that if there is none. */
  findFilledAbove(line: number, first = 0): number {
    let at = line - 1;
    while (at >= first && this.isBlank(at)) at -= 1;
    return at;
  }

  /** The first line from here on that is blank; the number of lines if there is none. */
  findBlank(line: number): number {
    let at = line;
    while (at < this.count && !this.isBlank(at)) at += 1;
    return at;
  }

  /** Excludes lines by a rule. @param from  the offset in the text where the first line's excluded part begins; absent for all of it */
  exclude(rule: RuleName, first: number, end: number, from?: number): void {
    this.poll(this.start(first));
    this.marks.fill(ruleNames.indexOf(rule) + 1, first, end);
    if (from !== undefined) this.within.set(first, from);
  }

  /** Calls back with each stretch of lines that no rule excludes. */
  visitOwn(call: (first: number, end: number) => void): void {
    for (let at = this.marks.indexOf(0); at !== -1; at = this.marks.indexOf(0, at)) {
      let end = at;
      while (this.isOwn(end)) end += 1;
      this.poll(this.start(end));
      call(at, end);
      at = end;
    }
  }

  listExclusions(): Exclusion[] {
    const results: Exclusion[] = [];
    for (let at = 0; at < this.count;) {
      const mark = this.marks[at]!;
      let end = at + 1;
      while (this.marks[end] === mark && !this.within.has(end)) end += 1;
      if (mark > 0) {
        const range = { start: this.within.get(at) ?? this.start(at), end: this.start(end) };
        results.push({ ...range, ...rules[ruleNames[mark - 1]!] });
      }
      at = end;
    }
    return results;
  }
}

/** A colon of full width, and signs that only turn the direction of writing. */
const [wideColon, direction] = ['：', /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/];

/** The code of the last visible character; 255 if it is not ASCII, 0 if there is none. A full-width colon counts as a colon. */
function readLastCode(source: string, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) {
    const code = source.charCodeAt(at);
    if (code > 32 && code < 128) return code;
    if (code < 128 || source[at]!.trim() === '' || direction.test(source[at]!)) continue;
    return source[at] === wideColon ? ':'.charCodeAt(0) : 255;
  }
  return 0;
}
