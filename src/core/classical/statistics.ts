import * as v from 'valibot';
import { count, fields, finite, list, shaped, text } from '../shape';
import { decodeUint16, decodeUint32 } from './base64';

/** In how many training documents each bucket occurs; a feature's bucket is the upper `bits` bits of its hash. */
export interface BucketFrequencies {
  readonly bits: number;
  readonly documents: Uint16Array;
}

/** The features that are kept, by ascending 32-bit hash, and in how many training documents each occurs. An id is a position. */
export interface FeatureVocabulary {
  readonly hashes: Uint32Array;
  readonly documents: Uint16Array;
}

/** The most frequent words with mean and standard deviation of their relative frequency over the training documents. */
export interface FrequentWords {
  readonly words: readonly string[];
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

/** What the classical methods know of English: counted over training texts, three documents an author, and of no evaluated text. */
export interface ClassicalStatistics {
  /** Hash of the training file. */
  readonly trainedOn: string;
  readonly documents: number;
  /** Mean length of a training document in words. */
  readonly averageWords: number;
  readonly charFourGrams: BucketFrequencies;
  readonly words: BucketFrequencies;
  readonly frequentWords: FrequentWords;
  /** Characters 2–4 and words 1–2. */
  readonly features: FeatureVocabulary;
}

/** The format of models/classical.json. */
export const classicalFormat = 'idiograph.classical/1';

/** models/classical.json as parsed JSON; arrays of numbers are base64 of little-endian bytes. */
export interface ClassicalJson {
  readonly format: typeof classicalFormat;
  readonly trainedOn: string;
  readonly documents: number;
  readonly averageWords: number;
  readonly charFourGrams: { readonly bits: number; readonly documents: string };
  readonly words: { readonly bits: number; readonly documents: string };
  readonly frequentWords: {
    readonly words: readonly string[];
    readonly means: readonly number[];
    readonly deviations: readonly number[];
  };
  readonly features: { readonly hashes: string; readonly documents: string };
}

const base64 = v.string('base64');
const frequencies = fields({ bits: count, documents: base64 });
const classicalJson = fields({
  format: v.literal(classicalFormat, `"${classicalFormat}"`),
  trainedOn: text,
  documents: count,
  averageWords: finite,
  charFourGrams: frequencies,
  words: frequencies,
  frequentWords: fields({ words: list(text), means: list(finite), deviations: list(finite) }),
  features: fields({ hashes: base64, documents: base64 }),
});

/** Reads models/classical.json. Throws RangeError when a field is not what it has to be or its parts do not fit together. */
export function parseClassicalStatistics(value: unknown): ClassicalStatistics {
  const json: ClassicalJson = shaped(classicalJson, value, (problem) => new RangeError(problem));
  const statistics: ClassicalStatistics = {
    trainedOn: json.trainedOn,
    documents: json.documents,
    averageWords: json.averageWords,
    charFourGrams: { bits: json.charFourGrams.bits, documents: decodeUint16(json.charFourGrams.documents) },
    words: { bits: json.words.bits, documents: decodeUint16(json.words.documents) },
    frequentWords: {
      words: json.frequentWords.words,
      means: Float64Array.from(json.frequentWords.means),
      deviations: Float64Array.from(json.frequentWords.deviations),
    },
    features: { hashes: decodeUint32(json.features.hashes), documents: decodeUint16(json.features.documents) },
  };
  requireWhole(statistics);
  return statistics;
}

function requireWhole({ charFourGrams, words, frequentWords, features }: ClassicalStatistics): void {
  const whole =
    charFourGrams.documents.length === 2 ** charFourGrams.bits &&
    words.documents.length === 2 ** words.bits &&
    features.hashes.length === features.documents.length &&
    frequentWords.means.length === frequentWords.words.length &&
    frequentWords.deviations.length === frequentWords.words.length;
  if (!whole) throw new RangeError('classical statistics are cut short');
}
