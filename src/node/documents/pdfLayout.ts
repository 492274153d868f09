import type { PartKind } from '../../core/readableFormats';
import type { ReadContent } from '../../core/ports';
import { countWords } from '../../core/text/countWords';
import { fewestCellWords, Prose } from './prose';

/** Lines so many from the top or the bottom of a page can be headers and footers. */
const edge = 2;
/** What stands at one height in such a place on so many pages, and on this share of them, is a header or footer. */
const [leastPages, leastShare] = [2, 0.4];
/** Notes are set in letters of at most this share of the usual height. */
const noteHeight = 0.92;
const endsSentence = /[.!?:”"’')\]]\s*$/;
const beginsNote = /^(\d{1,3}|[*†‡])/;
const beginsItem = /^([•▪◦‣·*–—]|\(?\d{1,2}[.)])\s/;

/**
 * Text of pages: lines are joined to paragraphs by their distances, indents and lengths; a word that a hyphen divides at the end of a
 * line is put together; running headers and footers, page numbers, footnotes and cells of tables are set apart.
 */
export function layOut(pages: readonly (readonly Line[])[]): ReadContent {
  const repeated = repeatedEdges(pages);
  const usual = usualHeight(pages.flat());
  const apart = new Prose();
  const flow = new Flow();
  for (const lines of pages) {
    const setApart = (kind: PartKind, left: readonly Line[]): void =>
      left.forEach(({ text }) => apart.setApart(kind, ` ${text}`));
    const { body, headers } = withoutEdges(lines, repeated);
    const { running, notes } = withoutNotes(body, usual);
    const { prose, cells } = withoutCells(running);
    setApart('headers', headers);
    setApart('notes', notes);
    setApart('cells', cells);
    flow.addPage(paragraphsOf(prose));
  }
  return { text: flow.text, pages: flow.pages, parts: apart.parts };
}

/** Paragraphs over pages: one that a page ends within goes on with the first of the next. */
class Flow {
  private readonly paragraphs: string[] = [];
  private readonly begins: number[] = [];
  private length = 0;

  get text(): string {
    return this.paragraphs.join('\n\n');
  }

  /** Where each page begins in the text. */
  get pages(): readonly number[] {
    return this.begins.map((begin) => Math.min(begin, this.length));
  }

  addPage([first, ...rest]: readonly string[]): void {
    const last = this.paragraphs.at(-1);
    const goesOn = last !== undefined && first !== undefined && !endsSentence.test(last) && /^[a-z]/.test(first);
    this.begins.push(this.length + (goesOn ? 1 : last === undefined ? 0 : 2));
    if (goesOn) this.goOn(last, first);
    else if (first !== undefined) this.add(first);
    for (const paragraph of rest) this.add(paragraph);
  }

  private goOn(last: string, first: string): void {
    const whole = joined(last, first);
    this.paragraphs[this.paragraphs.length - 1] = whole;
    this.length += whole.length - last.length;
  }

  private add(paragraph: string): void {
    this.length += paragraph.length + (this.paragraphs.length > 0 ? 2 : 0);
    this.paragraphs.push(paragraph);
  }
}

function withoutEdges(
  lines: readonly Line[],
  repeated: ReadonlySet<string>,
): { readonly body: readonly Line[]; readonly headers: readonly Line[] } {
  const isHeader = (line: Line, at: number): boolean => {
    if (at >= edge && at < lines.length - edge) return false;
    return /^\W*(page )?\d{1,4}\W*$/i.test(line.text) || repeated.has(placed(line));
  };
  return {
    body: lines.filter((line, at) => !isHeader(line, at)),
    headers: lines.filter(isHeader),
  };
}

/** Footnotes: the last lines of a page from the first that begins with a mark on, where all are set smaller than the text. */
function withoutNotes(
  lines: readonly Line[],
  usual: number,
): { readonly running: readonly Line[]; readonly notes: readonly Line[] } {
  const small = lines.findLastIndex(({ height }) => height > noteHeight * usual) + 1;
  const first = small === 0 ? -1 : lines.findIndex(({ text }, at) => at >= small && beginsNote.test(text));
  return first < 0 ? { running: lines, notes: [] } : { running: lines.slice(0, first), notes: lines.slice(first) };
}

/** Cells of fewer than ten words that stand side by side. Where half of a page stands so, it is set in columns, and read by them. */
function withoutCells(lines: readonly Line[]): { readonly prose: readonly Line[]; readonly cells: readonly Line[] } {
  const isCell = lines.map((line, at) =>
    [lines[at - 1], lines[at + 1]].some((other) => other && areBeside(line, other)),
  );
  if (2 * isCell.filter(Boolean).length > lines.length && lines.length > 2 * edge) {
    const middle = (Math.min(...lines.map(({ left }) => left)) + Math.max(...lines.map(({ right }) => right))) / 2;
    const isRight = ({ left }: Line): boolean => left > 0.9 * middle;
    return { prose: [...lines.filter((line) => !isRight(line)), ...lines.filter(isRight)], cells: [] };
  }
  const isLeftOut = ({ text }: Line, at: number): boolean => isCell[at]! && countWords(text) < fewestCellWords;
  return { prose: lines.filter((line, at) => !isLeftOut(line, at)), cells: lines.filter(isLeftOut) };
}

function areBeside(line: Line, other: Line): boolean {
  const isLevel = Math.abs(line.bottom - other.bottom) < 0.3 * line.height;
  return isLevel && (line.left > other.right || other.left > line.right);
}

/** The words of a line without its numbers, and its height on the page to three points. */
function placed({ text, bottom }: Line): string {
  return `${text.replace(/\d+/g, '#').replace(/\s+/g, ' ')} ${Math.round(bottom / 3)}`;
}

/** What stands at the edges of many pages, its numbers apart. */
function repeatedEdges(pages: readonly (readonly Line[])[]): ReadonlySet<string> {
  const edges = pages.flatMap((lines) => [...new Set([...lines.slice(0, edge), ...lines.slice(-edge)].map(placed))]);
  const counts = counted(edges.map((line) => [line, 1]));
  const least = Math.max(leastPages, leastShare * pages.length);
  return new Set([...counts].filter(([, count]) => count >= least).map(([line]) => line));
}

/** The height of most letters, to half a point. */
function usualHeight(lines: readonly Line[]): number {
  return commonest(lines.map(({ height, text }) => [Math.round(2 * height) / 2, text.length])) ?? 0;
}

function paragraphsOf(lines: readonly Line[]): readonly string[] {
  const spacing = usualSpacing(lines);
  const right = Math.max(...lines.map((line) => line.right));
  const found: string[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (before && !beginsParagraph(before, line, { spacing, right })) found.push(joined(found.pop()!, line.text));
    else found.push(line.text);
  }
  return found;
}

/** By a wide gap above, another size, an indent, or a line above that ends early with the end of a sentence. */
function beginsParagraph(before: Line, line: Line, { spacing, right }: Record<'spacing' | 'right', number>): boolean {
  const gap = before.bottom - line.bottom;
  if (gap < 0 || gap > 1.25 * spacing || beginsItem.test(line.text)) return true;
  if (Math.abs(before.height - line.height) > 0.2 * line.height) return true;
  const indent = (line.left - before.left) / line.height;
  if (indent > 0.8 && indent < 6) return true;
  const isShort = right - before.right > 6 * line.height;
  return isShort && endsSentence.test(before.text);
}

/** The commonest distance of two lines, to half a point. */
function usualSpacing(lines: readonly Line[]): number {
  const gaps = lines.slice(1).map((line, at) => Math.round(2 * (lines[at]!.bottom - line.bottom)) / 2);
  return commonest(gaps.filter((gap) => gap > 0).map((gap) => [gap, 1])) ?? Infinity;
}

function counted<T>(values: readonly (readonly [value: T, weight: number])[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const [value, weight] of values) counts.set(value, (counts.get(value) ?? 0) + weight);
  return counts;
}

function commonest(values: readonly (readonly [value: number, weight: number])[]): number | undefined {
  const [most] = [...counted(values)].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most?.[0];
}

/** A hyphen at the end of a line divides a word where small letters stand on both sides of it. */
function joined(first: string, second: string): string {
  return /[a-z][-\u00ad\u2010]$/.test(first) && /^[a-z]/.test(second)
    ? first.slice(0, -1) + second
    : `${first} ${second}`;
}

/** A line of a page, or a cell of a row in a table; measures in points from the left and from the bottom. */
export interface Line {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly height: number;
  /** The marks of notes in it, which are no part of its text. */
  readonly marks: string;
}

/** A piece of text as PDF.js gives it, in the order of the file. */
export interface TextItem {
  readonly str: string;
  /** The last two of its six numbers are the place of its beginning. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

/** Of the height of letters: a blank of two words, and one between the cells of a table. */
const [wordGap, cellGap] = [0.2, 2];
/** Bullets of symbol fonts. */
const symbols = /[\uf000-\uf0ff]/g;

/** The lines of a page in the order of its text. */
export function linesOf(items: readonly TextItem[]): readonly Line[] {
  const lines: Line[] = [];
  let begun: Line | undefined;
  const end = (): void => {
    if (begun && (begun.text.trim() !== '' || begun.marks !== ''))
      lines.push({ ...begun, text: begun.text.replace(symbols, '•').trim() });
    begun = undefined;
  };
  for (const item of items) {
    const next = lineOf(item);
    if (begun && item.str.trim() !== '' && isApart(begun, next)) end();
    if (item.str !== '' && (begun || item.str.trim() !== '')) begun = begun ? added(begun, next) : next;
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

function lineOf({ str, transform, width, height }: TextItem): Line {
  const [left, bottom] = transform.slice(4) as [number, number];
  return { text: str, left, right: left + width, bottom, height, marks: '' };
}

/** Whether text stands on another line than what is begun, or in another cell. */
function isApart(begun: Line, { left, bottom, height }: Line): boolean {
  if (Math.abs(begun.bottom - bottom) > 0.7 * Math.max(height, begun.height)) return true;
  return left - begun.right > cellGap * begun.height;
}

/** A blank has no place of its own: what stands next to it shows how wide it is. */
function added(begun: Line, next: Line): Line {
  if (next.text.trim() === '') return { ...begun, text: `${begun.text} ` };
  const right = Math.max(begun.right, next.right);
  if (isMark(begun, next)) return { ...begun, right, marks: `${begun.marks} ${next.text}` };
  const gap = next.left - begun.right > wordGap * begun.height && !/\s$/.test(begun.text) ? ' ' : '';
  const height = Math.max(begun.height, next.height);
  return { ...begun, text: begun.text + gap + next.text, right, height };
}

/** A small raised number or sign behind other text. */
function isMark(begun: Line, { text, bottom, height }: Line): boolean {
  const isRaised = height < 0.85 * begun.height && bottom - begun.bottom > 0.1 * begun.height;
  return isRaised && /^\s*(\d{1,3}|[*†‡])\s*$/.test(text);
}
