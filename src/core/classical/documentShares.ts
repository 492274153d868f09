import { hashText } from './hashing';
import type { ClassicalStatistics } from './statistics';

const kind = 1;

/** The share of the training documents that have a word, given in lower case. */
export function documentShares({ words, documents }: ClassicalStatistics): (word: string) => number {
  return (word) => words.documents[hashText(word, kind) >>> (32 - words.bits)]! / Math.max(1, documents);
}
