import type { TextRange } from '../core/domain';
import type { ExcerptView, PieceView } from '../protocol/panel';

/** Characters of context on each side of a passage; cut at a word's edge. */
const contextLength = 90;

/** A passage of a text with the words around it, on one line. */
export function excerpt(title: string, text: string, range: TextRange, marks: readonly TextRange[] = []): ExcerptView {
  const from = Math.max(0, range.start - contextLength);
  const to = Math.min(text.length, range.end + contextLength);
  const before = oneLine(text.slice(from, range.start));
  const after = oneLine(text.slice(range.end, to));
  return {
    title,
    before: from > 0 ? `…${before.replace(/^\S*\s/, '')}` : before,
    passage: pieces(text, range, marks),
    after: to < text.length ? `${after.replace(/\s\S*$/, '')}…` : after,
  };
}

/** A passage cut where what carries it begins and ends; marks may come in any order and touch. */
export function pieces(text: string, { start, end }: TextRange, marks: readonly TextRange[]): readonly PieceView[] {
  const found: PieceView[] = [];
  let at = start;
  const add = (to: number, carries: boolean): void => {
    if (to > at) found.push({ text: oneLine(text.slice(at, to)), carries });
    at = Math.max(at, to);
  };
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    add(Math.min(mark.start, end), false);
    add(Math.min(mark.end, end), true);
  }
  add(end, false);
  return found;
}

/** Zero-based line and character of an offset, counting line ends as an editor does. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly character: number } {
  let line = 0;
  let lineStart = 0;
  const lineEnds = /\r\n|\n|\r/g;
  for (let end = lineEnds.exec(text); end && end.index + end[0].length <= offset; end = lineEnds.exec(text)) {
    line += 1;
    lineStart = end.index + end[0].length;
  }
  return { line, character: offset - lineStart };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
