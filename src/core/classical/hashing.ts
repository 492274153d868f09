/**
 * 32-bit FNV-1a over UTF-16 code units, finished as MurmurHash3 does, so that low bits are well mixed.
 * It is part of the formats of models/classical.json and models/population.sqlite and must not change.
 *
 * @param units  code units of a text; those from `start` up to `end` are hashed
 * @param kind   keeps features of different kinds apart
 */
export function hashUnits(units: Uint16Array, start: number, end: number, kind: number): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let i = start; i < end; i++) {
    const unit = units[i]!;
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return finish(hash);
}

/** `hashUnits` of a whole string. */
export function hashText(text: string, kind: number): number {
  return hashUnits(codeUnits(text), 0, text.length, kind);
}

/** The UTF-16 code units of a text. */
export function codeUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

function finish(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
