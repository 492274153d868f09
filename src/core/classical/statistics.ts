import * as v from 'valibot';
import { count, fields, checkShape, text } from '../basics/shape';

/** A function of every JavaScript host. It returns one character for each byte. */
declare function atob(base64: string): string;

/** The number of training documents with each bucket. A feature's bucket is the upper `bits` bits of its hash. */
export interface BucketFrequencies {
  readonly bits: number;
  readonly documents: Uint16Array;
}

/** The kept features by ascending 32-bit hash, with the number of training documents of each. An id is a position. */
export interface FeatureVocabulary {
  readonly hashes: Uint32Array;
  readonly documents: Uint16Array;
}

/** Frequencies of English n-grams, counted over training texts with three documents per author. No evaluated text is among them. */
export interface ClassicalStatistics {
  /** Hash of the training file. */
  readonly trainedOn: string;
  readonly documents: number;
  readonly words: BucketFrequencies;
  /** Characters 2–4 and words 1–2. */
  readonly features: FeatureVocabulary;
}

/** The format of models/classical.json. */
export const classicalFormat = 'idiograph.classical/1';

const base64 = v.string('base64');
const classicalJson = fields({
  format: v.literal(classicalFormat, `"${classicalFormat}"`),
  trainedOn: text,
  documents: count,
  words: fields({ bits: count, documents: base64 }),
  features: fields({ hashes: base64, documents: base64 }),
});

/** models/classical.json as parsed JSON; arrays of numbers are base64 of little-endian bytes. */
export type ClassicalJson = v.InferOutput<typeof classicalJson>;

/** Reads models/classical.json. Throws RangeError if a field is wrong or its parts do not fit together. */
export function parseClassicalStatistics(value: unknown): ClassicalStatistics {
  const { trainedOn, documents, ...json } = checkShape(classicalJson, value, (problem) => new RangeError(problem));
  const words = { bits: json.words.bits, documents: decodeUint16(json.words.documents) };
  const features = { hashes: decodeUint32(json.features.hashes), documents: decodeUint16(json.features.documents) };
  if (words.documents.length !== 2 ** words.bits || features.hashes.length !== features.documents.length)
    throw new RangeError('classical statistics are cut short');
  return { trainedOn, documents, words, features };
}

/** The bytes of a base64 text (RFC 4648, section 4). Throws at a sign outside the alphabet. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** The little-endian unsigned 16-bit numbers of a base64 text. */
export function decodeUint16(text: string): Uint16Array {
  const { buffer } = decodeBase64(text);
  return new Uint16Array(buffer, 0, buffer.byteLength >>> 1);
}

/** The little-endian unsigned 32-bit numbers of a base64 text. */
export function decodeUint32(text: string): Uint32Array {
  const { buffer } = decodeBase64(text);
  return new Uint32Array(buffer, 0, buffer.byteLength >>> 2);
}
