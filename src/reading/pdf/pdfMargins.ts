import { countEach, groupBy } from '../../core/basics/numbers';
import { type Box, computeMedian, findHeaviest, findSpan, sumNear } from './pdfGeometry';
import { groupRows, type Run, readText, sumWords } from './pdfRows';

/** This many rows at the top or the bottom of a page can be headers and footers, and this many can be page numbers. */
const [edge, numberEdge] = [4, 2];
/** A text at one height in such a place on at least this many pages is a header or footer; on two, if they are this share of all pages. */
const [manyPages, leastPages, leastShare] = [3, 2, 0.4];
/** A height is the body's if on this share of the pages that repeat words there others have lines, at most this many usual gaps apart. */
const [ownShare, tight] = [0.5, 1.2];
/** Numbers in the margin are line numbers if there are at least this many, counted by one, or by five and ten. */
const [fewestByOne, fewestByFive] = [8, 2];
const roman = 'm{0,3}(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})';
const number = new RegExp(`^\\W*(?:\\d{1,4}|${roman})\\W*$`, 'i');
const aroundNumber = /^(\W*|page|p\.?|of)$/i;

/** Notes in a margin: largest share of the usual height, fewest longer runs beside them, the words of these, largest share of the words. */
const [marginHeight, fewestBeside, wordsBeside, mostInMargin] = [0.88, 5, 4, 0.5];

/** Notes in the margins of a page: smaller runs that lie wholly beside its text. */
export function findMarginNotes(runs: readonly Run[]): ReadonlySet<Run> {
  const usual = findHeaviest(runs.map(({ height, words }) => [Math.round(2 * height) / 2, words]));
  const text = runs.filter(({ height, words }) => words >= wordsBeside && Math.abs(height - usual) < 0.5);
  if (text.length < fewestBeside) return new Set();
  const { left, right } = findSpan(text);
  const notes = runs.filter((run) => run.height < marginHeight * usual && (run.left >= right || run.right <= left));
  return new Set(sumWords(notes) <= mostInMargin * sumWords(text) ? notes : []);
}

type Row = readonly Run[];

/** The headers, footers and page numbers of each page. */
export function findHeaders(pages: readonly (readonly Run[])[]): readonly ReadonlySet<Run>[] {
  const rows = pages.map((runs) => selectEdges(groupRows(runs)));
  const keys = rows.flatMap((page) => [...new Set(page.flatMap(({ row }) => computeKeys(row)))]);
  const counts = countEach(keys);
  const least = Math.min(manyPages, Math.max(leastPages, leastShare * pages.length));
  const isRepeated = (row: Row): boolean => computeKeys(row).some((key) => counts.get(key)! >= least);
  // Rows in the body: at this height, to a point, other pages have lines of text. Words that repeat there, such as greetings, are the writer's.
  const countHeights = (isCounted: (row: EdgeRow) => boolean): ReadonlyMap<number, number> =>
    countEach(rows.flat().flatMap((each) => (isCounted(each) ? [Math.round(each.row[0]!.bottom)] : [])));
  const repeated = countHeights(({ row }) => isRepeated(row));
  const own = countHeights(({ row, goesOn }) => !isRepeated(row) && goesOn && !isPageNumber(row));
  const isInBody = (row: Row): boolean => {
    const height = Math.round(row[0]!.bottom);
    return sumNear(own, height) > ownShare * sumNear(repeated, height);
  };
  const isHeader = ({ row, from }: EdgeRow): boolean =>
    (from < numberEdge && isPageNumber(row)) || (isRepeated(row) && !isInBody(row));
  return rows.map((page) => {
    const isPrinted = page.some(({ row, from }) => from === 0 && isAddress(row));
    const isOfPage = ({ row, from }: EdgeRow): boolean =>
      isPrinted && from === 0 && (isAddress(row) || printTime.test(listWords(row).join(' ')));
    return new Set(page.filter((each) => isOfPage(each) || isHeader(each)).flatMap(({ row }) => row));
  });
}

/** What a browser prints on the other edge of a page that has the address. */
const printTime = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d\d\b/;

/** Whether a row is the address of a web page with the number of the printed page, as browsers print it. */
function isAddress(row: Row): boolean {
  return /^(https?|file):\/\/\S+ \d{1,4}\/\d{1,4}$/.test(listWords(row).join(' '));
}

type EdgeRow = ReturnType<typeof selectEdges>[number];

/** Rows near an edge, with the number of rows from there, and whether the next row inwards is as near as lines of a paragraph. */
function selectEdges(rows: readonly Row[]) {
  const gaps = rows.slice(1).map((row, at) => Math.abs(rows[at]![0]!.bottom - row[0]!.bottom));
  const usual = computeMedian(gaps);
  const placed = rows.map((row, at) => {
    const [above, below] = [at, rows.length - 1 - at];
    const goesOn = (gaps[above <= below ? at : at - 1] ?? Infinity) <= tight * usual;
    return { row, from: Math.min(above, below), goesOn };
  });
  return placed.filter(({ row, from }) => from < edge && row.every(({ answer }) => answer === undefined));
}

function listWords(row: Row): readonly string[] {
  return row.flatMap(({ pieces }) => readText(pieces).split(/\s+/));
}

function isPageNumber(row: Row): boolean {
  const words = listWords(row);
  return (
    words.some((word) => /\w/.test(word) && number.test(word)) &&
    words.every((word) => number.test(word) || aroundNumber.test(word))
  );
}

/** The words of a row without numbers, with its height in steps of six points: twice, so that no height is at a border of both. */
function computeKeys(row: Row): readonly string[] {
  const words = listWords(row).filter((word) => !number.test(word));
  if (words.length === 0) return [];
  const text = words.join(' ').replace(/\d+/g, '#');
  return [`${text} ${Math.floor(row[0]!.bottom / 6)}`, `${text} +${Math.floor(row[0]!.bottom / 6 + 0.5)}`];
}

const lineNumber = /^\d{1,4}:?$/;

function isNumber({ pieces }: Run): boolean {
  return pieces.length === 1 && lineNumber.test(pieces[0]!.text);
}

function readNumber({ pieces }: Run): number {
  return parseInt(pieces[0]!.text, 10);
}

/** The line numbers at a margin, or between columns, of each page. A page with few lines has them where other pages do. */
export function findLineNumbers(pages: readonly (readonly Run[])[]): readonly ReadonlySet<Run>[] {
  const found = pages.map((runs): ReadonlySet<Run> => {
    const numbers = runs.filter(isNumber);
    if (numbers.length < fewestByFive) return new Set();
    const { left, right } = findSpan(numbers);
    const isOutside = ({ bottom }: Run, isLeft: boolean): boolean =>
      runs.every(
        (run) =>
          numbers.includes(run) || Math.abs(run.bottom - bottom) > 1 || (isLeft ? run.left > left : run.right < right),
      );
    const sides = [
      numbers.filter((run) => run.left - left < 2 * run.height && isOutside(run, true)),
      numbers.filter((run) => right - run.right < 2 * run.height && isOutside(run, false)),
    ];
    const inner = groupBy(numbers, (run) => Math.round(run.right));
    const between = [...inner.values()].filter((side) => side.length >= fewestByOne);
    return new Set([...sides, ...between].filter((side) => areOfLines(side, runs)).flat());
  });
  const places = new Set(found.flatMap((numbers) => Array.from(numbers, ({ right }) => Math.round(right))));
  const isPlaced = (run: Run): boolean => [-1, 0, 1].some((step) => places.has(Math.round(run.right) + step));
  return pages.map((runs, at) => {
    if (places.size === 0 || found[at]!.size > 0) return found[at]!;
    const numbers = runs.filter((run) => isNumber(run) && isPlaced(run));
    const isCounted = numbers.every((run, i) => i === 0 || readNumber(run) > readNumber(numbers[i - 1]!));
    return new Set(isCounted ? numbers : []);
  });
}

function areOfLines(side: readonly Run[], runs: readonly Run[]): boolean {
  const values = side.map(readNumber);
  const steps = values.slice(1).map((value, at) => value - values[at]!);
  const step = computeMedian(steps);
  if (steps.filter((each) => each === step).length < 0.9 * steps.length) return false;
  const gaps = side.slice(1).map(({ bottom }, at) => side[at]!.bottom - bottom);
  const usual = computeMedian(gaps);
  const isEven = gaps.filter((gap) => Math.abs(gap - usual) < 0.15 * usual).length >= 0.8 * gaps.length;
  if (step === 1) return side.length >= fewestByOne && (isEven || side.length >= 0.85 * groupRows(runs).length);
  if (!isEven || (step !== 5 && step !== 10)) return false;
  const rows = groupRows(runs); // as many are between two numbers as the numbers say
  const places = side.map((run) => rows.findIndex((row) => row.includes(run)));
  return side.length >= fewestByOne || places.every((place, at) => at === 0 || place - places[at - 1]! === step);
}

/** The largest height of a rule above notes, as a share of the page, and its length, as a share of the column. */
const [highestRule, longestRule] = [0.7, 0.65];
const fewestNoteWords = 5;
export const beginsNote = /^(\d{1,3}(?![\d,.]*\d)|[*†‡§]{1,3})/;

/** The runs of a column that are notes below a rule, in any size. The first of them begins with a mark. */
export function findNotesBelowRule(runs: readonly Run[], rules: readonly Box[], pageHeight: number): readonly Run[] {
  const { left, right } = findSpan(runs);
  for (const rule of [...rules].sort((a, b) => b.bottom - a.bottom)) {
    const isPlaced = Math.abs(rule.left - left) < 24 && rule.bottom < highestRule * pageHeight;
    if (!isPlaced || rule.right - rule.left > longestRule * (right - left)) continue;
    const below = runs.filter(({ bottom }) => bottom < rule.bottom);
    const first = below[0];
    if (!first || first.answer !== undefined || rule.bottom - first.bottom > 3 * first.height) continue;
    if (sumWords(below) >= fewestNoteWords && beginsNote.test(readText(first.pieces))) return below;
  }
  return [];
}
