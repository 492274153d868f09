const letter = /\p{L}/u;
const number = /\p{N}/u;
const isLetter = 1;
const isUpper = 2;
const isNumber = 4;
const read = 8;

/** Classes of each UTF-16 code unit met so far; those of other planes are looked up each time. */
const classes = new Uint8Array(0x10000);

/**
 * Surface ids of tokens: capitals, spacing and runs of punctuation, which an uncased vocabulary hides
 * (docs/model-contract.md §1): 1 + case + 4 · glued + 8 · run, or 0 for a special token.
 *
 * @param text     normalised text, case kept
 * @param ranges   start and end of each token in it
 * @param special  whether token t is a special one
 */
export function surfaceIds(text: string, ranges: Uint32Array, special: (token: number) => boolean): Uint8Array {
  const ids = new Uint8Array(ranges.length / 2);
  for (let t = 0; t < ids.length; t++) {
    if (special(t)) continue;
    const start = ranges[2 * t]!;
    const { capitals, hasLetterOrNumber } = readToken(text, start, ranges[2 * t + 1]!);
    const glued = start > 0 && text.charCodeAt(start - 1) !== 0x20;
    const run = !hasLetterOrNumber && glued && characterBefore(text, start) === text.codePointAt(start);
    ids[t] = 1 + capitals + (glued ? 4 : 0) + (run ? 8 : 0);
  }
  return ids;
}

/** `capitals`: 0 none, 1 the first letter only, 2 all of two or more, 3 anything else. */
function readToken(text: string, start: number, end: number): { capitals: number; hasLetterOrNumber: boolean } {
  let letters = 0;
  let uppers = 0;
  let numbers = 0;
  let firstIsUpper = false;
  for (let at = start; at < end;) {
    const point = text.codePointAt(at)!;
    const kind = classOf(point);
    if (letters === 0) firstIsUpper = (kind & isUpper) !== 0;
    if (kind & isLetter) letters += 1;
    if (kind & isUpper) uppers += 1;
    if (kind & isNumber) numbers += 1;
    at += point > 0xffff ? 2 : 1;
  }
  const hasLetterOrNumber = letters + numbers > 0;
  if (uppers === 1 && firstIsUpper) return { capitals: 1, hasLetterOrNumber };
  return { capitals: uppers > 0 ? severalCapitals(letters, uppers) : 0, hasLetterOrNumber };
}

function severalCapitals(letters: number, uppers: number): number {
  return letters >= 2 && uppers === letters ? 2 : 3;
}

function characterBefore(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  if ((unit & 0xfc00) !== 0xdc00 || at < 2) return unit;
  const point = text.codePointAt(at - 2)!;
  return point > 0xffff ? point : unit;
}

function classOf(point: number): number {
  const known = point > 0xffff ? 0 : classes[point]!;
  if (known !== 0) return known;
  const character = String.fromCodePoint(point);
  let kind = read;
  if (letter.test(character)) kind |= isLetter | (character.toLowerCase() === character ? 0 : isUpper);
  if (number.test(character)) kind |= isNumber;
  if (point <= 0xffff) classes[point] = kind;
  return kind;
}
