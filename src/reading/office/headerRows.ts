import { fieldOf } from '../text/mail/words';
import { isNameAndDate } from '../text/mail/notesLabels';

/** A paragraph of prose. If it is a row of a table, it may be a line in the header of a mail. */
interface TablePart {
  readonly text: string;
  readonly left: readonly { readonly kind: string; readonly text: string }[];
  readonly header?: string | undefined;
}

/** A row of cells as a line of a mail's header, such as "To: Ann Lee". Undefined if it is none. */
export function toHeaderLine(cells: readonly string[]): string | undefined {
  const [label = '', value = '', ...others] = cells.filter((cell) => cell !== '');
  if (others.length > 0 || label.length > 30 || readField(label) === undefined) return undefined;
  return /[:：]$/.test(label) ? `${label} ${value}` : `${label}\t${value}`;
}

function readField(label: string): string | undefined {
  return fieldOf.get(label.replace(/[ \u00a0]?[:：]$/, '').toLowerCase());
}

/**
 * Paragraphs in which rows that are a mail's header become text, in their visible form, with the cell above them that has name and date.
 */
export function showHeaders<P extends TablePart>(parts: readonly P[], toText: (text: string) => P): readonly P[] {
  const results: P[] = [];
  for (let at = 0; at < parts.length; at++) {
    if (parts[at]!.header === undefined) {
      results.push(parts[at]!);
      continue;
    }
    let end = at + 1;
    while (parts[end]?.header !== undefined) end += 1;
    results.push(...showHeader(parts.slice(at, end), results, toText));
    at = end - 1;
  }
  return results;
}

/** Rows as one paragraph, if they are a header. The cell above is moved from `before` into the text. */
function showHeader<P extends TablePart>(rows: readonly P[], before: P[], toText: (text: string) => P): readonly P[] {
  const lines = rows.map(({ header = '' }) => header);
  const above = before.at(-1);
  const isCells = above?.text === '' && above.left.every(({ kind }) => kind === 'cells');
  const name = isCells ? above.left.map(({ text }) => text.replace(/\t/g, '\n')).join('\n') : '';
  const texts = before.slice(-4).map(({ text }) => text);
  if (!isHeader(lines, [...texts, name].join('\n'))) return rows;
  if (isNameAndDate(name)) before.splice(-1, 1, toText(name));
  return [toText(lines.join('\n'))];
}

/** Whether lines belong to a mail: a program's header has a subject, and a sender with an address or date, or these are above it. */
function isHeader(lines: readonly string[], above: string): boolean {
  const fields = new Map(lines.map((line) => [readField(/^[^:：\t]*/.exec(line)![0].trim()), line] as const));
  if (fields.size < 2 || !fields.has('subject')) return false;
  if (!fields.has('from')) return fields.has('to') && isNameAndDate(above);
  return /\S@\S/.test(fields.get('from')!) || /\d/.test(fields.get('date') ?? '');
}
