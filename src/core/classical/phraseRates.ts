import { hashText } from './hashing';

/** Keeps runs of words apart from other features. */
const phraseKind = 7;
/** Words of a run that is counted. */
const counted = 3;

/** How many authors of the population use common runs of three words. */
export class PhraseRates {
  /**
   * @param authors  of the population
   * @param counts   authors by the hash of a run, of runs that at least one in fifty of them uses
   */
  constructor(
    readonly authors: number,
    private readonly counts: ReadonlyMap<number, number>,
  ) {}

  /** How many authors use words in this order, at most: those of the rarest three of them. 0: fewer than are listed. Undefined: fewer than three words. */
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

/** Reads a file of counts: authors, then of each run its hash and its count, as 32-bit little-endian numbers. */
export function readPhraseRates(bytes: Uint8Array): PhraseRates {
  const numbers = new Uint32Array(bytes.slice().buffer);
  const counts = new Map<number, number>();
  for (let i = 1; i + 1 < numbers.length; i += 2) counts.set(numbers[i]!, numbers[i + 1]!);
  return new PhraseRates(numbers[0] ?? 0, counts);
}
