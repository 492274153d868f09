import type { TextRange } from '../domain';
import { isShortCell } from './countWords';

type Line = TextRange & { readonly text: string };

const gridRule = /^[ \t]{0,20}\+(?:[-=:]{2,}\+)+\s*$/;
const bar = /(?<!\\)\|/g;

/**
 * The parts of Markdown tables that are not prose: bars, rules and short cells. Ascending. A table without other text around it has none.
 */
export function findTableParts(lines: readonly Line[]): readonly TextRange[] {
  const parts: TextRange[] = [];
  for (let at = 0; at < lines.length; at++) {
    const { text } = lines[at]!;
    if (gridRule.test(text)) at = takeRows(lines, at, parts);
    else if (at > 0 && isDelimiter(text) && splitCells(lines[at - 1]!.text).length === splitCells(text).length)
      at = takeRows(lines, at - 1, parts);
  }
  return parts;
}

/** Whether a line is the one below the names of columns: ":---|---:" (GitHub Flavored Markdown 0.29, §4.10). */
function isDelimiter(line: string): boolean {
  return /^[-:|\s]*\|[-:|\s]*$/.test(line) && splitCells(line).every((cell) => /^:?-+:?$/.test(cell.trim()));
}

function splitCells(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(bar);
}

/** Handles the rows from a line on. Returns the last one. */
function takeRows(lines: readonly Line[], first: number, parts: TextRange[]): number {
  let at = first;
  for (; at < lines.length && /\||^[ \t]*\+[-=]/.test(lines[at]!.text); at++) {
    const { start, text } = lines[at]!;
    const kept = gridRule.test(text) || isDelimiter(text) ? [] : findLongCells(text);
    let from = 0;
    for (const cell of [...kept, { start: text.length, end: text.length }]) {
      if (cell.start > from) parts.push({ start: start + from, end: start + cell.start });
      from = cell.end;
    }
  }
  return at - 1;
}

/** The cells of a row that are prose: long ones, or the only one that is not empty. */
function findLongCells(row: string): readonly TextRange[] {
  const places = [-1, ...Array.from(row.matchAll(bar), ({ index }) => index), row.length];
  const cells = places.slice(1).map((end, i) => ({ start: places[i]! + 1, end }));
  const filled = cells.filter(({ start, end }) => row.slice(start, end).trim() !== '');
  return filled.length === 1 ? filled : filled.filter(({ start, end }) => !isShortCell(row.slice(start, end)));
}
