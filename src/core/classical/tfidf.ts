import type { FeatureRow } from './featureRow';
import { dotRows, dotsWith, unitRow } from './featureRow';
import { codeUnits, hashText, hashUnits } from './hashing';
import type { ClassicalStatistics, FeatureVocabulary } from './statistics';
import type { TextScorer } from './textScorer';
import { withoutUnseen } from '../text/unseen';
import { foldSpace, wordsAndSigns } from './tokens';

/** Keeps hashes of words apart from those of characters. */
export const wordKind = 17;

/**
 * Cosine of tf-idf rows over characters 2–4 (raw case, white space folded) and words 1–2 (lower case, signs are words):
 * weight = (1 + ln count) · (ln((1 + N) / (1 + df)) + 1), unit length. Features outside the vocabulary are left out.
 */
export function tfidf(statistics: ClassicalStatistics): TextScorer<FeatureRow> {
  const weigh = featureWeigher(statistics.features, idfOf(statistics));
  return { method: 'tfidf', featuresOf: (text) => unitRow(weigh(text)), score: dotRows, scoresWith: dotsWith };
}

/** ln((1 + N) / (1 + df)) + 1 of each feature of the vocabulary. */
export function idfOf({ features, documents }: ClassicalStatistics): Float32Array {
  return Float32Array.from(features.documents, (df) => Math.log((1 + documents) / (1 + df)) + 1);
}

/** Rows of (1 + ln count) · worth over the features of a text, not scaled; a feature counts `most` times at most. */
export function featureWeigher(
  features: FeatureVocabulary,
  worth: Float32Array,
  most = Infinity,
): (text: string) => FeatureRow {
  const find = featureFinder(features);
  return (original) => {
    const text = withoutUnseen(original);
    const counts = new Uint32Array(features.hashes.length);
    countIn(counts, characterHashes(text), find);
    countIn(counts, wordHashes(text), find);
    return weighted(counts, worth, most);
  };
}

/** The weights of the features that a text has, from the counts of all. */
function weighted(counts: Uint32Array, worth: Float32Array, most: number): FeatureRow {
  const ids = new Uint32Array(counts.length);
  const weights = new Float32Array(counts.length);
  let n = 0;
  for (let id = 0; id < counts.length; id++) {
    const count = counts[id]!;
    if (count === 0) continue;
    ids[n] = id;
    weights[n++] = (1 + Math.log(Math.min(count, most))) * worth[id]!;
  }
  return { ids: ids.slice(0, n), weights: weights.slice(0, n) };
}

/** The 32-bit hashes of a text's runs of 2, 3 and 4 characters, one per occurrence. */
export function characterHashes(text: string): Uint32Array {
  const units = codeUnits(foldSpace(text));
  const hashes = new Uint32Array(3 * units.length);
  let n = 0;
  for (let size = 2; size <= 4; size++) {
    for (let i = 0; i + size <= units.length; i++) hashes[n++] = hashUnits(units, i, i + size, size);
  }
  return hashes.slice(0, n);
}

/** The 32-bit hashes of a text's words and pairs of neighbouring words, one per occurrence. */
export function wordHashes(text: string): Uint32Array {
  const words = wordsAndSigns(text);
  const pairs = words.slice(1).map((word, i) => `${words[i]!} ${word}`);
  return Uint32Array.from([...words, ...pairs], (word) => hashText(word, wordKind));
}

/** Finds features by their hashes, with an open-addressing table: their ids, or −1 outside the vocabulary. */
export function featureFinder({ hashes }: Pick<FeatureVocabulary, 'hashes'>): (hash: number) => number {
  const bits = Math.ceil(Math.log2(Math.max(2, hashes.length))) + 1;
  const mask = 2 ** bits - 1;
  const slots = new Int32Array(2 ** bits).fill(-1);
  hashes.forEach((hash, id) => {
    let slot = hash & mask;
    while (slots[slot]! >= 0) slot = (slot + 1) & mask;
    slots[slot] = id;
  });
  return (hash) => {
    let slot = hash & mask;
    while (slots[slot]! >= 0 && hashes[slots[slot]!] !== hash) slot = (slot + 1) & mask;
    return slots[slot]!;
  };
}

/** Adds hashes to the counts of their features; hashes outside the vocabulary are left out. */
function countIn(counts: Uint32Array, found: Uint32Array, find: (hash: number) => number): void {
  for (let i = 0; i < found.length; i++) {
    const id = find(found[i]!);
    if (id >= 0) counts[id]! += 1;
  }
}
