import { countFeatures, dotRows, unitRow } from '../../src/core/classical/featureRow';
import { hashText } from '../../src/core/classical/hashing';
import { profilerOf } from '../../src/core/cohort/profiles';

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
    occurrences(text) {
      const words = [...text.matchAll(/\w+/g)];
      return {
        ids: Uint32Array.from(words, ([word]) => hashText(word.toLowerCase(), 1) % 65_521),
        starts: Uint32Array.from(words, ({ index }) => index),
        ends: Uint32Array.from(words, ({ 0: word, index }) => index + word.length),
      };
    },
    rowLength: 65_521,
    worthOf: (ids) => (known) => Float32Array.from(ids, (id) => known[id]!),
    part: (features) => features,
    documentShare: () => 1,
  },
  () => [],
);
