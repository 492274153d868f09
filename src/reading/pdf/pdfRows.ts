import { countEach } from '../../core/basics/numbers';
import { fieldOf } from '../text/mail/words';
import type { Piece } from './pdfDrawing';
import { computeMedian, findHeaviest, findSpan, sumNear, wordGap } from './pdfGeometry';
import type { Grid } from './pdfGrid';

/** Pieces on one base line, from left to right, without wide gaps. */
export interface Run {
  readonly pieces: readonly Piece[];
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly height: number;
  readonly words: number;
  /** An answer that was typed into a field. It is a paragraph of its own. */
  readonly answer?: string;
}

/** A line of a page, or a cell of a row in a table. */
export interface PageLine extends Pick<Run, 'left' | 'right' | 'bottom' | 'height'> {
  readonly text: string;
  /** The beginning of its text after a number or bullet. */
  readonly begin: number;
  readonly look: string;
  readonly isCell?: boolean;
  readonly isAnswer?: boolean;
}

/** Shares of the height of letters: the distance between two base lines of one row, the gap between runs, and the gap between cells. */
const [sameLine, runGap, cellGap] = [0.3, 0.7, 2];
/** The largest height of raised and lowered signs, as a share of the height of the line that they belong to. */
const smallSign = 0.85;
/** A gap of more than this many usual gaps of its row separates cells even if no other row has one at its place. */
const unusualGap = 2.5;
/** Spaced letters form words if there are at least this many in sequence, at most this far apart. */
const [fewestSpaced, widestSpacing] = [4, 1.3];
const noteMark = /^(\d{1,3}(,\d{1,3})*|[*†‡§]{1,3})$/;
/** Numbers and bullets before an item. */
export const itemMark =
  /^([•▪◦‣·*–—-]|\(?(\d{1,3}|[a-z]|[ivx]{1,5})\)|(\d{1,3}|[A-Za-z]|[ivx]{1,5})\.|\d{1,2}(\.\d{1,2}){1,3}\.?|[QA]:)$/;

/** Numbers and bullets that count only before a wide gap. */
const apartMark = /^(\[\d{1,3}\]|§ ?\d{1,3}\.?|[IVX]{1,5}\.|[o○◯■□▪◆➢➤►▶✓✔])$/;
const plainNumber = /^\d{1,3}$/;

/** The rows of a page from its top: pieces on one base line, with the raised signs that belong to it. */
export function buildRows(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const rows: Piece[][] = [];
  for (const piece of [...pieces].sort((a, b) => b.bottom - a.bottom || a.left - b.left)) {
    const row = rows.at(-1);
    const first = row?.[0];
    const near = first && first.bottom - piece.bottom <= sameLine * Math.min(first.height, piece.height);
    if (near) row.push(piece);
    else rows.push([piece]);
  }
  // Moves raised and lowered signs to the row of the larger letters beside them. Another column may have a line at their height.
  const heights = rows.map((row) => findHeight(row));
  for (const [at, row] of rows.entries()) {
    for (const other of [at + 1, at - 1]) {
      const [large, height] = [rows[other], heights[other]!];
      const signs = large ? row.filter((piece) => piece.height < smallSign * height) : [];
      if (!large || signs.length === 0 || signs.length > 3 * large.length) continue;
      const rise = signs[0]!.bottom - findBottom(large);
      if (rise > 0.75 * height || rise < -0.4 * height) continue;
      const rest = row.filter((piece) => !signs.includes(piece));
      const areMoved = signs.every((sign) => isBeside(sign, large, height) && !isBeside(sign, rest, height));
      if (!areMoved) continue;
      large.push(...signs);
      row.splice(0, row.length, ...rest);
    }
  }
  return rows.filter(({ length }) => length > 0).map((row) => row.sort((a, b) => a.left - b.left));
}

function isBeside(sign: Piece, large: readonly Piece[], height: number): boolean {
  return large.some(({ left, right }) => sign.left < right + 0.4 * height && sign.right > left - 0.4 * height);
}

function findHeight(row: readonly Piece[]): number {
  const first = row[0]?.height ?? 0;
  if (row.every(({ height }) => height === first)) return first;
  return findHeaviest(row.map(({ height, text }) => [height, text.length]));
}

function findBottom(row: readonly Piece[]): number {
  const height = findHeight(row);
  return row.find((piece) => piece.height === height)?.bottom ?? row[0]!.bottom;
}

/** A drop capital is this many times as high as the text beside it. */
const [lowestCapital, highestCapital] = [1.8, 8];
/** A letter that may be a word is one if the gap after it is wider than this share of the height of the text. */
const wordOfCapital = 0.45;
const mostCapitals = 20;

/** The runs of a page with each drop capital in its word, which is the highest one beside it. */
export function joinCapitals(runs: readonly Run[]): readonly Run[] {
  const isCapital = ({ pieces }: Run): boolean => pieces.length === 1 && /^["“‘]?\p{Lu}$/u.test(pieces[0]!.text);
  const capitals = runs.filter(isCapital).slice(0, mostCapitals);
  const joined = new Map<Run, Run>();
  const left = new Set<Run>();
  for (const capital of capitals) {
    const word = runs.find(({ left: beside, bottom, height, pieces }) => {
      const [times, gap] = [capital.height / height, beside - capital.right];
      const isHigh = times > lowestCapital && times < highestCapital;
      if (!isHigh || !/^\p{Ll}|^\p{Lu}{2}/u.test(pieces[0]!.text)) return false;
      const isNear = gap > -0.3 * height && gap < 1.2 * height;
      return isNear && bottom < capital.bottom + 0.85 * capital.height && bottom > capital.bottom + 0.5 * height;
    });
    if (!word) continue;
    const [[first], [letter]] = [word.pieces, capital.pieces];
    const isWord = /[AIO]$/.test(letter!.text) && word.left - capital.right > wordOfCapital * word.height;
    const { bottom, height, left: right } = first!;
    const begin = { ...letter!, bottom, height, left: Math.min(letter!.left, right), right, after: isWord };
    left.add(capital);
    joined.set(word, runOf([begin, { ...first!, before: false }, ...word.pieces.slice(1)]));
  }
  return left.size === 0 ? runs : runs.flatMap((run) => (left.has(run) ? [] : [joined.get(run) ?? run]));
}

/** The runs of a row. No run crosses a line of a table. */
export function splitRuns(row: readonly Piece[], grid: Grid): readonly Run[] {
  const [runs, height]: [Piece[][], number] = [[], findHeight(row)];
  let right = -Infinity;
  for (const [at, piece] of row.entries()) {
    if (piece.left - right > runGap * height || (at > 0 && grid.divides(row[at - 1]!, piece))) runs.push([]);
    runs.at(-1)!.push(piece);
    right = Math.max(right, piece.right);
  }
  return runs.map(runOf);
}

function runOf(pieces: readonly Piece[]): Run {
  const right = pieces.reduce((most, piece) => Math.max(most, piece.right), -Infinity);
  const words = pieces.filter((piece, at) => at === 0 || isApart(pieces[at - 1]!, piece, piece.height)).length;
  return { pieces, left: pieces[0]!.left, right, bottom: findBottom(pieces), height: findHeight(pieces), words };
}

/** A blank in the file does not count between a word and a raised sign that is drawn later. */
function isApart(first: Piece, second: Piece, height: number): boolean {
  const isSign = second.height < smallSign * first.height;
  return (first.after && !isSign) || second.before || second.left - first.right > wordGap * height;
}

/** The lines of a column. Runs of one row are one, unless a wide gap divides them that another row has, or the row is not justified. */
export function buildLines(runs: readonly Run[]): readonly PageLine[] {
  const rows = groupRows(runs);
  const isWide = (before: Run, run: Run): boolean =>
    run.left - before.right > cellGap * Math.max(run.height, before.height);
  const wide = rows.map((row) => row.filter((run, at) => at > 0 && isWide(row[at - 1]!, run)));
  const begins = countEach(wide.flat().map(({ left }) => toPlace(left)));
  const numbers = findNumbersOfItems(rows);
  const margins = findSpan(runs);
  return rows.flatMap((row, at): readonly PageLine[] => {
    const [{ answer, ...first }, last] = [row[0]!, row.at(-1)!];
    if (answer !== undefined) return [{ ...first, text: answer, begin: first.left, look: '', isAnswer: true }];
    // It extends from margin to margin, or has no gap that is much wider than its others.
    const isWhole = first.left - margins.left < 3 * first.height && margins.right - last.right < 0.5 * last.height;
    // The median gap between its words; 0 if there are fewer than three, so that each wide one divides.
    const inRow = row.flatMap((run) => run.pieces);
    const gaps = inRow.slice(1).map((piece, i) => piece.left - inRow[i]!.right);
    const apart = gaps.filter((gap, i) => gap > wordGap * inRow[i]!.height);
    const most = isWhole ? Infinity : unusualGap * (apart.length < 3 ? 0 : computeMedian(apart));
    const isJustified = row.every((run, i) => i === 0 || run.left - row[i - 1]!.right <= most);
    const near = [...(wide[at - 1] ?? []), ...(wide[at + 1] ?? [])];
    const isBelow = (run: Run): boolean => near.some(({ right }) => Math.abs(right - run.right) < 3);
    const isCell = (run: Run): boolean => !isJustified || sumNear(begins, toPlace(run.left)) > 1 || isBelow(run);
    const cells = new Set(wide[at]!.filter(isCell));
    const parts: Run[][] = [];
    for (const [i, run] of row.entries()) {
      const isItem = i === 1 && isMarked(row, numbers);
      if (i === 0 || (cells.has(run) && !isItem)) parts.push([run]);
      else parts.at(-1)!.push(run);
    }
    return parts.map((part) => {
      const pieces = part.flatMap((run) => run.pieces);
      const isItem = pieces.length > 2 && itemMark.test(pieces[0]!.text);
      const begin = isMarked(part, numbers) ? part[1]!.left : pieces[isItem ? 1 : 0]!.left;
      return { ...runOf(pieces), text: readText(pieces), begin, look: pieces[0]!.look, isCell: parts.length > 1 };
    });
  });
}

const toPlace = (left: number): number => Math.round(left / 3);

export function sumWords(runs: readonly Run[]): number {
  return runs.reduce((sum, { words }) => sum + words, 0);
}

export function groupRows(runs: readonly Run[]): readonly (readonly Run[])[] {
  const rows: Run[][] = [];
  for (const run of runs) {
    const last = rows.at(-1)?.at(-1);
    const isSame = last && !run.answer && !last.answer && Math.abs(last.bottom - run.bottom) <= sameLine * run.height;
    if (isSame && run.left >= last.left) rows.at(-1)!.push(run);
    else rows.push([run]);
  }
  return rows;
}

/** Numbers of items, one below the other: a text goes on in a row without a number, or all end a sentence. */
function findNumbersOfItems(rows: readonly (readonly Run[])[]): ReadonlySet<Run> {
  const isItem = ([mark, text]: readonly Run[]): boolean =>
    text !== undefined && plainNumber.test(readText(mark!.pieces));
  const items = rows.filter((row) => row.length === 2 && isItem(row));
  const values = items.map(([mark]) => Number(readText(mark!.pieces)));
  const left = items[0]?.[1]?.left ?? 0;
  const isCounted = values.every((value, at) => at === 0 || value === values[at - 1]! + 1);
  const isBelow = items.every(([, text]) => Math.abs(text!.left - left) < 3);
  const goesOn = rows.some((row) => row.length === 1 && Math.abs(row[0]!.left - left) < 3);
  const areSentences = items.length > 2 && items.every(([, text]) => /[.!?]["”’)]?$/.test(readText(text!.pieces)));
  return new Set(
    items.length > 1 && isCounted && isBelow && (goesOn || areSentences) ? items.map(([mark]) => mark!) : [],
  );
}

function isMarked([mark, text]: readonly Run[], numbers: ReadonlySet<Run>): boolean {
  const word = readText(mark!.pieces);
  if (text === undefined || isHeadLabel(word) || text.words < 2) return text !== undefined && isHeadLabel(word);
  return itemMark.test(word) || apartMark.test(word) || numbers.has(mark!);
}

/** Whether a word is a label of a mail's head, such as "From:", before which no table is. */
function isHeadLabel(word: string): boolean {
  return word.endsWith(':') && fieldOf.has(word.slice(0, -1).toLowerCase());
}

/** The text of a row without the marks of notes. */
export function readText(row: readonly Piece[]): string {
  const [height, bottom] = [findHeight(row), findBottom(row)];
  const isMark = (piece: Piece): boolean =>
    piece.height < smallSign * height && piece.bottom - bottom > 0.1 * height && noteMark.test(piece.text);
  const pieces = row.filter((piece, at) => at === 0 || !isMark(piece));
  const isNote = isMark(row[0]!);
  const spaced = findSpacedLetters(pieces, height);
  return pieces
    .map((piece, at) => {
      const isWord = at > 0 && ((isNote && at === 1) || (spaced.get(at) ?? isApart(pieces[at - 1]!, piece, height)));
      return isWord ? ` ${piece.text}` : piece.text;
    })
    .join('')
    .replace(/(?<=\p{L})\u00ad(?=\p{L})/gu, '-') // some programs give this name to the sign of every hyphen
    .trim();
}

/** Whether each spaced letter begins a word: by blanks if only some have one before them, otherwise by wider gaps. */
function findSpacedLetters(pieces: readonly Piece[], height: number): ReadonlyMap<number, boolean> {
  const begins = new Map<number, boolean>();
  for (let from = 0, to = 0; from < pieces.length; from = Math.max(to, from + 1)) {
    const isSpaced = ({ text, left }: Piece): boolean => {
      if (text.length > 3 || !/^\p{L}[.,:;!?]?$/u.test(text)) return false;
      if (to === from) return true;
      const gap = left - pieces[to - 1]!.right;
      return gap > wordGap * height && gap < 2 * widestSpacing * height;
    };
    for (to = from; to < pieces.length && isSpaced(pieces[to]!);) to += 1;
    if (to - from < fewestSpaced) continue;
    const letters = pieces.slice(from, to);
    const gaps = letters.slice(1).map((letter, at) => letter.left - letters[at]!.right);
    const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 3)]!;
    if (usual > widestSpacing * letters[0]!.height) continue;
    const blanks = letters.slice(1).map((letter, at) => letter.before || letters[at]!.after);
    const byBlanks = blanks.includes(true) && blanks.filter(Boolean).length < 0.6 * blanks.length;
    for (const [at, gap] of gaps.entries()) begins.set(from + at + 1, byBlanks ? blanks[at]! : gap > 1.8 * usual);
  }
  return begins;
}
