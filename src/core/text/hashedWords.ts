import { groupBy } from '../basics/numbers';
import { neverStops, type StopSignal, throwIfStopped } from '../basics/work';
import { readKind, kinds } from './characters';
import { dropUnseen } from './rewrite';

/** Words between two checks of the stop signal. */
const wordsPerLook = 0x4000;

/** The role of a UTF-16 code unit in words: it separates them, is ignored in them, or belongs to them. */
const parts = 0;
const unseen = 1;
const belongs = 2;
const ascii = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const isLetter = unit >= 0x61 && unit <= 0x7a;
  const isDigit = unit >= 0x30 && unit <= 0x39;
  return isLetter || isDigit ? belongs : unit === 0x27 ? unseen : parts;
});

/**
 * The words of a text in their order, as 32-bit hashes other than 0. Words are letters and digits in lower case. Punctuation, white space,
 * apostrophes and invisible characters make no difference. Linear in the text. Throws Cancelled.
 */
export function hashWords(text: string, stop: StopSignal = neverStops): Int32Array {
  const folded = dropUnseen(text).toLowerCase();
  const words = new Int32Array((folded.length + 1) >> 1);
  let count = 0;
  let hash = 0;
  for (let i = 0; i <= folded.length; i++) {
    const unit = i < folded.length ? folded.charCodeAt(i) : 0x20;
    let role = unseen;
    if (unit < 0x80) role = ascii[unit]!;
    else {
      // outside ASCII everything but punctuation, symbols and white space counts as letters
      const kind = readKind(unit);
      const isSign = unit < 0xc0 || (unit >= 0x2000 && unit < 0x2c00);
      if (kind !== kinds.apostrophe) role = kind === kinds.kept && !isSign ? belongs : parts;
    }
    if (role === belongs) hash = (Math.imul(hash, 31) + unit) | 0;
    else if (role === parts && hash !== 0) {
      words[count++] = hash;
      hash = 0;
      if (count % wordsPerLook === 0) throwIfStopped(stop);
    }
  }
  return words.slice(0, count);
}

/** Every two successive words, as a 32-bit hash other than 0. */
export function hashPairs(words: Int32Array): Int32Array {
  return words.subarray(1).map((word, i) => hashPair(words[i]!, word));
}

/** The distinct runs of five words of a text, as 32-bit hashes. */
export type WordRuns = ReadonlySet<number>;

const length = 5;

/** The runs of five words of a text. Linear in the text. Throws Cancelled. */
export function collectWordRuns(words: Int32Array, stop: StopSignal = neverStops): WordRuns {
  const runs = new Set<number>();
  visitRuns(words, length, (run, start) => {
    if (start % wordsPerLook === 0) throwIfStopped(stop);
    runs.add(run);
  });
  return runs;
}

/** Calls back with the hash of each run and the place of its first word. */
export function visitRuns(words: Int32Array, length: number, visit: (run: number, start: number) => void): void {
  for (let start = 0; start + length <= words.length; start++) {
    let run = 0;
    for (let i = start; i < start + length; i++) {
      run = Math.imul(run ^ words[i]!, 0x85ebca6b);
      run ^= run >>> 13;
    }
    visit(run, start);
  }
}

/** The runs that two texts have in common, as a share of the text with fewer of them, in [0, 1]; 0 for texts without runs. */
export function computeSharedRuns(a: WordRuns, b: WordRuns): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const run of fewer) if (more.has(run)) shared += 1;
  return fewer.size === 0 ? 0 : shared / fewer.size;
}

/** The largest distance between the two words of a pair, in words. */
const farthest = 5;
/** Words of a block, as a power of two. */
const blockBits = 5;
/** A block of one text and a place of two blocks in the other must have this many pairs in common to count as one text. */
const minPairs = 32;
/** The most words that may lie between two common words and still be counted. */
const maxBetween = 4;
/** Marks a pair that occurs at several places. */
const repeated = -1;

/**
 * Represents a text by pairs of words that are close to each other. It finds the parts of this text in another one, even if words were
 * changed, added or removed: a pair survives if its two words do. Only pairs with a single place in the text count, and only if many of one
 * place are close together in the other text. Eight bytes for each slot, about 15 slots for each word.
 */
export class WordPairs {
  private readonly mask: number;
  /** Open addressing; 0: empty. */
  private readonly pairs: Int32Array;
  private readonly places: Int32Array;

  /** Throws Cancelled. */
  constructor(
    private readonly words: Int32Array,
    stop: StopSignal,
  ) {
    let slots = 64;
    while (slots < 1.5 * farthest * words.length) slots *= 2;
    this.mask = slots - 1;
    this.pairs = new Int32Array(slots);
    this.places = new Int32Array(slots);
    for (let i = 0; i < words.length; i++) {
      if (i % wordsPerLook === 0) throwIfStopped(stop);
      for (let gap = 1; gap <= farthest && i + gap < words.length; gap++) {
        const pair = hashPair(words[i]!, words[i + gap]!);
        const slot = this.findSlot(pair);
        this.places[slot] = this.pairs[slot] === 0 ? i * farthest + gap - 1 : repeated;
        this.pairs[slot] = pair;
      }
    }
  }

  /** The number of words of the text in stretches that the other text also has. Linear in the other text. Throws Cancelled. */
  countSharedWords(other: Int32Array, stop: StopSignal): number {
    const shared = new Uint8Array(this.words.length);
    let before: number[] = [];
    for (let start = 0; start < other.length; start += 1 << blockBits) {
      throwIfStopped(stop);
      const results = this.findPlaces(other, start);
      // both words of each pair are marked if many pairs are in one block; repetitions in the other text count once
      const places = [...before, ...results];
      before = results;
      if (places.length < minPairs) continue;
      for (const near of groupBy([...new Set(places)], (place) => Math.floor(place / farthest) >> blockBits).values()) {
        for (const place of near.length < minPairs ? [] : near) {
          const first = Math.floor(place / farthest);
          shared[first] = 1;
          shared[first + (place % farthest) + 1] = 1;
        }
      }
    }
    // marked words, and those between two that are close
    let count = 0;
    let last = -Infinity;
    for (let i = 0; i < shared.length; i++) {
      if (shared[i] === 0) continue;
      count += i - last <= maxBetween + 1 ? i - last : 1;
      last = i;
    }
    return count;
  }

  /** Places in this text of the pairs that begin in a block of another one. */
  private findPlaces(other: Int32Array, start: number): number[] {
    const results: number[] = [];
    for (let i = start; i < Math.min(start + (1 << blockBits), other.length); i++) {
      for (let gap = 1; gap <= farthest && i + gap < other.length; gap++) {
        const slot = this.findSlot(hashPair(other[i]!, other[i + gap]!));
        if (this.pairs[slot] !== 0 && this.places[slot] !== repeated) results.push(this.places[slot]!);
      }
    }
    return results;
  }

  /** The slot of a pair, or the free slot for it. */
  private findSlot(pair: number): number {
    let slot = (pair >>> 1) & this.mask;
    while (this.pairs[slot] !== 0 && this.pairs[slot] !== pair) slot = (slot + 1) & this.mask;
    return slot;
  }
}

/** One number other than 0 for two words in order. */
function hashPair(first: number, second: number): number {
  let pair = Math.imul(first, 0x85ebca6b) ^ Math.imul(second, 0xc2b2ae35);
  pair = Math.imul(pair ^ (pair >>> 15), 0x2c1b3c6d);
  return (pair ^ (pair >>> 13)) | 1;
}
