import type { ReadContent } from '../../core/ports';
import type { LeftOut, PartKind, ReadPart } from '../text/readableFormats';
import { nameLooks } from '../markup/prose';
import { groupParts } from '../text/exclusions';

/** How a line continues what is before it. `column`: it is the first of its column, and its beginning decides. */
export type Join = 'column' | 'paragraph' | 'line' | 'word';
export const endsSentence = /[.!?:”"’')\]]\s*$/;

/** Collects paragraphs across columns and pages. An unfinished one goes on with the first line of the next. */
export class Flow {
  private readonly paragraphs: { readonly text: string; readonly look: string }[] = [];
  private look = '';
  /** The lines of the last paragraph, with the blanks before them. */
  private lines: string[] = [];
  private length = 0;
  private readonly begins: number[] = [];
  private begun = 0;
  private readonly left: LeftOut[] = [];
  /** What was left out since the last line. */
  private recent: { at: number }[] = [];
  private readonly unread: { words: number; readonly pages: number[] } = { words: 0, pages: [] };

  redacted = 0;

  constructor(private readonly hyphens: Hyphens) {}

  beginPage(): void {
    this.begun += 1;
  }

  /** Adds a line. @param look  of the paragraph, if the line begins one */
  add(text: string, join: Join, look = ''): void {
    const last = this.lines.at(-1);
    const goesOn = last !== undefined && !endsSentence.test(last) && /^\p{Ll}/u.test(text);
    if (last === undefined || join === 'paragraph' || (join === 'column' && !goesOn)) this.begin(text, look);
    else this.goOn(...(join === 'line' ? ([last, `\n${text}`] as const) : this.hyphens.join(last, text)));
    this.recent = [];
  }

  private begin(text: string, look: string): void {
    if (this.lines.length > 0) {
      this.paragraphs.push({ text: this.lines.join(''), look: this.look });
      this.length += 2;
    }
    this.look = look;
    this.lines = [text];
    this.endPages(this.length);
    this.length += text.length;
  }

  private goOn(last: string, next: string): void {
    this.length += last.length - this.lines.at(-1)!.length;
    this.lines[this.lines.length - 1] = last;
    for (const place of this.recent) place.at = Math.min(place.at, this.length);
    this.lines.push(next);
    this.endPages(this.length + (/^\s/.test(next) ? 1 : 0));
    this.length += next.length;
  }

  private endPages(begin: number): void {
    for (; this.begun > 0; this.begun--) this.begins.push(begin);
  }

  leaveOut(kind: PartKind, text: string): void {
    const place = { kind, at: this.length, text };
    this.left.push(place);
    this.recent.push(place);
  }

  /** Reports a page with this many unreadable signs. 0 means that the whole page is unreadable. */
  nameUnread(page: number, signs: number): void {
    this.unread.words += signs;
    this.unread.pages.push(page);
  }

  get content(): ReadContent {
    this.endPages(this.length);
    const all = [...this.paragraphs, { text: this.lines.join(''), look: this.look }];
    const marks = nameLooks(all) ?? [];
    const text = all.map((paragraph, i) => (marks[i] ?? '') + paragraph.text).join('\n\n');
    const [move, moveLeft] = [createShift(all, marks), createShift(all, marks)];
    const left = this.left.map((place) => ({ ...place, at: moveLeft(place.at) }));
    const parts: ReadPart[] = groupParts(left).filter(({ words }) => words > 0);
    if (this.redacted > 0) parts.push({ kind: 'redactions', words: this.redacted });
    if (this.hyphens.taken > 0) parts.push({ kind: 'hyphens', words: this.hyphens.taken });
    if (this.unread.pages.length > 0) parts.push({ kind: 'unreadable', ...this.unread });
    return { text, pages: this.begins.map(move), parts };
  }
}

/** Moves ascending places behind the marks that are put before paragraphs. A place at the beginning of a paragraph is before its mark. */
function createShift(paragraphs: readonly { readonly text: string }[], marks: readonly string[]) {
  let [next, begin, shift] = [0, 0, 0];
  return (at: number): number => {
    for (; next < marks.length && begin < at; next++) {
      shift += marks[next]!.length;
      begin += paragraphs[next]!.text.length + 2;
    }
    return at + shift;
  };
}

/** Words before a hyphen that belongs to the spelling, and endings before which it does not. */
const prefixes = /(^|[^\p{L}])(self|half|well|two|three|four|five|(twen|thir|for|fif|six|seven|eigh|nine)ty)$/iu;
const endings = /^(ish|less|ness|some|teen|th|ty|fold|ing|ed|er|ly|ves|way|s)\b/;
/** As in "pre- and post-war". */
const suspended = /^(and|or|to|nor)\b/;
const divided = /(\p{L}+)([-\u00ad\u2010])$/u;

/** Joins words that the end of a line divides, in the spelling that the document has elsewhere. */
export class Hyphens {
  private readonly compounds = new Set<string>();
  /** Words from which a hyphen was removed. */
  taken = 0;

  constructor(lines: readonly string[]) {
    for (const line of lines)
      for (const [compound] of line.matchAll(/\p{L}+(?:[-\u2010]\p{L}+)+/gu))
        this.compounds.add(normaliseSpelling(compound));
  }

  /** The end of a line and the beginning of the next, joined as in running text. */
  join(first: string, second: string): readonly [first: string, second: string] {
    const [, begin = '', hyphen] = divided.exec(first) ?? [];
    const [end = ''] = /^\p{L}+/u.exec(second) ?? [];
    if (hyphen === undefined || end === '' || suspended.test(second)) return [first, ` ${second}`];
    const before = first.slice(0, -1);
    if (hyphen === '\u00ad') return [this.isSpelt(begin, end) ? `${before}-` : before, second];
    if (this.isCompound(before, begin, end)) return [first, second];
    this.taken += 1;
    return [before, second];
  }

  private isSpelt(begin: string, end: string): boolean {
    return this.compounds.has(normaliseSpelling(`${begin}-${end}`));
  }

  private isCompound(before: string, begin: string, end: string): boolean {
    if (/^\p{Lu}/u.test(end) && !/^\p{Lu}{2,}$/u.test(begin)) return true;
    if (this.isSpelt(begin, end)) return true;
    if (/\p{L}-\p{L}+$/u.test(before)) return true;
    return prefixes.test(before) && !endings.test(end);
  }
}

function normaliseSpelling(compound: string): string {
  return compound.toLowerCase().replaceAll('\u2010', '-');
}
