import type { FeatureRow } from './featureRow';
import { countFeatures, dotRows, unitRow } from './featureRow';
import { codeUnits, hashText, hashUnits } from './hashing';
import type { ClassicalStatistics, FeatureVocabulary } from './statistics';
import type { TextScorer } from './textScorer';
import { foldSpace, wordsAndSigns } from './words';

const wordKind = 17;

/**
 * Cosine of tf-idf rows over characters 2–4 (raw case, white space folded) and words 1–2 (lower case, signs are words):
 * weight = (1 + ln count) · (ln((1 + N) / (1 + df)) + 1), unit length. Features outside the vocabulary are left out.
 */
export function tfidf(statistics: ClassicalStatistics): TextScorer<FeatureRow> {
  const { features, documents } = statistics;
  const lookUp = featureIds(features);
  const idf = Float32Array.from(features.documents, (df) => Math.log((1 + documents) / (1 + df)) + 1);
  return {
    method: 'tfidf',
    describe(text) {
      const { ids, counts } = countFeatures(lookUp(featureHashes(text)));
      return unitRow({ ids, weights: Float32Array.from(ids, (id, i) => (1 + Math.log(counts[i]!)) * idf[id]!) });
    },
    score: dotRows,
  };
}

/** The 32-bit hashes of all features of a text: characters 2, 3 and 4, then words and pairs of words. */
export function featureHashes(text: string): Uint32Array {
  const folded = foldSpace(text);
  const units = codeUnits(folded);
  const words = wordsAndSigns(folded);
  const hashes: number[] = [];
  for (let size = 2; size <= 4; size++) {
    for (let i = 0; i + size <= units.length; i++) hashes.push(hashUnits(units, i, i + size, size));
  }
  words.forEach((word, i) => {
    hashes.push(hashText(word, wordKind));
    if (i > 0) hashes.push(hashText(`${words[i - 1]!} ${word}`, wordKind));
  });
  return Uint32Array.from(hashes);
}

/** Maps hashes to feature ids by an open-addressing table; hashes outside the vocabulary are left out. */
function featureIds({ hashes }: FeatureVocabulary): (wanted: Uint32Array) => Uint32Array {
  const bits = Math.ceil(Math.log2(Math.max(2, hashes.length))) + 1;
  const mask = 2 ** bits - 1;
  const slots = new Int32Array(2 ** bits).fill(-1);
  hashes.forEach((hash, id) => {
    let slot = hash & mask;
    while (slots[slot]! >= 0) slot = (slot + 1) & mask;
    slots[slot] = id;
  });
  const find = (hash: number): number => {
    let slot = hash & mask;
    while (slots[slot]! >= 0 && hashes[slots[slot]!] !== hash) slot = (slot + 1) & mask;
    return slots[slot]!;
  };
  return (wanted) => {
    const found = new Uint32Array(wanted.length);
    let n = 0;
    for (const hash of wanted) {
      const id = find(hash);
      if (id >= 0) found[n++] = id;
    }
    return found.slice(0, n);
  };
}
