import { LRUCache } from 'lru-cache';
import { makeOnce } from '../basics/caches';
import { type RowKernel, countEach } from '../basics/numbers';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { type FeatureRow, Postings, addRows, normaliseRow } from '../classical/featureRow';
import { type FeatureOccurrences, buildFeatureFinder, findOccurrences, visitGrams } from '../classical/features';
import type { Ngrams } from '../classical/ngrams';
import { computeDot, factorise, solveEach } from '../evaluation/solveSymmetric';
import { countWords } from '../text/countWords';
import { dropUnseen } from '../text/rewrite';
import { findRepeatedWords, maskSign, maskWords } from '../text/subjectWords';
import { walkMatches } from '../text/characters';

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
  // Sorted by 11 bits at a time, which takes half the time of the built-in sort. The result is another array, and the first one is free.
  let [sorted, next]: [Uint32Array, Uint32Array] = [all, new Uint32Array(all.length)];
  for (let shift = 0; shift < 32; shift += 11) {
    const places = new Uint32Array(2049);
    for (let i = 0; i < sorted.length; i++) places[((sorted[i]! >>> shift) & 2047) + 1]! += 1;
    for (let i = 1; i < places.length; i++) places[i]! += places[i - 1]!;
    for (let i = 0; i < sorted.length; i++) next[places[(sorted[i]! >>> shift) & 2047]!++] = sorted[i]!;
    [sorted, next] = [next, sorted];
  }
  const weights = new Float32Array(all.buffer, all.byteOffset, all.length);
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
    // The n-grams that at least two pieces of a case have, with ln((1 + N) / (1 + df)) + 1 over the pieces.
    const all = new Uint32Array(counts.reduce((sum, { hashes }) => sum + hashes.length, 0));
    counts.reduce((at, { hashes }) => (all.set(hashes, at), at + hashes.length), 0);
    const [hashes, idf] = joinEqual(all, (df) =>
      df < leastPieces ? undefined : Math.log((1 + counts.length) / (1 + df)) + 1,
    );
    const vocabulary = { idf, find: buildFeatureFinder({ hashes }) };
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
    const several = authors.filter(({ texts }) => texts.length >= minTexts);
    let pieces: readonly PieceText[] = [];
    for (const length of lengths.filter((each) => each <= pieceLength(words)).toReversed()) {
      const most = piecesOfEach(length, several.length);
      const ofAuthors = several.map((known) => {
        const before = cutBefore(known);
        const key = `${length} ${most}`;
        const { author, texts } = known;
        const own = before.get(key) ?? piecesOf(texts, length, most).map((text) => ({ author, text }));
        before.set(key, own);
        return own;
      });
      const enough = ofAuthors.filter((own) => own.length >= minPieces);
      pieces = enough.flat();
      if (enough.length >= leastWithPieces * several.length) break;
    }
    const fitted = FittedPieces.fit(pieces, stop, kernel);
    const heard = new Set(fitted?.discriminant.authors);
    const silent = authors.map(({ author }) => author).filter((author) => !heard.has(author));
    return new CaseFit(fitted, silent, pieces, kernel);
  }

  /** The separation of some authors without the words of subjects, and these words. Throws Cancelled. */
  readMasked(authors: readonly string[], method: WordShares, stop: StopSignal): MaskedFit {
    const key = JSON.stringify(authors.toSorted());
    if (this.masked?.key === key) return this.masked;
    const among = this.pieces.filter(({ author }) => authors.includes(author));
    const isMasked = findRepeatedWords(
      among.map((piece) => piece.text),
      (word) => method.computeDocumentShare(word),
    );
    throwIfStopped(stop);
    const masked = among.map((piece) => ({ ...piece, text: maskWords(piece.text, isMasked) }));
    throwIfStopped(stop);
    return (this.masked = { key, isMasked, fitted: FittedPieces.fit(masked, stop, this.kernel) });
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

/** The pieces of authors by length and number. Cached as long as the author's texts are. */
const cutBefore = makeOnce<KnownTexts, Map<string, readonly PieceText[]>>(() => new Map());

/** At most this many fits are cached. One of 100 authors has about 40 million bytes, and serves all texts of a class of lengths. */
const mostFits = 2;
/**
 * At most this many bytes of authors' pieces are cached. A character of a text takes `perCharacter` bytes with the n-grams of its pieces.
 */
const mostOfAuthors = 64e6;
const perCharacter = 16;

/** Caches the latest fits of sets of texts, because a fit takes as long as encoding thousands of words. */
export class CaseFits {
  /** The key identifies the texts and the length of the pieces. */
  readonly fits = new LRUCache<string, CaseFit>({ max: mostFits });
  /** The texts of authors. Their pieces and n-grams are cached with them. The key identifies the texts. */
  readonly texts = new LRUCache<string, KnownTexts>({
    maxSize: mostOfAuthors,
    sizeCalculation: ({ texts }) =>
      Math.min(
        mostOfAuthors,
        texts.reduce((sum, { length }) => sum + perCharacter * length, 1),
      ),
  });
}

/** A stretch of a known text with the length of the questioned text, and its author. */
export interface Piece {
  readonly author: string;
  /** Its n-grams, as a row of unit length. */
  readonly features: FeatureRow;
}

/** An author with fewer pieces does not show how texts of one author differ, and gets no score. */
const minPieces = 2;

/**
 * The cost of the squared length of the weights, compared with the squared error of a piece; chosen on folds of sources
 * (docs/decisions/0051-the-case-teaches-the-order.md).
 */
const ridge = 1;

/** The weight of each piece for one author, in the order of the pieces. */
interface PieceWeights {
  readonly weights: Float64Array;
  readonly offset: number;
}

/**
 * Separates the authors of a case: regularised least squares over rows of n-grams, one author against all others. Every author has the same
 * weight, whatever the number of pieces. It is solved and stored over the pieces (the dual form). The same pieces always give the same
 * scores.
 */
export class Discriminant {
  private lead: { readonly key: string; readonly row: FeatureRow | undefined } | undefined;

  private constructor(
    private readonly pieces: Postings,
    private readonly byAuthor: ReadonlyMap<string, PieceWeights>,
  ) {}

  /** Undefined if fewer than two authors have two pieces. Throws Cancelled. */
  static fit(pieces: readonly Piece[], stop: StopSignal, multiplier?: RowKernel): Discriminant | undefined {
    const counts = countEach(pieces.map(({ author }) => author));
    const used = pieces.filter(({ author }) => counts.get(author)! >= minPieces);
    const authors = [...new Set(used.map(({ author }) => author))].sort();
    if (authors.length < 2) return undefined;
    const shares = Float64Array.from(used, ({ author }) => 1 / (authors.length * counts.get(author)!));
    const rows = used.map(({ features }) => features);
    const postings = new Postings(rows, stop);
    // The lower triangle of the scores of pieces with each other, centred on the weighted mean of the pieces.
    const matrix = postings.multiplyEach(stop, multiplier);
    const size = rows.length;
    const means = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const score = matrix[i * size + j]!;
        means[i]! += shares[j]! * score;
        if (j < i) means[j]! += shares[i]! * score;
      }
    }
    const mean = means.reduce((sum, value, i) => sum + shares[i]! * value, 0);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) matrix[i * size + j]! += mean - means[i]! - means[j]!;
      matrix[i * size + i]! += ridge / (size * shares[i]!);
    }
    throwIfStopped(stop);
    factorise(matrix, size);
    throwIfStopped(stop);
    const middle = 2 / authors.length - 1;
    const targets = authors.map((author) =>
      Float64Array.from(used, (piece) => (piece.author === author ? 1 : -1) - middle),
    );
    const byAuthor = solveEach(matrix, targets).map((solved, at) => {
      // from weights of centred pieces to those of the pieces
      const total = solved.reduce((sum, value) => sum + value, 0);
      const offset = solved.reduce((sum, value, i) => sum + value * (mean - means[i]!), middle);
      return [authors[at]!, { weights: solved.map((value, i) => value - total * shares[i]!), offset }] as const;
    });
    return new Discriminant(postings, new Map(byAuthor));
  }

  /** The authors with a score, by name. */
  get authors(): readonly string[] {
    return [...this.byAuthor.keys()];
  }

  /** The weight of each n-gram for one author: a score is the product of a questioned row with these, plus an offset. */
  weightsOf(author: string): FeatureRow | undefined {
    const result = this.byAuthor.get(author);
    return result && this.pieces.addRows(result.weights);
  }

  /** The weight of each n-gram for one author instead of another. The last weights are kept, because an edit needs them again. */
  readLead(first: string, next: string): FeatureRow | undefined {
    const key = JSON.stringify([first, next]);
    if (this.lead?.key === key) return this.lead.row;
    const rows = [first, next].flatMap((author) => this.weightsOf(author) ?? []);
    const row = rows.length === 2 ? addRows(rows.map((each, i) => ({ row: each, weight: 1 - 2 * i }))) : undefined;
    return (this.lead = { key, row }).row;
  }

  /**
   * How much more similar a text is to each author than to the others, from the row of a text with the length of the pieces: near 1 for a
   * text by the author, near −1 for others.
   */
  scores(features: FeatureRow): ReadonlyMap<string, number> {
    const products = this.pieces.computeScores(features);
    return new Map(
      [...this.byAuthor].map(([author, { weights, offset }]) => [author, computeDot(weights, products) + offset]),
    );
  }
}

/** Lengths of pieces in words: one fit serves all questioned texts of a class. */
const lengths = [100, 250, 500, 1000, 2000] as const;

/** At most this many pieces of one author, and of all authors together: a fit of 64 authors has 31 pieces of each. */
export const mostOfAuthor = 50;
const mostOfAll = 2000;
/** At most this many words of one author, in pieces of any length. */
const mostWords = 20_000;

/** The rest of a text is a piece of its own if it has at least this share of the length. */
const leastShare = 0.4;

/** The length of the pieces for a questioned text with this many words: the longest class that it reaches. */
export function pieceLength(words: number): number {
  return lengths.findLast((length) => length <= words) ?? lengths[0];
}

/**
 * The maximum number of pieces of this length for each author.
 * @param authors  number of authors
 */
export function piecesOfEach(length: number, authors: number): number {
  return Math.min(mostOfAuthor, mostWords / length, Math.floor(mostOfAll / authors));
}

/**
 * Pieces of one author's texts, at most `most`: first one of each text, then the second of each, and so on. Texts shorter than a piece are
 * joined. A rest that is too short for a piece is left out.
 */
export function piecesOf(texts: readonly string[], length: number, most: number): readonly string[] {
  const isWhole = (piece: string): boolean => countWords(piece) >= leastShare * length;
  const short: string[] = [];
  const whole = texts.map((text) => cutText(text, length).filter((piece) => isWhole(piece) || !short.push(piece)));
  const joined = cutText(short.join('\n\n'), length).filter(isWhole);
  const inTurn = Array.from({ length: most }, (_, i) => whole.flatMap((pieces) => pieces[i] ?? []));
  return [...inTurn.flat(), ...joined].slice(0, most);
}

/** Cuts a text into stretches of `length` white-space words. The last one has the rest. */
function cutText(text: string, length: number): readonly string[] {
  const pieces: string[] = [];
  let [words, start, end] = [0, 0, 0];
  for (const { 0: word, index } of walkMatches(text, /\S+/g)) {
    if (words === 0) start = index;
    end = index + word.length;
    words += 1;
    if (words < length) continue;
    pieces.push(text.slice(start, end));
    words = 0;
  }
  if (words > 0) pieces.push(text.slice(start, end));
  return pieces;
}
