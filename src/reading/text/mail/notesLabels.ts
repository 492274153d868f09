import { numericDay } from '../dates';
import type { Lines } from './lines';
import { fieldOf } from './words';

/** Lines from "To" to "Subject", and lines without words between two of these. */
const [mostLines, mostBetween] = [16, 3];
const longestLine = 150;
const dateAndTime = new RegExp(String.raw`${numericDay},?\s+\d{1,2}[:.]\d{2}`, 'u');
/** "Ann Lee <ann@example.org> on 03/02/2020 10:14 AM": the name has no line of its own. */
const nameAndDate = new RegExp(String.raw`^\s*"?\p{L}.*\p{L}.*[\s<>,"]${dateAndTime.source}`, 'u');
const ruleOfTable = /^[-+|>\s]*$/;
/** A first or last word that is alone in its cell. */
const mayBeLabel = /^\s*(?:[|>]\s*)?\p{L}{1,16}(?:\s*:)?(?:\s{2}|\t|$)|(?:\s{3}|\t)\p{L}{1,16}$/u;

/** The header that Notes makes from a table: name, date, and "To", "cc", "Subject" with their values. @param at  the line with "To" */
export function findNotesLabels(
  lines: Lines,
  at: number,
): { readonly start: number; readonly end: number } | undefined {
  const line = lines.readText(at).trimEnd();
  if (line.length > longestLine || !mayBeLabel.test(line) || !readFields(line).includes('to')) return undefined;
  // The line with a date, this one or one of the three above it; and the line with a name above that, if it has none.
  let date = dateAndTime.test(line) ? at : findAbove(lines, at);
  for (let tried = 1; date !== undefined && !dateAndTime.test(lines.readText(date)); tried++)
    date = tried < 3 ? findAbove(lines, date) : undefined;
  const hasName = date !== undefined && date !== at && nameAndDate.test(lines.readText(date));
  const name = date === undefined || hasName ? date : findAbove(lines, date);
  const start = name !== undefined && /\p{L}/u.test(lines.readText(name)) ? name : undefined;
  const end = findSubjectEnd(lines, at);
  if (start === undefined || end === undefined) return undefined;
  return { start: isRule(lines, start - 1) ? start - 1 : start, end: isRule(lines, end) ? end + 1 : end };
}

function isRule(lines: Lines, at: number): boolean {
  return at >= 0 && at < lines.count && !lines.isBlank(at) && ruleOfTable.test(lines.readText(at));
}

/** Whether some lines have the name of a person, and a date with a time. */
export function isNameAndDate(text: string): boolean {
  return dateAndTime.test(text) && /\p{L}{2}/u.test(text);
}

function findAbove(lines: Lines, at: number): number | undefined {
  for (let above = at - 1; above >= Math.max(0, at - 1 - mostBetween); above--)
    if (!ruleOfTable.test(lines.readText(above))) return lines.isOwn(above) ? above : undefined;
  return undefined;
}

function findSubjectEnd(lines: Lines, at: number): number | undefined {
  let line = at;
  for (let count = 0; count < mostLines && line < lines.count; count++, line = lines.findFilled(line + 1)) {
    const fields = readFields(lines.readText(line));
    if (!fields.includes('subject')) continue;
    const hasValue = fields.length > 1 && fields.at(-1) !== 'subject';
    return hasValue ? line + 1 : Math.min(lines.count, lines.findFilled(line + 1) + 1);
  }
  return undefined;
}

/** The fields that the cells of a line name. Undefined if there are none. */
function readFields(line: string): readonly (string | undefined)[] {
  const cells = line.split(/\s{3,}|\t|[|>]|:\s/).map((cell) => cell.trim().toLowerCase().replace(/\s?:$/, ''));
  return cells.filter((cell) => cell !== '').map((cell) => fieldOf.get(cell));
}
