import type { InferOutput } from 'valibot';
import { wordBuckets } from '../../classical/bm25';
import { fourGramBuckets } from '../../classical/charFourGrams';
import { wordFrequencies } from '../../classical/delta';
import { baselinesFormat, type BaselinesJson } from '../../classical/baselineStatistics';
import {
  type classicalJson,
  classicalFormat,
  visitCharacterGrams,
  visitWordGrams,
} from '../../../../src/core/classical/features';
import { lowerWords } from '../../classical/tokens';

type ClassicalJson = InferOutput<typeof classicalJson>;

/** A training text with its author. */
export interface AuthoredText {
  readonly author: string;
  readonly text: string;
}

const documentsPerAuthor = 3;
const gramBits = 17;
const wordBits = 17;
const frequentWords = 500;
/** Together at most 2^16, so that an id has 16 bits. */
const characterFeatures = 49_152;
const wordFeatures = 16_384;
const leastDocuments = 20;

/** What was counted: the product's statistics, and what baselines need beside them. */
export interface CountedStatistics {
  readonly statistics: ClassicalJson;
  readonly baselines: BaselinesJson;
}

/** Counts the statistics of the classical methods over at most three texts of each author, evenly spaced in the order given. */
export function countStatistics(texts: readonly AuthoredText[], trainedOn: string): CountedStatistics {
  const chosen = sampleTexts(texts);
  const vocabulary = [
    ...frequentFeatures(hashesOf(chosen, visitCharacterGrams), characterFeatures),
    ...frequentFeatures(hashesOf(chosen, visitWordGrams), wordFeatures),
  ].sort(([a], [b]) => a - b);
  const words = chosen.map(lowerWords);
  return {
    statistics: {
      format: classicalFormat,
      trainedOn,
      documents: chosen.length,
      words: bucketFrequencies(chosen, wordBuckets, wordBits),
      features: {
        hashes: base64(Uint32Array.from(vocabulary, ([hash]) => hash)),
        documents: base64(Uint16Array.from(vocabulary, ([, documents]) => documents)),
      },
    },
    baselines: {
      format: baselinesFormat,
      trainedOn,
      averageWords: words.reduce((sum, list) => sum + list.length, 0) / chosen.length,
      charFourGrams: bucketFrequencies(chosen, fourGramBuckets, gramBits),
      frequentWords: wordProfile(words),
    },
  };
}

/** The hashes of all n-grams of each text. */
function hashesOf(texts: readonly string[], each: typeof visitWordGrams): readonly Uint32Array[] {
  return texts.map((text) => {
    const hashes: number[] = [];
    each(text, (hash) => hashes.push(hash));
    return Uint32Array.from(hashes);
  });
}

function sampleTexts(texts: readonly AuthoredText[]): readonly string[] {
  const byAuthor = new Map<string, AuthoredText[]>();
  for (const text of texts) byAuthor.set(text.author, [...(byAuthor.get(text.author) ?? []), text]);
  return [...byAuthor.values()].flatMap((list) => {
    const count = Math.min(documentsPerAuthor, list.length);
    return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!.text);
  });
}

function bucketFrequencies(
  texts: readonly string[],
  buckets: (text: string, bits: number) => Uint32Array,
  bits: number,
): { bits: number; documents: string } {
  const documents = new Uint16Array(2 ** bits);
  for (const text of texts) for (const bucket of new Set(buckets(text, bits))) documents[bucket]! += 1;
  return { bits, documents: base64(documents) };
}

/** The features that most texts have, with their number of texts; ties by hash. */
function frequentFeatures(texts: readonly Uint32Array[], most: number): readonly (readonly [number, number])[] {
  const unique = texts.map((hashes) => Uint32Array.from(new Set(hashes)));
  const all = new Uint32Array(unique.reduce((sum, hashes) => sum + hashes.length, 0));
  let at = 0;
  for (const hashes of unique) {
    all.set(hashes, at);
    at += hashes.length;
  }
  all.sort();
  const counted: [number, number][] = [];
  for (let i = 0, start = 0; i < all.length; i++) {
    if (all[i] === all[i + 1]) continue;
    if (i + 1 - start >= leastDocuments) counted.push([all[i]!, i + 1 - start]);
    start = i + 1;
  }
  return counted.sort(([a, x], [b, y]) => y - x || a - b).slice(0, most);
}

function wordProfile(texts: readonly (readonly string[])[]): BaselinesJson['frequentWords'] {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, frequentWords)
    .map(([word]) => word);
  const positions = new Map(words.map((word, i) => [word, i]));
  const rows = texts.map((list) => wordFrequencies(list, positions));
  const means = words.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);
  const deviations = words.map((_, i) =>
    Math.sqrt(rows.reduce((sum, row) => sum + (row[i]! - means[i]!) ** 2, 0) / rows.length),
  );
  return { words, means: means.map(short), deviations: deviations.map(short) };
}

function short(value: number): number {
  return Number(value.toPrecision(6));
}

function base64(numbers: Uint16Array | Uint32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}
