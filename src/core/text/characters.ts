import { normaliseForms } from './rewrite';

/** The roles of a UTF-16 code unit in rules 8 to 12 of the normaliser (docs/model-contract.md §1). */
export const kinds = {
  kept: 0,
  apostrophe: 1,
  quote: 2,
  hyphen: 3,
  ellipsis: 4,
  space: 5,
  lineBreak: 6,
} as const;

const table = new Uint8Array(0x10000);
const set = (kind: number, ...units: readonly number[]): void => units.forEach((unit) => (table[unit] = kind));
set(kinds.apostrophe, 0x2018, 0x2019, 0x201a, 0x201b, 0x2032);
set(kinds.quote, 0x201c, 0x201d, 0x201e, 0x201f, 0x2033);
set(kinds.hyphen, 0x2d, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212);
set(kinds.ellipsis, 0x2026);
set(kinds.space, 0x09, 0x20, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000);
table.fill(kinds.space, 0x2000, 0x200b);
set(kinds.lineBreak, 0x0a, 0x0b, 0x0c, 0x0d, 0x85, 0x2028, 0x2029);

/** The kind of a UTF-16 code unit: one of `kinds`. White space is `space` or `lineBreak`. */
export function readKind(unit: number): number {
  return table[unit]!;
}

/** White space of the model contract, which is also what separates words. */
export function isWhite(unit: number): boolean {
  return table[unit]! >= kinds.space;
}

/** True between the two halves of a surrogate pair, where a text is never cut. */
export function isInsidePair(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

/** The first place of a number that is not below `min`, in ascending numbers. */
export function firstFrom(ascending: ArrayLike<number>, min: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < min) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A genre in the form in which genres are compared. */
export function normaliseGenre(genre: string): string {
  return genre.trim().toLowerCase();
}

/** A word in lower case, with plain apostrophes and its letters in one form each. */
export function foldWord(raw: string): string {
  const lower = normaliseForms(raw).toLowerCase();
  return lower.includes('’') ? lower.replaceAll('’', "'") : lower;
}

/**
 * The matches of a global pattern in a text, in order. They are found by the pattern itself. `matchAll` uses a copy, which an engine
 * compiles again after each collection of garbage: up to 50 ms for a large pattern.
 */
export function* walkMatches(text: string, pattern: RegExp, from = 0): Generator<RegExpExecArray, void> {
  for (let at = from; ;) {
    pattern.lastIndex = at; // the caller may use the pattern between two matches
    const found = pattern.exec(text);
    if (!found) return;
    at = pattern.lastIndex;
    if (found[0] === '') at += pattern.unicode && text.codePointAt(at)! > 0xffff ? 2 : 1;
    yield found;
  }
}
