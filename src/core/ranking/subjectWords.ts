/** So many of all texts have words that no subject brings. */
const commonShare = 0.5;
/** Words that fewer of all texts have are names and terms. */
export const rareShare = 0.02;
/** A subject repeats its words: in the pieces that have a word it occurs so many times as often as chance would bring it. */
const repeated = 1.3;

/** A contraction is one word, as in the statistics of all texts: parts such as "isn" and "ll" are in none. */
const words = /[\p{L}\p{N}_]+(?:['’][\p{L}\p{N}_]+)*/gu;

/**
 * Tells words of a subject by the pieces of a case: rare in all texts, or repeated within pieces beyond what chance would do (the
 * adaptation of Church and Gale 1995), and in either case not common in all texts.
 *
 * @param share  tells the share of all texts that have a word
 */
export function findRepeatedWords(
  pieces: readonly string[],
  share: (word: string) => number,
): (word: string) => boolean {
  const counts = new Map<string, { occurrences: number; pieces: number; last: number }>();
  pieces.forEach((piece, i) => {
    for (const [found] of piece.toLowerCase().matchAll(words)) {
      const word = found.replaceAll('’', "'");
      const count = counts.get(word) ?? { occurrences: 0, pieces: 0, last: -1 };
      count.occurrences += 1;
      count.pieces += Number(count.last !== i);
      count.last = i;
      counts.set(word, count);
    }
  });
  return (word) => {
    const inAll = share(word);
    if (inAll >= commonShare) return false;
    const count = counts.get(word);
    if (!count || inAll < rareShare) return true;
    const mean = count.occurrences / pieces.length;
    return count.occurrences / count.pieces > (repeated * mean) / (1 - Math.exp(-mean));
  };
}

/** The text, each letter of a masked word in place by a sign that no n-gram has. */
export function maskWords(text: string, isMasked: (word: string) => boolean): string {
  const known = new Map<string, boolean>();
  return text.replace(words, (word) => {
    const lower = word.toLowerCase().replaceAll('’', "'");
    const masked = known.get(lower) ?? isMasked(lower);
    known.set(lower, masked);
    return masked ? '■'.repeat(word.length) : word;
  });
}
