import type { ReadContent } from '../../core/ports';
import type { LeftOut, PartKind, ReadPart } from '../text/readableFormats';
import { joinParagraphs } from '../markup/prose';
import { groupParts } from '../text/exclusions';

/** How a line continues what is before it. `column`: it is the first of its column, and its beginning decides. */
export type Join = 'column' | 'paragraph' | 'line' | 'word';
export const endsSentence = /[.!?:”"’')\]]\s*$/;

/** A place in a paragraph at which something was left out, or a page begins. */
type Place = { at: number } & (Omit<LeftOut, 'at'> | { readonly kind?: undefined });

/** Collects paragraphs across columns and pages. An unfinished one goes on with the first line of the next. */
export class Flow {
  /** The first one is empty: it has what was left out above the text. */
  private readonly paragraphs: { text: string; readonly look: string; readonly left: Place[] }[] = [
    { text: '', look: '', left: [] },
  ];
  /** The lines of the last paragraph, with the blanks before them, and the number of their characters. */
  private lines: string[] = [];
  private length = 0;
  private begun = 0;
  /** What was left out since the last line. */
  private recent: Place[] = [];

  constructor(private readonly hyphens: Hyphens) {}

  beginPage(): void {
    this.begun += 1;
  }

  /** Adds a line. @param look  of the paragraph, if the line begins one */
  add(text: string, join: Join, look = ''): void {
    const last = this.lines.at(-1);
    const goesOn = last !== undefined && !endsSentence.test(last) && /^\p{Ll}/u.test(text);
    if (last === undefined || join === 'paragraph' || (join === 'column' && !goesOn)) {
      this.paragraphs.at(-1)!.text = this.lines.join('');
      this.paragraphs.push({ text: '', look, left: [] });
      this.endPages(0);
      this.lines = [text];
      this.length = text.length;
    } else {
      const [above, next] = join === 'line' ? [last, `\n${text}`] : this.hyphens.join(last, text);
      this.length += above.length - last.length;
      this.lines[this.lines.length - 1] = above;
      for (const place of this.recent) place.at = Math.min(place.at, this.length);
      this.lines.push(next);
      this.endPages(this.length + (/^\s/.test(next) ? 1 : 0));
      this.length += next.length;
    }
    this.recent = [];
  }

  private endPages(at: number): void {
    for (; this.begun > 0; this.begun--) this.paragraphs.at(-1)!.left.push({ at });
  }

  leaveOut(kind: PartKind, text: string): void {
    const place = { kind, at: this.length, text };
    this.paragraphs.at(-1)!.left.push(place);
    this.recent.push(place);
  }

  get content(): ReadContent {
    this.endPages(this.length);
    this.paragraphs.at(-1)!.text = this.lines.join('');
    const { text, left } = joinParagraphs(this.paragraphs);
    const pages = left.flatMap(({ kind, at }) => (kind === undefined ? [at] : []));
    const parts: ReadPart[] = groupParts(left.filter((place) => place.kind !== undefined)).filter(
      ({ words }) => words > 0,
    );
    if (this.hyphens.taken > 0) parts.push({ kind: 'hyphens', words: this.hyphens.taken });
    return { text, pages, parts };
  }
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
    const isCompound =
      (/^\p{Lu}/u.test(end) && !/^\p{Lu}{2,}$/u.test(begin)) ||
      this.isSpelt(begin, end) ||
      /\p{L}-\p{L}+$/u.test(before) ||
      (prefixes.test(before) && !endings.test(end));
    if (isCompound) return [first, second];
    this.taken += 1;
    return [before, second];
  }

  private isSpelt(begin: string, end: string): boolean {
    return this.compounds.has(normaliseSpelling(`${begin}-${end}`));
  }
}

function normaliseSpelling(compound: string): string {
  return compound.toLowerCase().replaceAll('\u2010', '-');
}
