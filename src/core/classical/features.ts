import * as v from 'valibot';
import { checkShape, count, fields, text } from '../basics/shape';
import { neverStops } from '../basics/work';
import { mapToItself, removeUnseen } from '../text/rewrite';
import { addText, hashUnits, mixBits, startHash, toCodeUnits } from './hashing';

/** Every occurrence of a feature in a text: its id and its range in that text, in UTF-16 code units. */
export interface FeatureOccurrences {
  readonly ids: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Receives one n-gram of a text: its 32-bit hash, and its range in code units. */
type Take = (hash: number, start: number, end: number) => void;

/** Separates hashes of words from those of characters. */
const wordKind = 17;

/** Gives every n-gram of a text. */
export function visitGrams(text: string, take: Take): void {
  visitCharacterGrams(text, take);
  visitWordGrams(text, take);
}

/** Reports each run of 2, 3 and 4 characters of a text. White space counts as one space, and is removed at both ends. */
export function visitCharacterGrams(text: string, take: Take): void {
  const units = toCodeUnits(text);
  const origins = new Uint32Array(units.length); // the original place of each unit
  let [n, isApart] = [0, false];
  for (let i = 0; i < units.length; i++) {
    const isBlank = readKind(text, i) === kinds.blank;
    if (!isBlank && isApart) {
      units[n] = 0x20;
      origins[n++] = i - 1;
    }
    isApart = isBlank && n > 0;
    if (isBlank) continue;
    units[n] = units[i]!;
    origins[n++] = i;
  }
  for (let size = 2; size <= 4; size++) {
    for (let i = 0; i + size <= n; i++) {
      take(hashUnits(units, i, i + size, size), origins[i]!, origins[i + size - 1]! + 1);
    }
  }
}

/** Reports each word of a text in lower case, and each pair of neighbours. Signs are words. */
export function visitWordGrams(text: string, take: Take): void {
  let [before, from] = [0, -1];
  for (let start = 0, end = 0; start < text.length; start = end) {
    const kind = readKind(text, start);
    end = start + measureSize(text, start);
    if (kind === kinds.blank) continue;
    while (kind === kinds.word && end < text.length && readKind(text, end) === kinds.word)
      end += measureSize(text, end);
    const word = text.slice(start, end).toLowerCase();
    const hash = addText(startHash(wordKind), word);
    take(mixBits(hash), start, end);
    if (from >= 0) take(mixBits(addText(addText(before, ' '), word)), from, end);
    [before, from] = [hash, start];
  }
}

const kinds = { unknown: 0, blank: 1, word: 2, sign: 3 } as const;
/** The kind of each code unit so far, because a pattern takes longer. */
const kindOf = new Uint8Array(2 ** 16);

function readKind(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (isSurrogate(unit)) return findKind(String.fromCodePoint(text.codePointAt(at)!));
  return (kindOf[unit] ||= findKind(text[at]!));
}

function findKind(sign: string): number {
  if (/\s/u.test(sign)) return kinds.blank;
  return /[\p{L}\p{N}_]/u.test(sign) ? kinds.word : kinds.sign;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function measureSize(text: string, at: number): number {
  return isSurrogate(text.charCodeAt(at)) && text.codePointAt(at)! > 0xffff ? 2 : 1;
}

/** Occurrences of the features that `find` knows, in the order of counting. Ranges are those of the original. */
export function findOccurrences(original: string, find: (hash: number) => number): FeatureOccurrences {
  const { text, origins } = removeUnseen(mapToItself(original), neverStops);
  const max = 5 * text.length; // three runs of characters and two of words end at each code unit
  const [ids, starts, ends] = [new Uint32Array(max), new Uint32Array(max), new Uint32Array(max)];
  let n = 0;
  const take: Take = (hash, start, end) => {
    const id = find(hash);
    if (id < 0) return;
    ids[n] = id;
    starts[n] = origins[start]!;
    ends[n++] = origins[end - 1]! + 1;
  };
  visitGrams(text, take);
  return { ids: ids.slice(0, n), starts: starts.slice(0, n), ends: ends.slice(0, n) };
}

/** Finds features by their hashes, with an open-addressing table: their ids, or −1 outside the vocabulary. */
export function buildFeatureFinder({ hashes }: Pick<FeatureVocabulary, 'hashes'>): (hash: number) => number {
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
/** models/classical.json; arrays of numbers are base64 of little-endian bytes. */
export const classicalJson = fields({
  format: v.literal(classicalFormat, `"${classicalFormat}"`),
  trainedOn: text,
  documents: count,
  words: fields({ bits: count, documents: base64 }),
  features: fields({ hashes: base64, documents: base64 }),
});

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
