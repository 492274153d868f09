import { tokeniseParagraphs } from '../../../../src/core/markers/tokens';
import { hashPhrase } from '../../../../src/core/classical/hashing';
import type { Candidate } from './population';

/** Share of the authors who use a run of words that is listed. */
const leastShare = 0.02;
/** High bits of a hash by which runs are counted first. */
const bucketBits = 26;

/** How many of the authors use each run of three words, as models/phrases.bin has it: only those that one in fifty uses. */
export function countPhrases(authors: readonly Candidate[]): Uint32Array {
  const least = Math.ceil(leastShare * authors.length);
  const ofAuthors = authors.map(({ texts }) => new Set(texts.flatMap(({ text }) => phrasesIn(text))));
  const buckets = new Uint16Array(2 ** bucketBits);
  for (const phrases of ofAuthors) for (const hash of phrases) buckets[hash >>> (32 - bucketBits)]! += 1;
  const counts = new Map<number, number>();
  for (const phrases of ofAuthors)
    for (const hash of phrases)
      if (buckets[hash >>> (32 - bucketBits)]! >= least) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const listed = [...counts].filter(([, count]) => count >= least).sort(([a], [b]) => a - b);
  return Uint32Array.from([authors.length, ...listed.flat()]);
}

/** The hashes of the runs of three words in one sentence, without a sign between them. */
export function phrasesIn(text: string): readonly number[] {
  const tokens = [...tokeniseParagraphs(text)].flat();
  const found: number[] = [];
  for (let i = 2; i < tokens.length; i++) {
    const [first, second, third] = [tokens[i - 2]!, tokens[i - 1]!, tokens[i]!];
    const isBroken = second.sentence > 0 || third.sentence > 0 || /[^\s]/.test(text.slice(first.end, second.start));
    if (!isBroken && !/[^\s]/.test(text.slice(second.end, third.start)))
      found.push(hashPhrase([first.word, second.word, third.word]));
  }
  return found;
}
