import { countFeatures, dotRows, unitRow } from '../../src/core/classical/featureRow';
import { hashText } from '../../src/core/classical/hashing';
import { profilerOf } from '../../src/core/ranking/profile';

/** A profiler without a population that compares words by their hashes alone. */
export const wordProfiler = profilerOf(
  'words',
  {
    method: 'tfidf',
    featuresOf(text) {
      const hashes = Uint32Array.from(text.toLowerCase().match(/\w+/g) ?? [], (word) => hashText(word, 1) % 65_521);
      const { ids, counts } = countFeatures(hashes);
      return unitRow({ ids, weights: Float32Array.from(counts) });
    },
    score: dotRows,
  },
  () => [],
);
