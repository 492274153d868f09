/**
 * 32-bit FNV-1a over UTF-16 code units, finished as MurmurHash3 does, so that low bits are well mixed.
 * It is part of the formats of models/classical.json and models/population.json and must not change.
 *
 * @param units  code units of a text; those from `start` up to `end` are hashed
 * @param kind   keeps features of different kinds apart
 */
export function hashUnits(units: Uint16Array, start: number, end: number, kind: number): number {
  let hash = startHash(kind);
  for (let i = start; i < end; i++) hash = addUnit(hash, units[i]!);
  return mixBits(hash);
}

/** `hashUnits` of a whole string. */
export function hashText(text: string, kind: number): number {
  return mixBits(addText(startHash(kind), text));
}

/** The hash of an empty text before its bits are mixed. */
export function startHash(kind: number): number {
  return basis ^ kind;
}

/** The hash of a text followed by another one, both without mixed bits. */
export function addText(start: number, text: string): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = addUnit(hash, text.charCodeAt(i));
  return hash;
}

/** The UTF-16 code units of a text. */
export function toCodeUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

const basis = 0x811c9dc5;
const prime = 0x01000193;

/** Adds the two bytes of a code unit. */
function addUnit(hash: number, unit: number): number {
  return Math.imul(Math.imul(hash ^ (unit & 0xff), prime) ^ (unit >>> 8), prime);
}

/** A bijection of 32-bit integers in which every input bit affects every output bit (MurmurHash3's finaliser). */
export function mixBits(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Separates hashes of runs of words from other features. */
const phraseKind = 7;
/** The number of words in a counted run. */
const counted = 3;

/** A bit for each hash that was added. It may seem to have others, too (a filter with one hash function: Bloom 1970). */
export class HashMarks {
  private readonly bytes: Uint8Array;

  /** @param size  in bytes. Without any, it has no hash */
  constructor(readonly size: number) {
    this.bytes = new Uint8Array(size);
  }

  add(hash: number): void {
    this.bytes[(hash >>> 3) % this.size]! |= 1 << (hash & 7);
  }

  has(hash: number): boolean {
    return (this.bytes[(hash >>> 3) % this.size]! & (1 << (hash & 7))) !== 0;
  }
}

/** How many authors of the population use common runs of three words. */
export class PhraseRates {
  /**
   * @param authors  of the population
   * @param counts   number of authors by the hash of a run, for runs that at least one in fifty of them uses
   */
  constructor(
    readonly authors: number,
    private readonly counts: ReadonlyMap<number, number>,
  ) {}

  /**
   * How many authors at most use words in this order: the number for the rarest three of them. 0 if fewer do than are listed. Undefined for
   * fewer than three words.
   */
  countAuthorsAtMost(words: readonly string[]): number | undefined {
    if (words.length < counted) return undefined;
    let least = Infinity;
    for (let i = counted; i <= words.length; i++)
      least = Math.min(least, this.counts.get(hashPhrase(words.slice(i - counted, i))) ?? 0);
    return least;
  }
}

/** The hash of a run of words, in lower case with plain apostrophes. */
export function hashPhrase(words: readonly string[]): number {
  return hashText(words.join(' '), phraseKind);
}

/** Reads a file of counts: the number of authors, then for each run its hash and its count, as 32-bit little-endian numbers. */
export function readPhraseRates(bytes: Uint8Array): PhraseRates {
  const numbers = new Uint32Array(bytes.slice().buffer);
  const counts = new Map<number, number>();
  for (let i = 1; i + 1 < numbers.length; i += 2) counts.set(numbers[i]!, numbers[i + 1]!);
  return new PhraseRates(numbers[0] ?? 0, counts);
}
