import type { TextRange } from '../../core/domain';

/** One replacement in a document, in offsets of the text before it. */
export interface TextChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Where a range is after a change; undefined when the change touched it, since it no longer holds the same words. */
export function shiftRange(range: TextRange, change: TextChange): TextRange | undefined {
  const end = change.rangeOffset + change.rangeLength;
  if (change.rangeOffset >= range.end) return range;
  if (end > range.start) return undefined;
  const by = change.text.length - change.rangeLength;
  return { start: range.start + by, end: range.end + by };
}

/** Where a range is after changes; they come as VS Code gives them: last place first, or one after another. */
export function shiftThrough(range: TextRange, changes: readonly TextChange[]): TextRange | undefined {
  let shifted: TextRange | undefined = range;
  for (const change of changes) shifted &&= shiftRange(shifted, change);
  return shifted;
}
