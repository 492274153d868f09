import { countFeatures, type FeatureCounts } from './featureCounts';
import { hashText } from '../../../src/core/classical/hashing';
import type { TextScorer } from './textScorer';
import { lowerWords } from './tokens';
import type { BaselineStatistics } from './baselineStatistics';

const k1 = 1.5;
const b = 0.75;
const kind = 1;

/** Counts of hashed words and the number of words. */
export interface WordCounts extends FeatureCounts {
  readonly words: number;
}

/**
 * Okapi BM25 (Robertson & Zaragoza 2009, eq. 3.15) with k1 1.5 and b 0.75: the questioned text is the query, each of its words
 * counted once; idf = ln(1 + (N − df + ½) / (df + ½)) over the training documents, 0 for words that none of them has.
 */
export function bm25(statistics: BaselineStatistics): TextScorer<WordCounts> {
  const { words: frequencies, documents, averageWords } = statistics;
  const idf = Float64Array.from(frequencies.documents, (df) =>
    df === 0 ? 0 : Math.log(1 + (documents - df + 0.5) / (df + 0.5)),
  );
  return {
    method: 'bm25',
    computeFeatures(text) {
      const buckets = wordBuckets(text, frequencies.bits);
      return { ...countFeatures(buckets), words: buckets.length };
    },
    score(questioned, known) {
      const soft = k1 * (1 - b + (b * known.words) / averageWords);
      let sum = 0;
      forShared(questioned, known, (bucket, inDocument) => {
        sum += (idf[bucket]! * inDocument * (k1 + 1)) / (inDocument + soft);
      });
      return sum;
    },
  };
}

/** One bucket per word, in order of the text. */
export function wordBuckets(text: string, bits: number): Uint32Array {
  return Uint32Array.from(lowerWords(text), (word) => hashText(word, kind) >>> (32 - bits));
}

function forShared(a: FeatureCounts, other: FeatureCounts, visit: (id: number, inOther: number) => void): void {
  let i = 0;
  let j = 0;
  while (i < a.ids.length && j < other.ids.length) {
    const left = a.ids[i]!;
    const right = other.ids[j]!;
    if (left === right) visit(left, other.counts[j]!);
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
}
