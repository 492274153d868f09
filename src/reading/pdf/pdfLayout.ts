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
  const parted = pages.map((page, at) => splitDirections(page, grids[at]!));
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
  const columns = keepCellsAlone(layouts.map(({ page, body }) => body.map((part) => readPart(part, page))));
  const lines = columns.flat(2).filter(({ kind }) => kind === undefined);
  const flow = new Flow(new Hyphens(lines.map(({ text }) => text)));
  const usual = findCommonest(lines.map(({ height, text }) => [Math.round(2 * height) / 2, text.length])) ?? 0; // to half a point
  for (const [at, { page, headers: left, beside }] of layouts.entries()) {
    flow.beginPage();
    for (const [kind, text] of page.apart) flow.leaveOut(kind, text);
    for (const { text } of left.flatMap((runs) => buildLines(runs))) flow.leaveOut('headers', text);
    for (const { text } of buildLines([...beside])) flow.leaveOut('notes', text);
    for (const column of columns[at]!) addColumn(removeSmallNotes(column, usual), flow);
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

/** The runs of a page in the direction of most of its text, and those in others. */
function splitDirections(
  { seen, answers }: PageContent,
  grid: Grid,
): readonly [main: readonly Run[], ...others: (readonly Run[])[]] {
  const [main = [], ...others] = [...groupBy(seen, ({ angle }) => String(angle)).values()]
    .sort((a, b) => b.length - a.length)
    .map((pieces) => joinCapitals(buildRows(pieces).flatMap((row) => splitRuns(row, grid))));
  const whole =
    answers.length > 0 ? [...main, ...answers].sort((a, b) => b.bottom - a.bottom || a.left - b.left) : main;
  return [whole, ...others];
}

/** What is read at once: a column, a part of it, or a cell of a ruled table. */
interface PagePart {
  readonly runs: readonly Run[];
  readonly isCell?: boolean;
  readonly isApart?: boolean;
}

/** The parts of a page in the order of reading. A row of a ruled table is read cell by cell. */
function splitParts(runs: readonly Run[], grid: Grid): readonly PagePart[] {
  const { runs: gathered, tables } = gatherCells(runs, grid);
  return splitColumns(gathered).flatMap((column) => {
    const parts: PagePart[] = [];
    let rest: Run[] = [];
    const end = (): void => {
      if (rest.length > 0) parts.push({ runs: rest, isApart: parts.length > 0 });
      rest = [];
    };
    for (const run of column) {
      const cells = tables.get(run);
      if (!cells) rest.push(run);
      else {
        end();
        parts.push(...cells.map((inside) => ({ runs: inside, isCell: true, isApart: true })));
      }
    }
    end();
    return parts;
  });
}

/** A line of a column. Its kind is the reason to leave it out. */
type ColumnLine = PageLine & Pick<PagePart, 'isApart'> & { readonly kind?: PartKind };

/** The lines of a part, without cells of fewer than ten words and notes. */
function readPart({ runs, isCell = false, isApart = false }: PagePart, page: PageContent): readonly ColumnLine[] {
  const lines: readonly ColumnLine[] = isCell ? buildLines(runs) : readColumn(runs, page);
  const isShort = isCell && isShortCell(lines.map(({ text }) => text).join(' '));
  const kept = lines.map((line): ColumnLine => (isShort && !line.isAnswer ? { ...line, kind: 'cells' } : line));
  return isApart ? kept.map((line) => ({ ...line, isApart })) : kept;
}

/** The lines of a column, without the cells of fewer than ten words and the notes below a rule. */
function readColumn(runs: readonly Run[], { rules, height }: PageContent): readonly ColumnLine[] {
  const notes = new Set(findNotesBelowRule(runs, rules, height));
  const lines = buildLines(runs.filter((run) => !notes.has(run))).map((line): ColumnLine => {
    return line.isCell && isShortCell(line.text) ? { ...line, kind: 'cells' } : line;
  });
  return [...lines, ...buildLines([...notes]).map((line): ColumnLine => ({ ...line, kind: 'notes' }))];
}

/** Short cells are kept where there is nothing else. */
function keepCellsAlone(columns: readonly (readonly (readonly ColumnLine[])[])[]) {
  if (columns.flat(2).some(({ kind }) => kind === undefined)) return columns;
  const keepCell = ({ kind, ...line }: ColumnLine): ColumnLine => (kind === 'cells' ? line : { ...line, kind: kind! });
  return columns.map((page) => page.map((column) => column.map(keepCell)));
}

/** Footnotes: the last lines of a column from the first that begins with a mark on, where all are set smaller than the text. */
function removeSmallNotes(lines: readonly ColumnLine[], usual: number): readonly ColumnLine[] {
  const small = lines.findLastIndex(({ height }) => height > noteHeight * usual) + 1;
  const first = lines.findIndex(({ text }, at) => at >= small && beginsNote.test(text));
  if (first < 0 || (small === 0 && lines.length > 0 && first > 0)) return lines;
  return lines.map((line, at) => (at >= first ? { ...line, kind: 'notes' } : line));
}

function addColumn(lines: readonly ColumnLine[], flow: Flow): void {
  const kept = lines.filter(({ kind }) => kind === undefined);
  const gaps = kept.slice(1).map((line, at) => Math.round(2 * (kept[at]!.bottom - line.bottom)) / 2); // to half a point
  const below = gaps.filter((gap) => gap > 0).map((gap) => [gap, 1] as const);
  const often = [...sumWeights(below)].filter(([, times]) => times >= leastGaps * gaps.length).map(([gap]) => gap);
  const measures = {
    spacing: often.length > 0 ? Math.min(...often) : (findCommonest(below) ?? Infinity),
    ...findSpan(kept),
    replies: findReplyHeads(kept),
  };
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

type Measures = Readonly<Record<'spacing' | 'left' | 'right', number> & { replies: ReadonlySet<PageLine> }>;

/** A line that begins this many heights of letters behind its column is on the right, as the messages of one of two people are. */
const onRight = 1.5;

function joinOf(before: PageLine | undefined, line: ColumnLine, measures: Measures): Join {
  const { replies } = measures;
  if (!before) return line.isAnswer === true || line.isApart === true ? 'paragraph' : 'column';
  const [wasQuoted, isQuoted] = [isQuotedLine(before), isQuotedLine(line)];
  if (wasQuoted !== isQuoted) return replies.has(before) ? 'line' : 'paragraph';
  if (replies.has(line)) return 'paragraph';
  if (beginsParagraph(before, line, measures)) return 'paragraph';
  return isQuoted || (isShort(before, measures) && headField.test(line.text)) ? 'line' : 'word';
}

const isQuotedLine = ({ text }: PageLine): boolean => text.startsWith('>');
/** Lines in the head of a mail, such as "Subject: …". */
const headField = /^\p{Lu}[\p{L}-]{1,15}: /u;
/** The beginning of the line above a quotation in common languages, such as "On … wrote:". */
const beginsReply = /^(On|Am|Le|El|Il|Op|Em) /;
const mostReplyLines = 3;

/** The lines at which "On … wrote:" begins directly above quoted lines. */
function findReplyHeads(lines: readonly PageLine[]): ReadonlySet<PageLine> {
  const results = new Set<PageLine>();
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1];
    if (!isQuotedLine(line) || !above || isQuotedLine(above) || !above.text.endsWith(':')) continue;
    const near = lines.slice(Math.max(0, at - mostReplyLines), at);
    results.add(near.findLast(({ text }) => beginsReply.test(text)) ?? above);
  }
  return results;
}

/** A paragraph begins after a wide gap, with another size or an indent, or after a short line that ends a sentence. */
function beginsParagraph(before: PageLine, line: PageLine, measures: Measures): boolean {
  const gap = before.bottom - line.bottom;
  if ([before, line].some(({ isAnswer, isCell }) => isAnswer === true || isCell === true)) return true;
  if (gap < 0 || gap > 1.25 * measures.spacing || beginsItem.test(line.text)) return true;
  if (Math.abs(before.height - line.height) > 0.2 * line.height) return true;
  const indent = (line.left - before.begin) / line.height;
  if ((indent > 0.8 && indent < 6) || indent < -6) return true;
  return isShort(before, measures) && endsSentence.test(before.text);
}

function isShort({ right, height }: PageLine, measures: Measures): boolean {
  return measures.right - right > 6 * height;
}

function findCommonest(values: readonly (readonly [value: number, weight: number])[]): number | undefined {
  const [most] = [...sumWeights(values)].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most?.[0];
}

/** Cells side by side are at most this far apart, in points. More cells, or pairs of a line and a run, are not examined. */
const [apart, mostCells, mostPairs] = [6, 1000, 2e7];

interface Cell {
  readonly box: Box;
  readonly runs: Run[];
}

/** The runs of a page with one run for each row of a ruled table, and the cells of each. A row has two cells with text side by side. */
function gatherCells(runs: readonly Run[], grid: Grid) {
  const tables = new Map<Run, readonly (readonly Run[])[]>();
  const placed = new Map<Run, Run>();
  const cells = grid.size * runs.length > mostPairs ? [] : findCells(runs, grid);
  for (const row of cells.length > mostCells ? [] : joinRows(cells)) {
    const inside = row.flatMap((cell) => cell.runs);
    const whole = createRun(inside, row);
    for (const run of inside) placed.set(run, whole);
    tables.set(
      whole,
      row.map((cell) => cell.runs),
    );
  }
  return { runs: [...new Set(runs.map((run) => placed.get(run) ?? run))], tables };
}

function findCells(runs: readonly Run[], grid: Grid): readonly Cell[] {
  const cells = new Map<string, Cell>();
  for (const run of runs) {
    const box = run.pieces.some(({ angle }) => angle !== 0) ? undefined : grid.findCell(run);
    if (!box) continue;
    const key = [box.left, box.right, box.bottom, box.top].map(Math.round).join(' ');
    const cell = cells.get(key) ?? { box, runs: [] };
    cell.runs.push(run);
    cells.set(key, cell);
  }
  return [...cells.values()];
}

/** Cells that are side by side, directly or through others, from the top and the left. */
function joinRows(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  const left = new Set(cells);
  const rows: Cell[][] = [];
  for (const cell of cells) {
    if (!left.delete(cell)) continue;
    const row = [cell];
    for (const one of row) {
      const beside = [...left].filter((other) => areBeside(one.box, other.box) || areBeside(other.box, one.box));
      for (const other of beside) left.delete(other);
      row.push(...beside);
    }
    if (row.length > 1) rows.push(row.sort(({ box: a }, { box: b }) => compareTops(a, b) || a.left - b.left));
  }
  return rows;
}

const compareTops = (a: Box, b: Box): number => (Math.abs(a.top - b.top) < apart ? 0 : b.top - a.top);

function areBeside(a: Box, b: Box): boolean {
  const shared = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return Math.abs(b.left - a.right) < apart && shared > 0.5 * Math.min(a.top - a.bottom, b.top - b.bottom);
}

function createRun(runs: readonly Run[], row: readonly Cell[]): Run {
  return {
    pieces: [],
    ...{ left: findSpan(runs).left, right: findSpan(row.map(({ box }) => box)).right },
    bottom: Math.max(...runs.map(({ bottom }) => bottom)),
    height: runs[0]!.height,
    words: sumWords(runs),
  };
}
