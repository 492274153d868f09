import type { TextRange } from '../domain';
import type { StoredSpan } from '../ports';
import type { MatchKernel } from '../scoring/kernels';
import { eachWithin, firstFrom, patchesIn, rangeOfWords, type ReadText } from './questionedText';
import { borders } from './readableWords';
import { fewestWords, mostWords } from './stretches';

/** A known span that a place may be in. */
export interface KnownSpan {
  readonly stored: StoredSpan;
  readonly text: ReadText;
  /** Its occurrences by the ids of their features: id · 2²⁰ + place, ascending. */
  readonly byFeature: Float64Array;
}

/** A span as places are sought in it. */
export function knownSpan(stored: StoredSpan, text: ReadText): KnownSpan {
  return { stored, text, byFeature: Float64Array.from(text.occurrences.ids, (id, i) => id * places + i).sort() };
}

/** More than a span has occurrences. */
const places = 2 ** 20;

/** A place of a known text that answers a stretch. */
export interface Place {
  readonly known: KnownSpan;
  readonly range: TextRange;
  /** Exact late interaction of stretch and place, both directions averaged. */
  readonly similarity: number;
  /** Share of the gains of the features sought that stand in the place. */
  readonly ngrams: number;
  readonly score: number;
}

/** What is looked for: the rows of a stretch's patches, its number of words, and the gains of its features, by id. */
export interface SoughtStretch {
  readonly dim: number;
  readonly rows: Float32Array;
  readonly words: number;
  readonly gains: ReadonlyMap<number, number>;
}

/** Places compared exactly. */
const comparedPlaces = 5;
/** A similarity that two unrelated patches reach. */
const usualSimilarity = 0.45;
/** What a place loses for a border inside a clause; places in whole clauses are read more easily. */
const borderLoss: Readonly<Record<number, number>> = {
  [borders.none]: 0.3,
  [borders.phrase]: 0.15,
  [borders.clause]: 0.02,
  [borders.sentence]: 0,
  [borders.paragraph]: 0,
  [borders.text]: 0,
};

/**
 * The places that answer a stretch best, best first. A place is 8 to 25 words of one span; it is scored by what share of the
 * stretch's gains has its n-grams there, and by late interaction: first by the patches whose best match lies in it, then, for the
 * five best, exactly in both directions.
 */
export function bestPlaces(sought: SoughtStretch, spans: readonly KnownSpan[], kernel: MatchKernel): readonly Place[] {
  const guesses = spans.flatMap((known) => guessedPlaces(sought, known, kernel));
  guesses.sort((a, b) => b.score - a.score);
  return guesses
    .slice(0, comparedPlaces)
    .map((guess) => exactly(guess, sought, kernel))
    .sort((a, b) => b.score - a.score);
}

interface Guess {
  readonly known: KnownSpan;
  readonly range: TextRange;
  readonly loss: number;
  readonly score: number;
}

/** The best place from each border: what the matches of the stretch are worth on the words there, by sums up to each word. */
function guessedPlaces(sought: SoughtStretch, known: KnownSpan, kernel: MatchKernel): readonly Guess[] {
  const { words, before } = known.text.words;
  const upTo = new Float64Array(words.length + 1);
  addPatches(upTo, sought, known, kernel);
  addFeatures(upTo, sought, known);
  for (let word = 0; word < words.length; word++) upTo[word + 1]! += upTo[word]!;
  const guesses: Guess[] = [];
  for (let from = 0; from < words.length; from++) {
    const guess = before[from] === borders.none ? undefined : bestFrom(upTo, sought, known, from);
    if (guess) guesses.push(guess);
  }
  return guesses.sort((a, b) => b.score - a.score).slice(0, comparedPlaces);
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
      const loss = borderLoss[before[from]!]! + borderLoss[before[to]!]! + 0.15 * apart;
      const score = upTo[to]! - upTo[from]! - loss;
      if (score > best) [best, end, lossThere] = [score, to, loss];
    }
    if (before[to]! >= borders.paragraph) break;
  }
  if (end === 0) return undefined;
  return { known, range: rangeOfWords(known.text.words, from, end), loss: lossThere, score: best };
}

/** Twice the best matches of the stretch's patches above what is usual, as shares of the stretch, on the words where they are. */
function addPatches(
  upTo: Float64Array,
  { dim, rows }: SoughtStretch,
  { stored, text }: KnownSpan,
  kernel: MatchKernel,
): void {
  if (rows.length === 0) return;
  const matches = kernel.bestMatches({ dim, values: rows }, stored.patches);
  for (let patch = 0; patch < matches.rows.length; patch++) {
    const word = text.patchWords.first[matches.rows[patch]!]!;
    const value = Math.max(0, matches.similarities[patch]! - usualSimilarity) / matches.rows.length;
    if (word >= 0) upTo[word + 1]! += 2 * value;
  }
}

/** The share of the gains that each feature has, on the words where it stands: more than once in a span, it counts for less. */
function addFeatures(upTo: Float64Array, { gains }: SoughtStretch, { text, byFeature }: KnownSpan): void {
  const total = totalOf(gains);
  for (const [id, gain] of gains) {
    const first = firstFrom(byFeature, id * places);
    let end = first;
    while (end < byFeature.length && byFeature[end]! < (id + 1) * places) end += 1;
    for (let i = first; i < end; i++) {
      const word = text.occurrenceWords.first[byFeature[i]! - id * places]!;
      if (word >= 0) upTo[word + 1]! += gain / total / Math.sqrt(end - first);
    }
  }
}

function exactly({ known, range, loss }: Guess, { dim, rows, gains }: SoughtStretch, kernel: MatchKernel): Place {
  const { stored, text } = known;
  const there = { dim, values: rowsOf(stored.patches.values, dim, patchesIn(text, range)) };
  const here = { dim, values: rows };
  const similarity = (meanBest(here, there, kernel) + meanBest(there, here, kernel)) / 2;
  const found = new Set<number>();
  let shared = 0;
  eachWithin(text.occurrences, range, (i) => {
    const id = text.occurrences.ids[i]!;
    if (found.has(id)) return;
    found.add(id);
    shared += gains.get(id) ?? 0;
  });
  const ngrams = shared / totalOf(gains);
  return { known, range, similarity, ngrams, score: 2 * similarity + ngrams - loss };
}

/** Above 0, so that it divides. */
function totalOf(gains: SoughtStretch['gains']): number {
  let total = 1e-12;
  for (const gain of gains.values()) total += gain;
  return total;
}

function meanBest(
  a: { dim: number; values: Float32Array },
  b: { dim: number; values: Float32Array },
  kernel: MatchKernel,
): number {
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
