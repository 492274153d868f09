import type { PartKind, ReadPart } from '../../core/readableFormats';
import { countWords } from '../../core/text/countWords';

/** A cell of a row with several is left out where it has fewer words: figures and labels are no prose. */
export const fewestCellWords = 10;

/**
 * Collects running text as a reader meets it: paragraphs, lines and table cells, and beside them what is treated apart. Paragraphs
 * may begin within others (text boxes) and cells hold tables.
 */
export class Prose {
  private paragraphs: string[] = [];
  private readonly begun: string[] = [];
  private readonly around: string[][] = [];
  /** Cells of the rows that are open, each by its paragraphs. */
  private readonly rows: (readonly string[])[][] = [];
  private readonly apart = new Map<PartKind, string>();

  private quotations = 0;
  /** Whether blanks and line ends stay as they are where others are single blanks. */
  keepsBlanks = false;

  /**
   * @param collapses  whether blanks and line ends are single blanks
   * @param splits     whether a paragraph that begins within another ends what that has so far, as in HTML
   */
  constructor(
    private readonly collapses = false,
    private readonly splits = false,
  ) {}

  /** Text of the file. */
  write(text: string): void {
    if (!this.collapses || this.keepsBlanks) {
      this.sign(text);
      return;
    }
    const shown = text.replace(/[ \t\r\n\f]+/g, ' ');
    const before = this.begun.at(-1)?.at(-1) ?? ' ';
    this.sign(before === ' ' || before === '\n' ? shown.replace(/^ /, '') : shown);
  }

  /** Characters that stand for themselves. */
  sign(characters: string): void {
    this.begun.push((this.begun.pop() ?? '') + characters);
  }

  beginParagraph(): void {
    if (this.splits && this.begun.length > 0) this.keep(this.begun.splice(-1, 1, '')[0]!);
    this.begun.push('');
  }

  endParagraph(): void {
    this.keep(this.begun.pop() ?? '');
  }

  /** Lines of paragraphs from here to the end of the quotation begin with ">". */
  beginQuotation(): void {
    this.quotations += 1;
  }

  endQuotation(): void {
    this.quotations = Math.max(0, this.quotations - 1);
  }

  private keep(paragraph: string): void {
    const lines = paragraph.trim().split('\n');
    const text = lines.map((line) => line.trimEnd()).join(this.quotations > 0 ? '\n> ' : '\n');
    if (text !== '') this.paragraphs.push(this.quotations > 0 ? `> ${text}` : text);
  }

  beginRow(): void {
    this.rows.push([]);
  }

  beginCell(): void {
    this.around.push(this.paragraphs);
    this.paragraphs = [];
  }

  endCell(): void {
    const cell = this.paragraphs;
    this.paragraphs = this.around.pop() ?? [];
    const row = this.rows.at(-1);
    if (row) row.push(cell);
    else this.paragraphs.push(...cell);
  }

  /** A row of one cell is layout, and kept. */
  endRow(): void {
    const filled = (this.rows.pop() ?? []).filter(({ length }) => length > 0);
    for (const cell of filled) {
      const isKept = filled.length === 1 || countWords(cell.join(' ')) >= fewestCellWords;
      if (isKept) this.paragraphs.push(...cell);
      else this.setApart('cells', ` ${cell.join(' ')}`);
    }
  }

  /** Counts what is treated apart; it is no part of the text by this. */
  setApart(kind: PartKind, text: string): void {
    this.apart.set(kind, (this.apart.get(kind) ?? '') + text);
  }

  /** All of it; what is still open ends here. */
  get text(): string {
    while (this.begun.length > 0) this.endParagraph();
    while (this.around.length > 0) this.endCell();
    while (this.rows.length > 0) this.endRow();
    return this.paragraphs.join('\n\n');
  }

  /** What was treated apart, without what has no words. */
  get parts(): readonly ReadPart[] {
    const counted = [...this.apart].map(([kind, text]) => ({ kind, words: countWords(text) }));
    return counted.filter(({ words }) => words > 0);
  }
}
