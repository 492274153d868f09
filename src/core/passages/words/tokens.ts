import type { TextRange } from '../../domain';

/** A word or a sign, as passages compare them. */
export interface Token extends TextRange {
  /** In lower case, with plain apostrophes. */
  readonly word: string;
  readonly raw: string;
  readonly isSign: boolean;
  /** A word stands before it in its sentence. */
  readonly inside: boolean;
}

const pattern = /[\p{L}\p{N}\p{M}]+(?:['’_-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/gu;
const wordSign = /[\p{L}\p{N}]/u;

/** The words and signs of some ranges of a text, in order. */
export function tokensOf(text: string, ranges: readonly TextRange[]): readonly Token[] {
  return ranges.flatMap(({ start, end }) => tokensIn(text.slice(start, end), start));
}

function tokensIn(part: string, at: number): readonly Token[] {
  const found: Token[] = [];
  let goesOn = false;
  let end = 0;
  for (const { 0: raw, index } of part.matchAll(pattern)) {
    const isSign = raw.length <= 2 && !wordSign.test(raw);
    const word = raw.includes('’') ? raw.toLowerCase().replaceAll('’', "'") : raw.toLowerCase();
    const inside = goesOn && index > end;
    end = index + raw.length;
    found.push({ raw, word, isSign, inside, start: at + index, end: at + end });
    goesOn = !isSign || raw === ',';
  }
  return found;
}
