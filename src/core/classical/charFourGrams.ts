import type { FeatureRow } from './featureRow';
import { countFeatures, dotRows, unitRow } from './featureRow';
import { codeUnits, hashUnits } from './hashing';
import type { BucketFrequencies, ClassicalStatistics } from './statistics';
import type { TextScorer } from './textScorer';
import { foldSpace } from './words';

const kind = 4;

/** Cosine of tf-idf rows of character 4-grams, lower case, white space folded, tf = 1 + ln count; a 4-gram is known by its bucket. */
export function charFourGrams(statistics: ClassicalStatistics): TextScorer<FeatureRow> {
  const { charFourGrams: frequencies, documents } = statistics;
  return {
    method: 'char4',
    describe(text) {
      const { ids, counts } = countFeatures(fourGramBuckets(text, frequencies.bits));
      return unitRow({
        ids,
        weights: Float32Array.from(ids, (id, i) => (1 + Math.log(counts[i]!)) * idf(frequencies, documents, id)),
      });
    },
    score: dotRows,
  };
}

/** One bucket per character 4-gram, in order of the text. */
export function fourGramBuckets(text: string, bits: number): Uint32Array {
  const units = codeUnits(foldSpace(text).toLowerCase());
  const grams = Math.max(0, units.length - 3);
  return Uint32Array.from({ length: grams }, (_, i) => hashUnits(units, i, i + 4, kind) >>> (32 - bits));
}

/** Smoothed inverse document frequency, ln((1 + N) / (1 + df)) + 1, as scikit-learn has it. */
function idf(frequencies: BucketFrequencies, documents: number, bucket: number): number {
  return Math.log((1 + documents) / (1 + frequencies.documents[bucket]!)) + 1;
}
