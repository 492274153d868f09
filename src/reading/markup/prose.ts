import type { LeftOut, PartKind } from '../text/readableFormats';
import type { ReadContent } from '../../core/ports';
import { countWords, isShortCell } from '../../core/text/countWords';
import { groupParts } from '../text/exclusions';
import { takeTurns } from '../text/looks';
import { findTurns } from '../text/turns';
import { describeLook, type Look } from './visibility';
import { isNameAndDate } from '../text/mail/notesLabels';
import { fieldOf } from '../text/mail/words';

type PlacedLeftOut = LeftOut & { text: string; at: number };

interface Paragraph {
  text: string;
  readonly left: PlacedLeftOut[];
  look?: string;
  /** The cells that are left out here, as a line of a mail's header if they are one. */
  readonly header?: string | undefined;
}

/** Whether a finished paragraph continues in the next one, and whether its style says that it is a quotation. */
export interface ParagraphEnd {
  readonly joins?: boolean;
  readonly quoted?: boolean | undefined;
}

/** A paragraph that has not ended, with its last character, because reading the end of a growing text would copy all of it. */
interface Begun extends Paragraph {
  text: string;
  last: string;
}

/** Collects paragraphs and cells in order, and the special parts with their places. Paragraphs may begin within others, and cells have tables. */
export class Prose {
  private paragraphs: Paragraph[] = [];
  private readonly begun: Begun[] = [];
  private readonly around: Paragraph[][] = [];
  /** Cells of the open rows, each as its paragraphs. */
  private readonly rows: (readonly Paragraph[])[][] = [];
  /** A paragraph that ended and continues in the next one of the same cell. */
  private joined: Begun | undefined;
  private inserted = '';
  private hasShortCells = false;
  private hasHeader = false;

  /** Quotations that are open: lines of paragraphs in them begin with ">". */
  quotations = 0;
  /** Whether blanks and line ends are kept where they would otherwise be single blanks. */
  keepsBlanks = false;
  /** How the text looks that is written next, the nearest properties first. */
  looks: readonly Look[] = [];

  /** @param splits  whether a paragraph within another ends the outer one's text so far, as in HTML */
  constructor(
    private readonly collapses = false,
    private readonly splits = false,
  ) {}

  write(text: string): void {
    if (!this.collapses || this.keepsBlanks) {
      this.sign(text);
      return;
    }
    const shown = text.replace(/[ \t\r\n\f]+/g, ' ');
    const before = this.begun.at(-1)?.last ?? ' ';
    this.sign(before === ' ' || before === '\n' ? shown.replace(/^ /, '') : shown);
  }

  /** Adds characters that are themselves text. */
  sign(characters: string): void {
    if (characters === '') return;
    if (this.begun.length === 0) this.begin();
    const paragraph = this.begun.at(-1)!;
    if (paragraph.look === undefined && characters.trim() !== '') paragraph.look = describeLook(this.looks);
    paragraph.text += characters;
    paragraph.last = characters.at(-1)!;
  }

  private begin(): void {
    this.begun.push(this.joined ?? { text: '', last: ' ', left: [] });
    this.joined = undefined;
  }

  beginParagraph(): void {
    if (this.splits && this.begun.length > 0) {
      this.endParagraph();
      this.begin();
    }
    this.begin();
  }

  endParagraph({ joins, quoted }: ParagraphEnd = {}): void {
    const ended = this.begun.pop();
    if (joins) this.joined = ended;
    else if (ended) this.keep(ended, quoted);
  }

  private keep(ended: Begun, isQuoted = this.quotations > 0): void {
    const paragraph = buildParagraph(ended, isQuoted ? '> ' : '');
    if (ended.look) paragraph.look = ended.look;
    if (paragraph.text !== '' || paragraph.left.length > 0) this.paragraphs.push(paragraph);
  }

  /** Ends what would continue in the next paragraph, because no other one follows here. */
  endJoined(): void {
    if (this.joined) this.keep(this.joined);
    this.joined = undefined;
  }

  beginRow(): void {
    this.endJoined();
    this.rows.push([]);
  }

  beginCell(): void {
    this.endJoined();
    this.around.push(this.paragraphs);
    this.paragraphs = [];
  }

  endCell(): void {
    this.endJoined();
    const cell = this.paragraphs;
    this.paragraphs = this.around.pop() ?? [];
    const row = this.rows.at(-1);
    if (row) row.push(cell);
    else this.add(cell);
  }

  /** A row of one cell is layout, and kept. */
  endRow(): void {
    const cells = (this.rows.pop() ?? []).map((paragraphs) => ({ paragraphs, text: joinText(paragraphs) }));
    const filled = cells.flatMap(({ text }) => (text === '' ? [] : [text]));
    const [label = '', value = '', ...others] = filled;
    if (this.splits && others.length === 0 && label.length <= 30 && readField(label) !== undefined) {
      const header = /[:：]$/.test(label) ? `${label} ${value}` : `${label}\t${value}`; // a line of a mail, such as "To: Ann Lee"
      this.hasHeader = true;
      this.paragraphs.push({ text: '', left: [], header });
      this.leaveCells(cells);
      return;
    }
    let short: (typeof cells)[number][] = [];
    for (const cell of cells) {
      const isKept = cell.text === '' || filled.length === 1 || !isShortCell(cell.text);
      if (!isKept) short.push(cell);
      else if (cell.text !== '' || cell.paragraphs.length > 0) {
        this.leaveCells(short);
        this.add(cell.paragraphs);
        short = [];
      }
    }
    this.leaveCells(short);
  }

  /** Consecutive cells are one place, because tables may have millions of them. */
  private leaveCells(cells: readonly { readonly paragraphs: readonly Paragraph[]; readonly text: string }[]): void {
    if (cells.length === 0) return;
    this.hasShortCells = true;
    const { left } = this.openGap();
    for (const each of cells.flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.left)))
      left.push({ ...each, at: 0 });
    const text = cells.flatMap((cell) => (cell.text === '' ? [] : [cell.text])).join('\t');
    const last = left.at(-1);
    if (last?.kind === 'cells') last.text += `\n${text}`;
    else left.push({ kind: 'cells', at: 0, text });
  }

  private add(paragraphs: readonly Paragraph[]): void {
    for (const each of paragraphs) this.paragraphs.push(each);
  }

  /** Counts a special part. It does not become part of the text by this. All but insertions is left out at this place. */
  setApart(kind: PartKind, text: string): void {
    if (kind === 'insertions') {
      this.inserted += text;
      return;
    }
    const { left, text: before } = this.begun.at(-1) ?? this.joined ?? this.openGap();
    const last = left.at(-1);
    if (last?.kind === kind && last.at === before.length) last.text += text;
    else left.push({ kind, at: before.length, text });
  }

  private openGap(): Paragraph {
    if (this.paragraphs.at(-1)?.text !== '') this.paragraphs.push({ text: '', left: [] });
    return this.paragraphs.at(-1)!;
  }

  /** Leaves out the text of the innermost open paragraph so far. */
  leaveParagraph(kind: PartKind): void {
    const { text = '', left = [] } = this.begun.pop() ?? {};
    this.begun.push({ text: '', last: ' ', left: left.map((each) => ({ ...each, at: 0 })) });
    this.setApart(kind, text);
  }

  /** Takes the text of an embedded document without changes. */
  include({ text, parts = [] }: ReadContent): void {
    this.endJoined();
    const left = parts.flatMap(({ kind, places = [] }) => places.map((place) => ({ kind, ...place })));
    this.paragraphs.push({ text, left });
  }

  /** Short cells stay if there is nothing else. */
  private end(): void {
    while (this.begun.length > 0) this.endParagraph();
    this.endJoined();
    while (this.around.length > 0) this.endCell();
    while (this.rows.length > 0) this.endRow();
    if (this.hasHeader) this.paragraphs = showHeaders(this.paragraphs);
    this.hasHeader = false;
    if (!this.hasShortCells || joinText(this.paragraphs) !== '') return;
    const pieces = this.paragraphs.flatMap(({ left }) => left);
    this.paragraphs = pieces.map((each) =>
      each.kind === 'cells' ? { text: each.text.replace(/[\t\n]+/g, '\n\n'), left: [] } : { text: '', left: [each] },
    );
  }

  /** The result. Everything that is still open ends here. */
  get text(): string {
    this.end();
    return joinText(this.paragraphs, '\n\n');
  }

  /** The text, and the special parts with the places of what was left out. */
  get content(): ReadContent {
    this.end();
    const { text, left } = joinParagraphs(this.paragraphs);
    const missing = left.map((place) => ({ ...place, text: place.text.trim() })).filter((place) => place.text !== '');
    const inserted = { kind: 'insertions' as const, words: countWords(this.inserted) };
    return { text, parts: [inserted, ...groupParts(missing)].filter(({ words }) => words > 0) };
  }
}

/** Paragraphs as one text, with the places in it of what was left out. Each begins with its look, such as "[bold] ", if two take turns and nothing else says who speaks. */
export function joinParagraphs<Place extends { readonly at: number }>(
  paragraphs: readonly { readonly text: string; readonly look?: string; readonly left: readonly Place[] }[],
): { readonly text: string; readonly left: readonly Place[] } {
  const visible = paragraphs.filter(({ text }) => text !== '');
  const looks = visible.map(({ look }) => `[${look || 'usual'}] `);
  const areMarks =
    takeTurns(visible) &&
    !findTurns(visible.map(({ text }) => text).join('\n\n')) &&
    findTurns(visible.map(({ text }, i) => looks[i]! + text).join('\n\n')) !== undefined; // as heads of turns they make a question
  const marks = areMarks ? looks : [];
  const left: Place[] = [];
  let [whole, shown] = ['', 0];
  for (const { text, left: own } of paragraphs) {
    const mark = (text !== '' && marks[shown++]) || '';
    if (text !== '' && whole !== '') whole += '\n\n';
    for (const place of own) left.push({ ...place, at: whole.length + place.at + (place.at > 0 ? mark.length : 0) });
    whole += mark + text;
  }
  return { text: whole, left };
}

function joinText(paragraphs: readonly Paragraph[], between = ' '): string {
  return paragraphs.flatMap(({ text }) => (text === '' ? [] : [text])).join(between);
}

/** A paragraph without the blanks around its lines, except the one that makes a line "-- " the mark of a signature. */
function buildParagraph({ text, left }: Begun, mark: string): Paragraph {
  const trimmed = text.trim();
  if (trimmed === '') return { text: '', left: left.map((each) => ({ ...each, at: 0 })) };
  if (left.length === 0 && !trimmed.includes('\n') && trimmed !== '--') return { text: mark + trimmed, left };
  let from = text.length - text.trimStart().length;
  const lines = text.slice(from).split('\n', trimmed.split('\n').length);
  const moved: PlacedLeftOut[] = [];
  let shown = '';
  for (const [number, line] of lines.entries()) {
    if (number > 0) shown += '\n';
    const kept = mark + (/^-- \s*$/.test(line) ? '-- ' : line.trimEnd());
    for (let next = left[moved.length]; next && next.at <= from + line.length; next = left[moved.length])
      moved.push({ ...next, at: shown.length + Math.min(kept.length, mark.length + Math.max(0, next.at - from)) });
    shown += kept;
    from += line.length + 1;
  }
  for (const rest of left.slice(moved.length)) moved.push({ ...rest, at: shown.length });
  return { text: shown, left: moved };
}

function readField(label: string): string | undefined {
  return fieldOf.get(label.replace(/[ \u00a0]?[:：]$/, '').toLowerCase());
}

/** Paragraphs in which rows that are a mail's header are one paragraph, with the cell above them that has name and date. */
function showHeaders(parts: readonly Paragraph[]): Paragraph[] {
  const results: Paragraph[] = [];
  for (let at = 0; at < parts.length; at++) {
    const first = at;
    while (parts[at]?.header !== undefined) at += 1;
    const [rows, next] = [parts.slice(first, at), parts.slice(at, at + 1)];
    const lines = rows.map(({ header = '' }) => header);
    const above = rows.length > 0 ? results.at(-1) : undefined;
    const isCells = above?.text === '' && above.left.every(({ kind }) => kind === 'cells');
    const name = isCells ? above.left.map(({ text }) => text.replace(/\t/g, '\n')).join('\n') : '';
    const texts = results.slice(-4).map(({ text }) => text);
    // A program's header has a subject, and a sender with an address or date, or these are above it.
    const fields = new Map(lines.map((line) => [readField(/^[^:：\t]*/.exec(line)![0].trim()), line] as const));
    const isOfMail = fields.has('from')
      ? /\S@\S/.test(fields.get('from')!) || /\d/.test(fields.get('date') ?? '')
      : fields.has('to') && isNameAndDate([...texts, name].join('\n'));
    const isHeader = fields.size > 1 && fields.has('subject') && isOfMail;
    if (isHeader && isNameAndDate(name)) results.splice(-1, 1, { text: name, left: [] });
    results.push(...(isHeader ? [{ text: lines.join('\n'), left: [] }] : rows), ...next);
  }
  return results;
}
