import { type FeatureRow, normaliseRow } from '../classical/featureRow';
import { buildFeatureFinder, type FeatureOccurrences, findOccurrences, visitGrams } from '../classical/features';
import type { Ngrams } from '../classical/ngrams';
import { makeOnce } from '../basics/caches';
import { groupBy } from '../basics/groupBy';
import type { RowKernel } from '../basics/numbers';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { Discriminant, minPieces, type Piece } from './discriminant';
import { pieceLength, piecesOf, piecesOfEach, shorterThan } from './pieces';
import { dropUnseen } from '../text/rewrite';
import { findRepeatedWords, maskSign, maskWords } from '../text/subjectWords';

/** The own texts of one author, in ascending order of ids. */
export interface KnownTexts {
  readonly author: string;
  readonly texts: readonly string[];
}

/** Returns the share of all texts with a word. */
export type WordShares = Pick<Ngrams, 'computeDocumentShare'>;

/** Authors with fewer texts show what they wrote about, but little of their style. */
const minTexts = 2;
/** If a smaller share of the authors has pieces of a length, shorter pieces are used. */
const leastWithPieces = 0.75;

/** An n-gram of fewer pieces is not in the vocabulary of a case: it shows what one piece is about. */
const leastPieces = 2;

/** The n-grams of a text: their hashes in ascending order, and 1 + ln of the number of occurrences of each. */
interface GramCounts {
  readonly hashes: Uint32Array;
  readonly logs: Float32Array;
}

/** Counts the n-grams of a text without those of masked words. */
function countGrams(text: string): GramCounts {
  const found = new Uint32Array(5 * text.length); // three runs of characters and two of words end at each code unit
  let count = 0;
  for (const part of dropUnseen(text).split(maskSign)) visitGrams(part, (hash) => (found[count++] = hash));
  const [hashes, logs] = joinEqual(found.subarray(0, count), (times) => 1 + Math.log(times));
  return { hashes, logs };
}

/** The different hashes in ascending order, and a number of each, from the number of times that it occurs. Those without one are left out. */
function joinEqual(
  all: Uint32Array,
  weigh: (times: number) => number | undefined,
): readonly [Uint32Array, Float32Array] {
  const sorted = sortHashes(all);
  const weights = new Float32Array(sorted.length);
  let n = 0;
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to] === sorted[from]) to += 1;
    const weight = weigh(to - from);
    if (weight === undefined) continue;
    sorted[n] = sorted[from]!;
    weights[n++] = weight;
  }
  return [sorted.slice(0, n), weights.slice(0, n)];
}

/** Sorts hashes by 11 bits at a time, which takes half the time of the built-in sort. The array itself is overwritten. */
function sortHashes(hashes: Uint32Array): Uint32Array {
  let from = hashes;
  let to: Uint32Array = new Uint32Array(hashes.length);
  for (let shift = 0; shift < 32; shift += 11) {
    const places = new Uint32Array(2049);
    for (let i = 0; i < from.length; i++) places[((from[i]! >>> shift) & 2047) + 1]! += 1;
    for (let i = 1; i < places.length; i++) places[i]! += places[i - 1]!;
    for (let i = 0; i < from.length; i++) to[places[(from[i]! >>> shift) & 2047]!++] = from[i]!;
    [from, to] = [to, from];
  }
  return from;
}

/** The n-grams of a piece. Cached as long as the piece is. */
const countPiece = makeOnce(({ text }: PieceText): GramCounts => countGrams(text));

/** Separates authors by pieces of their texts, and makes the rows of texts for this. */
export class FittedPieces {
  private constructor(
    readonly discriminant: Discriminant,
    private readonly vocabulary: Vocabulary,
  ) {}

  /** Undefined if fewer than two authors have two pieces. Throws Cancelled. */
  static fit(pieces: readonly PieceText[], stop: StopSignal, kernel: RowKernel | undefined): FittedPieces | undefined {
    const counts = pieces.map((piece) => {
      throwIfStopped(stop);
      return countPiece(piece);
    });
    const vocabulary = listVocabulary(counts);
    throwIfStopped(stop);
    const rows = pieces.map(({ author }, i): Piece => ({
      author,
      features: weighGrams(counts[i]!, vocabulary),
    }));
    const discriminant = Discriminant.fit(rows, stop, kernel);
    return discriminant && new FittedPieces(discriminant, vocabulary);
  }

  /** The n-grams of a text that the vocabulary of the case has, as a row of unit length. */
  readText(text: string): FeatureRow {
    return weighGrams(countGrams(text), this.vocabulary);
  }

  /** The places of these n-grams. */
  findOccurrences(text: string): FeatureOccurrences {
    return findOccurrences(text, this.vocabulary.find);
  }

  /** How much more similar a text is to each author than to the others. */
  scoreText(text: string): ReadonlyMap<string, number> {
    return this.discriminant.scores(this.readText(text));
  }
}

/** The n-grams of a case by the ids that `find` gives their hashes, each with its idf. */
interface Vocabulary {
  readonly idf: Float32Array;
  readonly find: (hash: number) => number;
}

/** The n-grams that at least two pieces of a case have, with ln((1 + N) / (1 + df)) + 1 over the pieces. */
function listVocabulary(pieces: readonly GramCounts[]): Vocabulary {
  const all = new Uint32Array(pieces.reduce((sum, { hashes }) => sum + hashes.length, 0));
  pieces.reduce((at, { hashes }) => (all.set(hashes, at), at + hashes.length), 0);
  const [hashes, idf] = joinEqual(all, (df) =>
    df < leastPieces ? undefined : Math.log((1 + pieces.length) / (1 + df)) + 1,
  );
  return { idf, find: buildFeatureFinder({ hashes }) };
}

/** (1 + ln count) · idf of the n-grams of a text, of unit length. */
function weighGrams({ hashes, logs }: GramCounts, { idf, find }: Vocabulary): FeatureRow {
  const [ids, weights] = [new Uint32Array(hashes.length), new Float32Array(hashes.length)];
  let n = 0;
  for (let i = 0; i < hashes.length; i++) {
    const id = find(hashes[i]!);
    if (id < 0) continue;
    ids[n] = id;
    weights[n++] = logs[i]! * idf[id]!;
  }
  return normaliseRow({ ids: ids.slice(0, n), weights: weights.slice(0, n) });
}

/** Separates the authors of a case, and lists those about whom it says nothing. */
export class CaseFit {
  /** The last separation without the words of subjects. */
  private masked: MaskedFit | undefined;

  private constructor(
    /** Undefined if fewer than two authors have two texts and two pieces. */
    readonly fitted: FittedPieces | undefined,
    /** Authors with too little text, by name. */
    readonly silent: readonly string[],
    private readonly pieces: readonly PieceText[],
    private readonly kernel: RowKernel | undefined,
  ) {}

  /**
   * Fits pieces with the length of a questioned text with this many words, or shorter ones if too few authors have enough text. Throws
   * Cancelled.
   */
  static of(
    authors: readonly KnownTexts[],
    { words, kernel }: { readonly words: number; readonly kernel?: RowKernel },
    stop: StopSignal,
  ): CaseFit {
    const pieces = cutPieces(authors, words);
    const fitted = FittedPieces.fit(pieces, stop, kernel);
    const heard = new Set(fitted?.discriminant.authors);
    const silent = authors.map(({ author }) => author).filter((author) => !heard.has(author));
    return new CaseFit(fitted, silent, pieces, kernel);
  }

  /** The separation of some authors without the words of subjects, and these words. Throws Cancelled. */
  readMasked(authors: readonly string[], method: WordShares, stop: StopSignal): MaskedFit {
    const key = JSON.stringify(authors.toSorted());
    if (this.masked?.key === key) return this.masked;
    return (this.masked = { key, ...this.fitMasked(authors, method, stop) });
  }

  /**
   * How much more similar a text is to each of some authors than to the others, without the words of subjects. Undefined if it separates
   * fewer than two of them. Throws Cancelled.
   */
  scoreMasked(
    text: string,
    authors: readonly string[],
    method: WordShares,
    stop: StopSignal,
  ): ReadonlyMap<string, number> | undefined {
    const { isMasked, fitted } = this.readMasked(authors, method, stop);
    return fitted?.scoreText(maskWords(text, isMasked));
  }

  private fitMasked(authors: readonly string[], method: WordShares, stop: StopSignal): Omit<MaskedFit, 'key'> {
    const among = this.pieces.filter(({ author }) => authors.includes(author));
    const isMasked = findRepeatedWords(
      among.map((piece) => piece.text),
      (word) => method.computeDocumentShare(word),
    );
    throwIfStopped(stop);
    const masked = among.map((piece) => ({ ...piece, text: maskWords(piece.text, isMasked) }));
    throwIfStopped(stop);
    return { isMasked, fitted: FittedPieces.fit(masked, stop, this.kernel) };
  }
}

/** The separation of some authors, which the key identifies, without the words of subjects. */
interface MaskedFit {
  readonly key: string;
  readonly isMasked: (word: string) => boolean;
  readonly fitted: FittedPieces | undefined;
}

interface PieceText {
  readonly author: string;
  readonly text: string;
}

/** The pieces of all authors with two texts and two pieces. */
function cutPieces(authors: readonly KnownTexts[], words: number): readonly PieceText[] {
  const several = authors.filter(({ texts }) => texts.length >= minTexts);
  let length = pieceLength(words);
  let pieces = cut(several, length);
  for (
    let next = shorterThan(length);
    next && pieces.size < leastWithPieces * several.length;
    next = shorterThan(next)
  ) {
    length = next;
    pieces = cut(several, length);
  }
  return [...pieces.values()].flat();
}

/** The pieces of each author with at least two. */
function cut(authors: readonly KnownTexts[], length: number): ReadonlyMap<string, readonly PieceText[]> {
  const most = piecesOfEach(length, authors.length);
  const pieces = authors.flatMap((each) => readPieces(each, length, most));
  return new Map([...groupBy(pieces, ({ author }) => author)].filter(([, own]) => own.length >= minPieces));
}

/** The pieces of authors by length and number. Cached as long as the author's texts are. */
const cutBefore = new WeakMap<KnownTexts, Map<string, readonly PieceText[]>>();

function readPieces(known: KnownTexts, length: number, most: number): readonly PieceText[] {
  const before = cutBefore.get(known) ?? new Map<string, readonly PieceText[]>();
  const key = `${length} ${most}`;
  const { author, texts } = known;
  const pieces = before.get(key) ?? piecesOf(texts, length, most).map((text) => ({ author, text }));
  cutBefore.set(known, before.set(key, pieces));
  return pieces;
}
