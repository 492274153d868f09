import { type FeatureRow, normaliseRow } from '../../src/core/classical/featureRow';
import { hashText } from '../../src/core/classical/hashing';
import { Profiler } from '../../src/core/cohort/cohortCache';

/** The unit row of some ids, by how often each of them comes. */
export function rowOf(features: Uint32Array): FeatureRow {
  const ids = Uint32Array.from(new Set(features)).sort();
  const counts = Float32Array.from(ids, (id) => features.filter((feature) => feature === id).length);
  return normaliseRow({ ids, weights: counts });
}

function hashesOf(text: string): Uint32Array {
  return Uint32Array.from(text.toLowerCase().match(/\w+/g) ?? [], (word) => hashText(word, 1) % 65_521);
}

/** A profiler without a population that compares words by their hashes alone. */
export const wordProfiler = new Profiler(
  'words',
  {
    computeFeatures: (text) => rowOf(hashesOf(text)),
    findOccurrences(text) {
      const words = [...text.matchAll(/\w+/g)];
      return {
        ids: Uint32Array.from(words, ([word]) => hashText(word.toLowerCase(), 1) % 65_521),
        starts: Uint32Array.from(words, ({ index }) => index),
        ends: Uint32Array.from(words, ({ 0: word, index }) => index + word.length),
      };
    },
    rowLength: 65_521,
    prepareContributions: (ids) => (known) => Float32Array.from(ids, (id) => known[id]!),
    selectPart: (features) => features,
    computeDocumentShare: () => 1,
  },
  () => [],
);
