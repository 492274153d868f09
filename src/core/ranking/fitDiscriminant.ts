import { type FeatureRow, normaliseRow } from '../classical/featureRow';
import type { Ngrams } from '../classical/ngrams';
import { groupBy } from '../basics/groupBy';
import type { RowKernel } from '../basics/numbers';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { Discriminant, minPieces, type Piece } from './discriminant';
import { pieceLength, piecesOf, piecesOfEach, shorterThan } from './pieces';
import { findRepeatedWords, maskWords } from '../text/subjectWords';

/** The own texts of one author, in ascending order of ids. */
export interface KnownTexts {
  readonly author: string;
  readonly texts: readonly string[];
}

/** Counts n-grams, and returns the share of all texts with a word. */
export type PieceMethod = Pick<Ngrams, 'computeLogCounts' | 'computeDocumentShare'>;

/** Authors with fewer texts show what they wrote about, but little of their style. */
const minTexts = 2;
/** If a smaller share of the authors has pieces of a length, shorter pieces are used. */
const leastWithPieces = 0.75;

/** Separates authors by pieces of their texts, and makes the rows of texts for this. */
export class FittedPieces {
  private constructor(
    readonly discriminant: Discriminant,
    private readonly weigh: (counts: FeatureRow) => FeatureRow,
  ) {}

  /** Undefined if fewer than two authors have two pieces. Throws Cancelled. */
  static fit(
    pieces: readonly PieceText[],
    method: PieceMethod,
    stop: StopSignal,
    kernel: RowKernel | undefined,
  ): FittedPieces | undefined {
    const counts: FeatureRow[] = [];
    for (const piece of pieces) {
      throwIfStopped(stop);
      counts.push(readCounts(piece, method));
    }
    const weigh = weighByPieces(counts);
    const rows = pieces.map(({ author }, i): Piece => ({ author, features: weigh(counts[i]!) }));
    const discriminant = Discriminant.fit(rows, stop, kernel);
    return discriminant && new FittedPieces(discriminant, weigh);
  }

  /** The n-grams of a text: (1 + ln count) · idf among the pieces, of unit length. */
  readText(text: string, method: PieceMethod): FeatureRow {
    return this.weigh(method.computeLogCounts(text));
  }

  /** How much more similar a text is to each author than to the others. */
  scoreText(text: string, method: PieceMethod): ReadonlyMap<string, number> {
    return this.discriminant.scores(this.readText(text, method));
  }
}

/** ln((1 + N) / (1 + df)) + 1 over the pieces of a case. Learned weights would repeat what the ratio already says. */
function weighByPieces(counts: readonly FeatureRow[]): (row: FeatureRow) => FeatureRow {
  const having = new Uint32Array(counts.reduce((most, { ids }) => Math.max(most, ids.at(-1) ?? 0), 0) + 1);
  for (const { ids } of counts) for (const id of ids) having[id]! += 1;
  const idf = Float64Array.from({ length: counts.length + 1 }, (_, df) => Math.log((1 + counts.length) / (1 + df)) + 1);
  return ({ ids, weights }) => {
    const weighed = new Float32Array(ids.length);
    for (let i = 0; i < ids.length; i++) weighed[i] = weights[i]! * idf[having[ids[i]!] ?? 0]!;
    return normaliseRow({ ids, weights: weighed });
  };
}

/** The n-grams of pieces. Cached as long as the piece is. */
const counted = new WeakMap<PieceText, { readonly method: PieceMethod; readonly counts: FeatureRow }>();

function readCounts(piece: PieceText, method: PieceMethod): FeatureRow {
  const kept = counted.get(piece);
  if (kept?.method === method) return kept.counts;
  const counts = method.computeLogCounts(piece.text);
  counted.set(piece, { method, counts });
  return counts;
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
    method: PieceMethod,
    stop: StopSignal,
  ): CaseFit {
    const pieces = cutPieces(authors, words);
    const fitted = FittedPieces.fit(pieces, method, stop, kernel);
    const heard = new Set(fitted?.discriminant.authors);
    const silent = authors.map(({ author }) => author).filter((author) => !heard.has(author));
    return new CaseFit(fitted, silent, pieces, kernel);
  }

  /** Its size in bytes. */
  get bytes(): number {
    return this.pieces.reduce((sum, { text }) => sum + 2 * text.length, this.fitted?.discriminant.bytes ?? 0);
  }

  /** The separation of some authors without the words of subjects, and these words. Throws Cancelled. */
  readMasked(authors: readonly string[], method: PieceMethod, stop: StopSignal): MaskedFit {
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
    method: PieceMethod,
    stop: StopSignal,
  ): ReadonlyMap<string, number> | undefined {
    const { isMasked, fitted } = this.readMasked(authors, method, stop);
    return fitted?.scoreText(maskWords(text, isMasked), method);
  }

  private fitMasked(authors: readonly string[], method: PieceMethod, stop: StopSignal): Omit<MaskedFit, 'key'> {
    const among = this.pieces.filter(({ author }) => authors.includes(author));
    const isMasked = findRepeatedWords(
      among.map((piece) => piece.text),
      (word) => method.computeDocumentShare(word),
    );
    throwIfStopped(stop);
    const masked = among.map((piece) => ({ ...piece, text: maskWords(piece.text, isMasked) }));
    throwIfStopped(stop);
    return { isMasked, fitted: FittedPieces.fit(masked, method, stop, this.kernel) };
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
  const most = piecesOfEach(length);
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
