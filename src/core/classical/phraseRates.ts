import { hashText } from './hashing';

/** Separates hashes of runs of words from other features. */
const phraseKind = 7;
/** The number of words in a counted run. */
const counted = 3;

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
