import { multiplyRows, type FeatureRow, normaliseRow } from '../../../src/core/classical/featureRow';
import { countFeatures } from './featureCounts';
import { toCodeUnits, hashUnits } from '../../../src/core/classical/hashing';
import type { BucketFrequencies } from '../../../src/core/classical/features';
import type { TextScorer } from './textScorer';
import { foldSpace } from './tokens';
import type { BaselineStatistics } from './baselineStatistics';

const kind = 4;

/** 4-grams that most training documents have, by their buckets; rarer ones weigh nothing. */
const keptBuckets = 40_000;

/**
 * Cosine of tf-idf rows of the frequent character 4-grams, lower case, white space folded: tf = 1 + ln count; a 4-gram is known by
 * its bucket.
 */
export function charFourGrams(statistics: BaselineStatistics): TextScorer<FeatureRow> {
  const { charFourGrams: frequencies, documents } = statistics;
  const idf = inverseFrequencies(frequencies, documents);
  return {
    method: 'char4',
    computeFeatures(text) {
      const { ids, counts } = countFeatures(fourGramBuckets(text, frequencies.bits));
      return normaliseRow({
        ids,
        weights: Float32Array.from(ids, (id, i) => (1 + Math.log(counts[i]!)) * idf[id]!),
      });
    },
    score: (one, other) => multiplyRows(one, other),
  };
}

/** One bucket per character 4-gram, in order of the text. */
export function fourGramBuckets(text: string, bits: number): Uint32Array {
  const units = toCodeUnits(foldSpace(text).toLowerCase());
  const grams = Math.max(0, units.length - 3);
  return Uint32Array.from({ length: grams }, (_, i) => hashUnits(units, i, i + 4, kind) >>> (32 - bits));
}

/** Smoothed inverse document frequencies, ln((1 + N) / (1 + df)) + 1, as scikit-learn has them; 0 for buckets that are not kept. */
function inverseFrequencies({ documents: frequencies }: BucketFrequencies, documents: number): Float64Array {
  const least = Math.max(1, frequencies.toSorted().at(-keptBuckets) ?? 1);
  return Float64Array.from(frequencies, (df) => (df < least ? 0 : Math.log((1 + documents) / (1 + df)) + 1));
}
