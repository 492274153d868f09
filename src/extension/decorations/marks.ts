import type { TextRange } from '../../core/domain/evidence';

/** A place of a text, with the number of the passage that begins there. */
export interface NumberedPlace {
  readonly number: number;
  readonly line: number;
  readonly character: number;
}

/**
 * The colours of `idiograph.passageNumber` and `idiograph.stalePassage`, also for high contrast. A picture cannot use a colour of the
 * theme.
 */
export const labelColours = {
  live: { light: '#004B87', dark: '#8CC8F5' },
  stale: { light: '#636363', dark: '#A6A6A6' },
} as const;

/** Passages that begin closer together on a line than this many characters would hide each other's number on a wrapped line. */
const nearest = 80;

/**
 * The labels of the gutter: the number of each passage at its beginning. Two passages that are close share a label, and a third is shown as
 * a plus.
 */
export function buildGutterLabels(
  places: readonly NumberedPlace[],
): readonly (Omit<NumberedPlace, 'number'> & { readonly text: string })[] {
  const ordered = places.toSorted((a, b) => a.line - b.line || a.character - b.character);
  const groups: NumberedPlace[][] = [];
  for (const place of ordered) {
    const first = groups.at(-1)?.[0];
    if (first?.line === place.line && place.character - first.character < nearest) groups.at(-1)?.push(place);
    else groups.push([place]);
  }
  return groups.map((group) => {
    const { line, character } = group[0]!;
    const [first, second, ...more] = group.map(({ number }) => number);
    const text = second === undefined ? String(first) : `${first} ${more.length > 0 ? '+' : second}`;
    return { text, line, character };
  });
}

/** The picture of a label as a data address: a frame with the numbers, in one colour. */
export function drawLabel(text: string, colour: string): string {
  const wide = text.length > 2;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x=".5" y="1.5" width="15" height="13" fill="none" stroke="${colour}"/>` +
    `<text x="8" y="${wide ? 11 : 12}" text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="${wide ? 9 : 11}" fill="${colour}">${text}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** One replacement in a document. Its offsets are those of the text before it. */
export interface TextChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** The place of a range after a change. Undefined if the change touched the range, because its words may then differ. */
export function shiftRange(range: TextRange, change: TextChange): TextRange | undefined {
  const end = change.rangeOffset + change.rangeLength;
  if (change.rangeOffset >= range.end) return range;
  if (end > range.start) return undefined;
  const by = change.text.length - change.rangeLength;
  return { start: range.start + by, end: range.end + by };
}

/** The place of a range after changes in the order of VS Code: the last place first, or one after another. */
export function shiftThrough(range: TextRange, changes: readonly TextChange[]): TextRange | undefined {
  let shifted: TextRange | undefined = range;
  for (const change of changes) shifted &&= shiftRange(shifted, change);
  return shifted;
}
