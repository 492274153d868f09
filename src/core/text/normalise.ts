import type { TextRange } from '../domain/evidence';
import { neverStops, createPoll, type StopSignal, throwIfStopped } from '../basics/work';
import { readKind, kinds, isInsidePair, walkMatches } from './characters';
import { subtractRanges } from '../../reading/text/exclusions';
import { type MappedText, mapToItself, removeUnseen, Rewriting } from './rewrite';

/** The text that models read, with a map to the original. */
export interface NormalisedText {
  readonly text: string;
  /**
   * The range of the original for [start, end) of the normalised text. It is never empty for start < end, and never cuts a surrogate pair.
   * A replacement such as `[MASK]` maps to everything that it replaced.
   */
  readonly toOriginal: (start: number, end: number) => TextRange;
  /** Ascending places of spaces in the normalised text that replace a blank line of the original. */
  readonly paragraphEnds: Uint32Array;
}

/** Rules 1 to 12 of docs/model-contract.md §1, in order; linear in the length of any text. Throws Cancelled. */
export function normalise(original: string, stop: StopSignal = neverStops): NormalisedText {
  // rules 2 to 6: masks, web and e-mail addresses, IPv4 and telephone numbers become `[MASK]`
  const visible = removeUnseen(mapToItself(original), stop);
  const addressed = replaceAll(replaceAll(visible, literal, mask, stop), address, mask, stop);
  // rule 4, from each "@" outwards; to try every character as the start of an address would take 64 steps for each
  const rewriting = new Rewriting(addressed);
  const poll = createPoll(stop);
  let free = 0;
  for (let at = addressed.text.indexOf('@'); at !== -1; at = addressed.text.indexOf('@', Math.max(at + 1, free))) {
    poll(at);
    let start = at;
    const first = Math.max(free, at - maxLocalPart);
    while (start > first && localPart.test(addressed.text[start - 1]!)) start -= 1;
    domain.lastIndex = at;
    if (start === at || !domain.test(addressed.text)) continue;
    free = domain.lastIndex;
    rewriting.replace(start, free, mask);
  }
  const masked = replaceAll(replaceAll(rewriting.finish(), ipv4, mask, stop), phone, mask, stop);
  const { text, origins, paragraphEnds } = fold(replaceAll(masked, tag, ' ', stop), stop);
  return {
    text,
    paragraphEnds,
    toOriginal(start, end) {
      let last = end;
      // All units of a replacement have one origin, so the whole replacement is taken.
      while (last < text.length && origins[last] === origins[last - 1]) last += 1;
      const from = origins[start]!;
      const to = origins[last]!;
      return { start: isInsidePair(original, from) ? from - 1 : from, end: isInsidePair(original, to) ? to + 1 : to };
    },
  };
}

/** The parts of a text without the excluded ranges, each normalised, with the way back to the whole text. Throws Cancelled. */
export function* normaliseParts(
  original: string,
  exclude: readonly TextRange[],
  stop: StopSignal,
): Generator<NormalisedText> {
  for (const part of subtractRanges({ start: 0, end: original.length }, exclude)) {
    const normalised = normalise(original.slice(part.start, part.end), stop);
    yield {
      ...normalised,
      toOriginal(from, to) {
        const { start, end } = normalised.toOriginal(from, to);
        return { start: part.start + start, end: part.start + end };
      },
    };
  }
}

/** Replaces a name, an address, a number or a literal special token. */
export const mask = '[MASK]';

/** White space of the model contract, for a class of a pattern. */
export const white = '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
// Every quantifier is bounded, and no two alternatives match the same run, so each pattern is linear.
const literal = /<(?:NAME|EMAIL|PHONE|URL)>|\[(?:MASK|CLS|SEP|PAD|UNK)\]/gu;
const address = new RegExp(`(?:https?://|www\\.)[^${white}<>"')\\]]{1,2000}`, 'gu');
const ipv4 = /(?<![0-9.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9.])/gu;
const phone = /(?<![0-9])(?:\+[0-9]{1,3}[ .-]?)?(?:\([0-9]{3}\)[ .-]?|[0-9]{3}[ .-])[0-9]{3}[ .-][0-9]{4}(?![0-9])/gu;
const tag = /<\/?[A-Za-z][^<>]{0,200}>/gu;
const localPart = /[A-Za-z0-9._%+-]/;
const domain = /@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}/y;
const maxLocalPart = 64;

/** The units that are searched at once, and the units after them that a match may extend into. No pattern reads more. */
const block = 0x10000;
const maxMatch = 0x1100;

/** Replaces block by block, so that a stop is noticed. A block is searched with the unit before it, for patterns that look back. */
function replaceAll(source: MappedText, pattern: RegExp, by: string, stop: StopSignal): MappedText {
  const { text } = source;
  const rewriting = new Rewriting(source);
  for (let start = 0; start < text.length;) {
    throwIfStopped(stop);
    const end = start + block;
    const from = Math.max(0, start - 1);
    const matches = walkMatches(text.slice(from, end + maxMatch), pattern, start - from);
    start = end;
    for (const match of matches) {
      const at = from + match.index;
      if (at >= end) break;
      rewriting.replace(at, at + match[0].length, by);
      start = Math.max(end, at + match[0].length);
    }
  }
  return rewriting.finish();
}

/** The replacements of single characters, by kind. */
const spelling: Readonly<Record<number, string>> = {
  [kinds.apostrophe]: "'",
  [kinds.quote]: '"',
  [kinds.ellipsis]: '...',
};

/**
 * Rules 8 to 12: one form each for quotation marks, hyphens, ellipses and white space, in one pass, and no space at either end. Throws
 * Cancelled.
 */
function fold(source: MappedText, stop: StopSignal): MappedText & Pick<NormalisedText, 'paragraphEnds'> {
  const { text } = source;
  const poll = createPoll(stop);
  const rewriting = new Rewriting(source);
  const paragraphEnds: number[] = [];
  let shift = 0; // folded index minus source index, after the last edit
  const put = (start: number, end: number, by: string): number => {
    if (end - start === by.length && text.startsWith(by, start)) return end;
    rewriting.replace(start, end, by);
    shift += by.length - (end - start);
    return end;
  };
  for (let i = 0; i < text.length;) {
    poll(i);
    const kind = readKind(text.charCodeAt(i));
    if (kind === kinds.kept) i += 1;
    else if (kind === kinds.hyphen) {
      const end = runEnd(text, i, (other) => other === kinds.hyphen);
      i = put(i, end, '-');
    } else if (kind < kinds.space) i = put(i, i + 1, spelling[kind]!);
    else {
      const end = runEnd(text, i, (other) => other >= kinds.space);
      let lines = 0;
      for (let at = i; at < end; at++) {
        const unit = text.charCodeAt(at);
        const isPair = unit === 0x0a && at > i && text.charCodeAt(at - 1) === 0x0d;
        if (readKind(unit) === kinds.lineBreak && !isPair) lines += unit === 0x2029 ? 2 : 1;
      }
      if (lines >= 2 && i > 0 && end < text.length) paragraphEnds.push(i + shift);
      i = put(i, end, ' ');
    }
  }
  const folded = rewriting.finish();
  const first = folded.text.startsWith(' ') ? 1 : 0;
  const last = folded.text.endsWith(' ') ? Math.max(first, folded.text.length - 1) : folded.text.length;
  return {
    text: folded.text.slice(first, last),
    origins: folded.origins.subarray(first, last + 1),
    paragraphEnds: Uint32Array.from(paragraphEnds, (at) => at - first),
  };
}

/** The end of the run of units for which `belongs` is true. */
function runEnd(text: string, start: number, belongs: (kind: number) => boolean): number {
  let end = start + 1;
  while (end < text.length && belongs(readKind(text.charCodeAt(end)))) end += 1;
  return end;
}
