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
    if (begun && (begun.text.trim() !== '' || begun.marks !== '')) lines.push({ ...begun, text: shown(begun.text) });
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

function shown(text: string): string {
  return text.replace(symbols, '•').trim();
}
