import type { PartKind, ReadPart } from '../text/readableFormats';
import type { ReadContent } from '../../core/ports';
import { groupBy } from '../../core/basics/numbers';
import { isShortCell } from '../../core/text/countWords';
import { splitColumns } from './pdfColumns';
import type { Piece } from './pdfDrawing';
import { Flow, Hyphens, type Join, endsSentence } from './pdfFlow';
import { type Box, findSpan, sumWeights } from './pdfGeometry';
import { Grid } from './pdfGrid';
import { beginsNote, findHeaders, findLineNumbers, findMarginNotes, findNotesBelowRule } from './pdfMargins';
import { itemMark, type PageLine, buildLines, buildRows, joinCapitals, type Run, splitRuns, sumWords } from './pdfRows';

/** The content of a page. */
export interface PageContent {
  readonly height: number;
  readonly seen: readonly Piece[];
  readonly rules: readonly Box[];
  readonly edges: readonly Box[];
  readonly answers: readonly Run[];
  /** The parts of the file besides its running text, by kind. */
  readonly apart: readonly (readonly [kind: PartKind, text: string])[];
  /** Words of `seen` that are marked for redaction. */
  readonly redacted: number;
  /** Whether all of it is unreadable; `lost` is the number of unreadable signs. */
  readonly isDamaged?: boolean;
  readonly lost: number;
}

/** Notes are set in letters of at most this share of the usual height. */
const noteHeight = 0.92;
const beginsItem = new RegExp(`${itemMark.source.slice(0, -1)}\\s`);

/** Text of pages: lines are joined to paragraphs. Headers, numbers, notes and short cells are set apart. */
export function layOut(pages: readonly PageContent[]): ReadContent {
  const grids = pages.map(({ edges }) => new Grid(edges));
  // The runs of each page in the direction of most of its text, and those in others.
  const parted = pages.map(({ seen, answers }, at): readonly [readonly Run[], ...(readonly Run[])[]] => {
    const [main = [], ...others] = [...groupBy(seen, ({ angle }) => angle).values()]
      .sort((a, b) => b.length - a.length)
      .map((pieces) => joinCapitals(buildRows(pieces).flatMap((row) => splitRuns(row, grids[at]!))));
    const whole = [...main, ...answers];
    if (answers.length > 0) whole.sort((a, b) => b.bottom - a.bottom || a.left - b.left);
    return [whole, ...others];
  });
  const numbers = findLineNumbers(parted.map(([main]) => main));
  const bodies = parted.map(([main], at) => main.filter((run) => !numbers[at]!.has(run)));
  const headers = findHeaders(bodies);
  const layouts = pages.map((page, at) => {
    const isLeftOut = (run: Run): boolean => headers[at]!.has(run);
    const beside = findMarginNotes(bodies[at]!.filter((run) => !isLeftOut(run)));
    const main = bodies[at]!.filter((run) => !isLeftOut(run) && !beside.has(run));
    const others = parted[at]!.slice(1);
    const stamps = others.filter((runs) => sumWords(runs) < fewestTurned);
    const left = [[...numbers[at]!, ...bodies[at]!.filter(isLeftOut)], ...stamps];
    const body = [main, ...others.filter((runs) => !stamps.includes(runs))];
    return { page, body: body.flatMap((runs) => splitParts(runs, grids[at]!)), headers: left, beside };
  });
  const read = layouts.map(({ page, body }) => body.map((part) => readPart(part, page)));
  const keepCell = ({ kind, ...line }: ColumnLine): ColumnLine => (kind === 'cells' ? line : { ...line, kind: kind! });
  const areCells = read.flat(2).every(({ kind }) => kind !== undefined); // short ones are kept where there is nothing else
  const columns = areCells ? read.map((page) => page.map((column) => column.map(keepCell))) : read;
  const lines = columns.flat(2).filter(({ kind }) => kind === undefined);
  const flow = new Flow(new Hyphens(lines.map(({ text }) => text)));
  const usual = findCommonest(lines.map(({ height, text }) => [Math.round(2 * height) / 2, text.length])) ?? 0; // to half a point
  for (const [at, { page, headers: left, beside }] of layouts.entries()) {
    flow.beginPage();
    for (const [kind, text] of page.apart) flow.leaveOut(kind, text);
    for (const { text } of left.flatMap((runs) => buildLines(runs))) flow.leaveOut('headers', text);
    for (const { text } of buildLines([...beside])) flow.leaveOut('notes', text);
    for (const column of columns[at]!) addColumn(column, usual, flow);
  }
  const { parts = [], ...content } = flow.content;
  const sum = (fact: 'redacted' | 'lost'): number => pages.reduce((words, page) => words + page[fact], 0);
  const unread = pages.flatMap(({ isDamaged, lost }, at) => (isDamaged || lost > 0 ? [at + 1] : []));
  const counted: readonly ReadPart[] = [
    ...(sum('redacted') > 0 ? [{ kind: 'redactions', words: sum('redacted') } as const] : []),
    ...(unread.length > 0 ? [{ kind: 'unreadable', words: sum('lost'), pages: unread } as const] : []),
  ];
  return { ...content, parts: [...parts, ...counted] };
}

/** If there are fewer words than this in another direction than the text, they are a stamp or a watermark. */
const fewestTurned = 20;

/** What is read at once: a column, a part of it, or a cell of a ruled table. */
interface PagePart {
  readonly runs: readonly Run[];
  readonly isCell?: boolean;
  readonly isApart?: boolean;
}

/** A line of a column. Its kind is the reason to leave it out. */
type ColumnLine = PageLine & Pick<PagePart, 'isApart'> & { readonly kind?: PartKind };

/** The lines of a part, without cells of fewer than ten words and the notes below a rule. */
function readPart({ runs, isCell, isApart }: PagePart, { rules, height }: PageContent): readonly ColumnLine[] {
  const notes = new Set(isCell ? [] : findNotesBelowRule(runs, rules, height));
  const built = buildLines(runs.filter((run) => !notes.has(run)));
  const isShortPart = isCell === true && isShortCell(built.map(({ text }) => text).join(' '));
  const kept = built.map((line): ColumnLine => {
    const isShort = isCell ? isShortPart && !line.isAnswer : line.isCell && isShortCell(line.text);
    return isShort ? { ...line, kind: 'cells' } : line;
  });
  const lines = [...kept, ...buildLines([...notes]).map((line): ColumnLine => ({ ...line, kind: 'notes' }))];
  return isApart ? lines.map((line) => ({ ...line, isApart })) : lines;
}

/** @param usual  the height of the letters of most lines */
function addColumn(column: readonly ColumnLine[], usual: number, flow: Flow): void {
  // Footnotes: the last lines of a column from the first that begins with a mark on, where all are set smaller than the text.
  const small = column.findLastIndex(({ height }) => height > noteHeight * usual) + 1;
  const note = column.findIndex(({ text }, at) => at >= small && beginsNote.test(text));
  const end = note < 0 || (small === 0 && note > 0) ? column.length : note;
  const lines = column.map((line, at): ColumnLine => (at >= end ? { ...line, kind: 'notes' } : line));
  const kept = lines.filter(({ kind }) => kind === undefined);
  const gaps = kept.slice(1).map((line, at) => Math.round(2 * (kept[at]!.bottom - line.bottom)) / 2); // to half a point
  const below = gaps.filter((gap) => gap > 0).map((gap) => [gap, 1] as const);
  const often = [...sumWeights(below)].filter(([, times]) => times >= leastGaps * gaps.length).map(([gap]) => gap);
  const replies = new Set<PageLine>(); // the lines at which "On … wrote:" begins directly above quoted lines
  for (const [at, line] of kept.entries()) {
    const above = kept[at - 1];
    if (!isQuotedLine(line) || !above || isQuotedLine(above) || !above.text.endsWith(':')) continue;
    const near = kept.slice(Math.max(0, at - mostReplyLines), at);
    replies.add(near.findLast(({ text }) => beginsReply.test(text)) ?? above);
  }
  const spacing = often.length > 0 ? Math.min(...often) : (findCommonest(below) ?? Infinity);
  const measures = { spacing, ...findSpan(kept), replies };
  let before: PageLine | undefined;
  for (const line of lines) {
    if (line.kind) flow.leaveOut(line.kind, line.text);
    else {
      const isRight = line.left - measures.left > onRight * line.height;
      flow.add(line.text, joinOf(before, line, measures), `${isRight ? 'right ' : ''}${line.look}`.trim());
      before = line;
    }
  }
}

/** Lines of one paragraph are as far apart as the least gap that at least this share of them has: short messages have more gaps between them. */
const leastGaps = 0.2;

type Measures = Readonly<Record<'spacing' | 'right', number> & { replies: ReadonlySet<PageLine> }>;

/** A line that begins this many heights of letters behind its column is on the right, as the messages of one of two people are. */
const onRight = 1.5;

/** How a line continues the one before. A paragraph begins after a wide gap, with another size or an indent, or after a short line that ends a sentence. */
function joinOf(before: PageLine | undefined, line: ColumnLine, { spacing, right, replies }: Measures): Join {
  if (!before) return line.isAnswer === true || line.isApart === true ? 'paragraph' : 'column';
  const [wasQuoted, isQuoted] = [isQuotedLine(before), isQuotedLine(line)];
  if (wasQuoted !== isQuoted) return replies.has(before) ? 'line' : 'paragraph';
  const gap = before.bottom - line.bottom;
  const indent = (line.left - before.begin) / line.height;
  const isShort = right - before.right > 6 * before.height;
  const begins =
    replies.has(line) ||
    [before, line].some(({ isAnswer, isCell }) => isAnswer === true || isCell === true) ||
    gap < 0 ||
    gap > 1.25 * spacing ||
    beginsItem.test(line.text) ||
    Math.abs(before.height - line.height) > 0.2 * line.height ||
    (indent > 0.8 && indent < 6) ||
    indent < -6 ||
    (isShort && endsSentence.test(before.text));
  if (begins) return 'paragraph';
  return isQuoted || (isShort && headField.test(line.text)) ? 'line' : 'word';
}

const isQuotedLine = ({ text }: PageLine): boolean => text.startsWith('>');
/** Lines in the head of a mail, such as "Subject: …". */
const headField = /^\p{Lu}[\p{L}-]{1,15}: /u;
/** The beginning of the line above a quotation in common languages, such as "On … wrote:". */
const beginsReply = /^(On|Am|Le|El|Il|Op|Em) /;
const mostReplyLines = 3;

function findCommonest(values: readonly (readonly [value: number, weight: number])[]): number | undefined {
  const [most] = [...sumWeights(values)].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most?.[0];
}

/** Cells side by side are at most this far apart, in points. More cells, or pairs of a line and a run, are not examined. */
const [apart, mostCells, mostPairs] = [6, 1000, 2e7];

/** The parts of a page in the order of reading. A row of a ruled table, with two cells with text side by side, is read cell by cell. */
function splitParts(runs: readonly Run[], grid: Grid): readonly PagePart[] {
  const tables = new Map<Run, readonly (readonly Run[])[]>();
  const placed = new Map<Run, Run>();
  const cells = new Map<string, { readonly box: Box; readonly runs: Run[] }>();
  for (const run of grid.size * runs.length > mostPairs ? [] : runs) {
    const box = run.pieces.some(({ angle }) => angle !== 0) ? undefined : grid.findCell(run);
    if (!box) continue;
    const key = [box.left, box.right, box.bottom, box.top].map(Math.round).join(' ');
    const cell = cells.get(key) ?? { box, runs: [] };
    cell.runs.push(run);
    cells.set(key, cell);
  }
  // Rows of cells that are side by side, directly or through others, from the top and the left.
  const left = new Set(cells.size > mostCells ? [] : cells.values());
  for (const cell of left) {
    left.delete(cell);
    const row = [cell];
    for (const one of row) {
      const beside = [...left].filter((other) => areBeside(one.box, other.box) || areBeside(other.box, one.box));
      for (const other of beside) left.delete(other);
      row.push(...beside);
    }
    if (row.length === 1) continue;
    const areLevel = (a: Box, b: Box): boolean => Math.abs(a.top - b.top) < apart;
    row.sort(({ box: a }, { box: b }) => (areLevel(a, b) ? a.left - b.left : b.top - a.top));
    const inside = row.flatMap((cell) => cell.runs);
    const whole = {
      pieces: [],
      left: findSpan(inside).left,
      right: findSpan(row.map(({ box }) => box)).right,
      bottom: Math.max(...inside.map(({ bottom }) => bottom)),
      height: inside[0]!.height,
      words: sumWords(inside),
    };
    for (const run of inside) placed.set(run, whole);
    tables.set(
      whole,
      row.map((cell) => cell.runs),
    );
  }
  // One run for each row of a table is in the columns, and then its cells in place of it.
  return splitColumns([...new Set(runs.map((run) => placed.get(run) ?? run))]).flatMap((column) => {
    const parts: PagePart[] = [];
    let rest: Run[] = [];
    const end = (): void => {
      if (rest.length > 0) parts.push({ runs: rest, isApart: parts.length > 0 });
      rest = [];
    };
    for (const run of column) {
      const row = tables.get(run);
      if (!row) rest.push(run);
      else {
        end();
        parts.push(...row.map((inside) => ({ runs: inside, isCell: true, isApart: true })));
      }
    }
    end();
    return parts;
  });
}

function areBeside(a: Box, b: Box): boolean {
  const shared = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return Math.abs(b.left - a.right) < apart && shared > 0.5 * Math.min(a.top - a.bottom, b.top - b.bottom);
}
