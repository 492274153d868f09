/**
 * 32-bit FNV-1a over UTF-16 code units, finished as MurmurHash3 does, so that low bits are well mixed.
 * It is part of the formats of models/classical.json and models/population.json and must not change.
 *
 * @param units  code units of a text; those from `start` up to `end` are hashed
 * @param kind   keeps features of different kinds apart
 */
export function hashUnits(units: Uint16Array, start: number, end: number, kind: number): number {
  let hash = startHash(kind);
  for (let i = start; i < end; i++) hash = addUnit(hash, units[i]!);
  return mixBits(hash);
}

/** `hashUnits` of a whole string. */
export function hashText(text: string, kind: number): number {
  return mixBits(addText(startHash(kind), text));
}

/** The hash of an empty text before its bits are mixed. */
export function startHash(kind: number): number {
  return basis ^ kind;
}

/** The hash of a text followed by another one, both without mixed bits. */
export function addText(start: number, text: string): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = addUnit(hash, text.charCodeAt(i));
  return hash;
}

/** The UTF-16 code units of a text. */
export function toCodeUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

const basis = 0x811c9dc5;
const prime = 0x01000193;

/** Adds the two bytes of a code unit. */
function addUnit(hash: number, unit: number): number {
  return Math.imul(Math.imul(hash ^ (unit & 0xff), prime) ^ (unit >>> 8), prime);
}

/** A bijection of 32-bit integers in which every input bit affects every output bit (MurmurHash3's finaliser). */
export function mixBits(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
