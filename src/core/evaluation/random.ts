import { mixedBits } from '../classical/hashing';

/** A seeded generator of numbers in [0, 1) with 32 bits each: a Weyl sequence through an integer hash. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mixedBits(state) / 2 ** 32;
  };
}

/** Hash of a key under a seed, 32 bits: FNV-1a over UTF-16 code units, then mixed. */
export function seededHash(key: string, seed: number): number {
  let hash = 0x811c9dc5 ^ mixedBits(seed >>> 0);
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return mixedBits(hash >>> 0);
}
