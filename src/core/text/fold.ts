import type { StopSignal } from '../ports';
import { polling } from '../stop';
import { kindOf, kinds } from './characters';
import { Rewriting } from './rewrite';
import type { MappedText } from './rewrite';

/** What single characters become, by kind. */
const spelling: Readonly<Record<number, string>> = {
  [kinds.apostrophe]: "'",
  [kinds.quote]: '"',
  [kinds.ellipsis]: '...',
};

/** A folded text, and the places of the spaces in it that stand for a blank line. */
export interface FoldedText {
  readonly mapped: MappedText;
  readonly paragraphEnds: Uint32Array;
}

/** Rules 8 to 12: one form each for quotation marks, hyphens, ellipses and white space, in one pass. Throws Cancelled. */
export function fold(source: MappedText, stop: StopSignal): FoldedText {
  const { text } = source;
  const poll = polling(stop);
  const rewriting = new Rewriting(source);
  const paragraphEnds: number[] = [];
  let shift = 0; // folded index minus source index, behind the last edit
  const put = (start: number, end: number, by: string): number => {
    if (end - start === by.length && text.startsWith(by, start)) return end;
    rewriting.replace(start, end, by);
    shift += by.length - (end - start);
    return end;
  };
  for (let i = 0; i < text.length;) {
    poll(i);
    const kind = kindOf(text.charCodeAt(i));
    if (kind === kinds.kept) i += 1;
    else if (kind === kinds.hyphen)
      i = put(
        i,
        runEnd(text, i, (other) => other === kinds.hyphen),
        '-',
      );
    else if (kind < kinds.space) i = put(i, i + 1, spelling[kind]!);
    else {
      const end = runEnd(text, i, (other) => other >= kinds.space);
      if (holdsBlankLine(text, i, end) && i > 0 && end < text.length) paragraphEnds.push(i + shift);
      i = put(i, end, ' ');
    }
  }
  return trim(rewriting.finish(), paragraphEnds);
}

/** The end of the run of units whose kinds belong together. */
function runEnd(text: string, start: number, belongs: (kind: number) => boolean): number {
  let end = start + 1;
  while (end < text.length && belongs(kindOf(text.charCodeAt(end)))) end += 1;
  return end;
}

/** Whether a blank line lies in a run of white space. */
function holdsBlankLine(text: string, start: number, end: number): boolean {
  let lines = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (kindOf(unit) !== kinds.lineBreak || (unit === 0x0a && i > start && text.charCodeAt(i - 1) === 0x0d)) continue;
    lines += unit === 0x2029 ? 2 : 1;
  }
  return lines >= 2;
}

/** Takes the space off either end. */
function trim(mapped: MappedText, paragraphEnds: readonly number[]): FoldedText {
  const { text } = mapped;
  const first = text.startsWith(' ') ? 1 : 0;
  const last = text.endsWith(' ') ? Math.max(first, text.length - 1) : text.length;
  return {
    mapped: { text: text.slice(first, last), origins: mapped.origins.subarray(first, last + 1) },
    paragraphEnds: Uint32Array.from(paragraphEnds, (at) => at - first),
  };
}
