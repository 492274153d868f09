import { withoutUnseen } from '../text/rewrite';
import { type FeatureMethod, type FeatureRow, unitRow } from './featureRow';
import { eachCharacterGram, eachWordGram, featureFinder } from './features';
import type { ClassicalStatistics, FeatureVocabulary } from './statistics';

/**
 * Tf-idf rows, compared by their cosine, over characters 2–4 (raw case, white space folded) and words 1–2 (lower case, signs are words):
 * weight = (1 + ln count) · (ln((1 + N) / (1 + df)) + 1), unit length. Features outside the vocabulary are left out.
 */
export function tfidf(statistics: ClassicalStatistics): FeatureMethod {
  const rowOf = featureWeigher(statistics.features, idfOf(statistics));
  return { featuresOf: (text) => unitRow(rowOf(text)) };
}

/** ln((1 + N) / (1 + df)) + 1 of each feature of the vocabulary. */
export function idfOf({ features, documents }: ClassicalStatistics): Float32Array {
  return Float32Array.from(features.documents, (df) => Math.log((1 + documents) / (1 + df)) + 1);
}

/** Rows of (1 + ln count) · weight over the features of a text, not scaled; a feature counts `maxCount` times at most. */
export function featureWeigher(
  features: FeatureVocabulary,
  weights: Float32Array,
  maxCount = Infinity,
): (text: string) => FeatureRow {
  const find = featureFinder(features);
  return (original) => {
    const counts = new Uint32Array(features.hashes.length);
    const take = (hash: number): void => {
      const id = find(hash);
      if (id >= 0) counts[id]! += 1;
    };
    const text = withoutUnseen(original);
    eachCharacterGram(text, take);
    eachWordGram(text, take);
    return weighted(counts, (id) => (1 + Math.log(Math.min(counts[id]!, maxCount))) * weights[id]!);
  };
}

/** The features that a text has, with their weights. */
function weighted(counts: Uint32Array, weightOf: (id: number) => number): FeatureRow {
  const ids = new Uint32Array(counts.length);
  let n = 0;
  for (let id = 0; id < counts.length; id++) if (counts[id]! > 0) ids[n++] = id;
  const found = ids.slice(0, n);
  return { ids: found, weights: Float32Array.from(found, weightOf) };
}
