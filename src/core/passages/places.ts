import type { TextRange, VectorBlock } from '../domain';
import type { StoredSpan } from '../ports';
import type { MatchKernel } from '../scoring/kernels';
import type { SpanAnswer } from './answers';
import { patchesIn, rangeOfWords, type ReadText } from './questionedText';
import { borders } from './words/readableWords';
import { fewestWords, mostWords } from './stretches';
import type { Weighing } from './weighing';
import type { SharedRun } from './words/wording';

/** A known span that a place may be in. */
export interface KnownSpan {
  readonly stored: StoredSpan;
  readonly text: ReadText;
  /** How it answered the patches of the questioned text. */
  readonly answers: readonly SpanAnswer[];
  /** What wording it shares with the questioned text. */
  readonly runs: readonly SharedRun[];
}

/** A place of a known text that may answer a stretch. */
export interface LikelyPlace {
  readonly known: KnownSpan;
  readonly range: TextRange;
  /** What it loses for its borders and its length. */
  readonly loss: number;
}

/** What is looked for. */
export interface SoughtStretch {
  /** Its patches, and their rows. */
  readonly patches: readonly number[];
  readonly rows: VectorBlock;
  readonly words: number;
  /** Its tokens: the first, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Gain of its features. */
  readonly gain: number;
  readonly weighing: Weighing;
}

/** Places to compare. */
const comparedPlaces = 4;
/** A similarity that two unrelated patches reach. */
const usualSimilarity = 0.45;
/** How much similarity, and shared wording as a share of the stretch's gain, count. */
export const placeWeights = { similarity: 2, wording: 3 } as const;
/** What a place loses for a border inside a clause; places in whole clauses are read more easily. */
const borderLoss: Readonly<Record<number, number>> = {
  [borders.none]: 0.3,
  [borders.phrase]: 0.15,
  [borders.clause]: 0.02,
  [borders.sentence]: 0,
  [borders.paragraph]: 0,
  [borders.text]: 0,
};
const lengthLoss = 0.15;

interface Guess extends LikelyPlace {
  readonly score: number;
}

/** What in a known span answers a stretch: words, and what each is worth. */
interface Promised {
  readonly known: KnownSpan;
  readonly words: number[];
  readonly values: number[];
  /** Above this no place of the span is worth. */
  total: number;
}

/**
 * The places that promise to answer a stretch best, four at most, none of which serves another passage. A place is 8 to 25 words of
 * one span; it is guessed by the best matches of the stretch's patches and by the shared wording that lie in it.
 */
export function likelyPlaces(
  sought: SoughtStretch,
  spans: readonly KnownSpan[],
  used: readonly { readonly place: LikelyPlace }[],
): readonly LikelyPlace[] {
  const isFree = ({ known, range }: Guess): boolean =>
    !used.some(({ place }) => place.known.stored.document === known.stored.document && overlap(place.range, range));
  const promises = spans.map((known) => promiseOf(sought, known)).sort((a, b) => b.total - a.total);
  let best: readonly Guess[] = [];
  for (const promise of promises) best = withPlaces(best, promise, sought, isFree);
  return best;
}

/** Exact late interaction of a stretch and a place, both directions averaged. */
export function similarityOf({ rows }: SoughtStretch, { known, range }: LikelyPlace, kernel: MatchKernel): number {
  const { dim } = rows;
  const there = { dim, values: rowsOf(known.stored.patches.values, dim, patchesIn(known.text, range)) };
  return (meanBest(rows, there, kernel) + meanBest(there, rows, kernel)) / 2;
}

/** The best guesses so far and the best place from each border of a span, by sums up to each of its words. */
function withPlaces(
  guesses: readonly Guess[],
  promise: Promised,
  sought: SoughtStretch,
  isFree: (guess: Guess) => boolean,
): readonly Guess[] {
  let best = guesses;
  const least = (): number => best[comparedPlaces - 1]?.score ?? 0;
  if (promise.total <= least()) return best;
  const { known } = promise;
  const { words, before } = known.text.words;
  const upTo = sumsUpTo(promise, words.length);
  for (let from = 0; from < words.length; from++) {
    if (before[from] === borders.none) continue;
    if (upTo[Math.min(words.length, from + mostWords)]! - upTo[from]! <= least()) continue;
    const guess = bestFrom(upTo, sought, known, from);
    if (guess && isFree(guess)) best = [...best, guess].sort((a, b) => b.score - a.score).slice(0, comparedPlaces);
  }
  return best;
}

function sumsUpTo({ words, values }: Promised, count: number): Float64Array {
  const upTo = new Float64Array(count + 1);
  for (const [i, word] of words.entries()) upTo[word + 1]! += values[i]!;
  for (let word = 0; word < count; word++) upTo[word + 1]! += upTo[word]!;
  return upTo;
}

function promiseOf(sought: SoughtStretch, known: KnownSpan): Promised {
  const promise: Promised = { known, words: [], values: [], total: 0 };
  const add = (word: number, value: number): void => {
    if (word < 0) return;
    promise.words.push(word);
    promise.values.push(value);
    promise.total += value;
  };
  addPatches(add, sought, known);
  addWording(add, sought, known);
  return promise;
}

/** The best place that begins with a word: 8 words or more up to some border, all that is left where there are fewer. */
function bestFrom(upTo: Float64Array, sought: SoughtStretch, known: KnownSpan, from: number): Guess | undefined {
  const { words, before } = known.text.words;
  let best = -Infinity;
  let [end, lossThere] = [0, 0];
  for (let to = from + 1; to <= Math.min(words.length, from + mostWords); to++) {
    const isWhole = to - from >= fewestWords && (before[to] !== borders.none || to - from === mostWords);
    if (isWhole || (from === 0 && to === words.length)) {
      const apart = Math.abs(to - from - sought.words) / sought.words;
      const loss = borderLoss[before[from]!]! + borderLoss[before[to]!]! + lengthLoss * apart;
      const score = upTo[to]! - upTo[from]! - loss;
      if (score > best) [best, end, lossThere] = [score, to, loss];
    }
    if (before[to]! >= borders.paragraph) break;
  }
  if (end === 0) return undefined;
  return { known, range: rangeOfWords(known.text.words, from, end), loss: lossThere, score: best };
}

/** Adds what a word is worth; −1 is none. */
type Add = (word: number, value: number) => void;

/** The best matches of the stretch's patches above what is usual, as shares of the stretch, on the words where they are. */
function addPatches(add: Add, { patches }: SoughtStretch, { answers, text }: KnownSpan): void {
  for (const { firstPatch, rows, similarities } of answers) {
    for (const patch of patches) {
      const similarity = similarities[patch - firstPatch];
      if (similarity === undefined || similarity <= usualSimilarity) continue;
      const word = text.patchWords.first[rows[patch - firstPatch]!]!;
      add(word, (placeWeights.similarity * (similarity - usualSimilarity)) / patches.length);
    }
  }
}

/** What of the shared wording lies in the stretch, on the word where it begins. */
function addWording(add: Add, { from, to, gain, weighing }: SoughtStretch, { runs, text }: KnownSpan): void {
  if (gain <= 0) return;
  for (const { at, there, length } of runs) {
    if (at >= to) break;
    const first = Math.max(from, at);
    const shared = Math.min(to, at + length) - first;
    if (shared < 2) continue;
    const word = text.tokenWords.first[there + first - at]!;
    add(word, (placeWeights.wording * weighing.of(first, shared).weight) / gain);
  }
}

function meanBest(a: VectorBlock, b: VectorBlock, kernel: MatchKernel): number {
  if (a.values.length === 0 || b.values.length === 0) return 0;
  const { similarities } = kernel.bestMatches(a, b);
  return similarities.reduce((sum, value) => sum + value, 0) / similarities.length;
}

/** The rows of some patches, one after the other. */
export function rowsOf(values: Float32Array, dim: number, patches: readonly number[]): Float32Array {
  const rows = new Float32Array(patches.length * dim);
  patches.forEach((patch, i) => rows.set(values.subarray(patch * dim, (patch + 1) * dim), i * dim));
  return rows;
}

/** Whether two ranges of one text have a character in common. */
export function overlap(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && b.start < a.end;
}
