import { addRows, type FeatureRow, Postings, prepareProducts } from '../classical/featureRow';
import { computeDot, factorise, solveEach } from '../evaluation/solveSymmetric';
import type { RowKernel } from '../basics/numbers';
import { type StopSignal, throwIfStopped } from '../basics/work';

/** A stretch of a known text with the length of the questioned text, and its author. */
export interface Piece {
  readonly author: string;
  /** Its n-grams, as a row of unit length. */
  readonly features: FeatureRow;
}

/** An author with fewer pieces does not show how texts of one author differ, and gets no score. */
export const minPieces = 2;

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
  private constructor(
    private readonly rows: readonly FeatureRow[],
    private readonly byAuthor: ReadonlyMap<string, PieceWeights>,
  ) {}

  /** Undefined if fewer than two authors have two pieces. Throws Cancelled. */
  static fit(pieces: readonly Piece[], stop: StopSignal, multiplier?: RowKernel): Discriminant | undefined {
    const counts = new Map<string, number>();
    for (const { author } of pieces) counts.set(author, (counts.get(author) ?? 0) + 1);
    const used = pieces.filter(({ author }) => counts.get(author)! >= minPieces);
    const authors = [...new Set(used.map(({ author }) => author))].sort();
    if (authors.length < 2) return undefined;
    const shares = Float64Array.from(used, ({ author }) => 1 / (authors.length * counts.get(author)!));
    const rows = used.map(({ features }) => features);
    const kernel = centreKernel(new Postings(rows, stop).multiplyEach(stop, multiplier), shares);
    const factor = kernel.matrix;
    for (let i = 0; i < rows.length; i++) factor[i * rows.length + i]! += ridge / (rows.length * shares[i]!);
    throwIfStopped(stop);
    factorise(factor, rows.length);
    throwIfStopped(stop);
    const mean = 2 / authors.length - 1;
    const targets = authors.map((author) =>
      Float64Array.from(used, (piece) => (piece.author === author ? 1 : -1) - mean),
    );
    const solved = solveEach(factor, targets);
    const weights = solved.map((each) => uncentre({ shares, solved: each, mean }, kernel));
    return new Discriminant(rows, new Map(authors.map((author, i) => [author, weights[i]!])));
  }

  /** The authors with a score, by name. */
  get authors(): readonly string[] {
    return [...this.byAuthor.keys()];
  }

  /** The weight of each n-gram for one author: a score is the product of a questioned row with these, plus an offset. */
  weightsOf(author: string): FeatureRow | undefined {
    const result = this.byAuthor.get(author);
    if (!result) return undefined;
    return addRows(this.rows.map((row, i) => ({ row, weight: result.weights[i]! })));
  }

  /**
   * How much more similar a text is to each author than to the others, from the row of a text with the length of the pieces: near 1 for a
   * text by the author, near −1 for others.
   */
  scores(features: FeatureRow): ReadonlyMap<string, number> {
    const products = Float64Array.from(this.rows, prepareProducts(features));
    return new Map(
      [...this.byAuthor].map(([author, { weights, offset }]) => [author, computeDot(weights, products) + offset]),
    );
  }
}

interface CentredKernel {
  /** Lower triangle of the scores of pieces with each other, centred on the weighted mean of the pieces. */
  readonly matrix: Float64Array;
  /** The scores of each piece with the weighted mean of all, before centring. */
  readonly means: Float64Array;
  readonly mean: number;
}

/** Centres the scores of pieces with each other in place. */
function centreKernel(matrix: Float64Array, shares: Float64Array): CentredKernel {
  const size = shares.length;
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
  }
  return { matrix, means, mean };
}

/** Converts weights of centred pieces into weights of the pieces. */
function uncentre(
  { shares, solved, mean }: { readonly shares: Float64Array; readonly solved: Float64Array; readonly mean: number },
  kernel: Pick<CentredKernel, 'means' | 'mean'>,
): PieceWeights {
  const total = solved.reduce((sum, value) => sum + value, 0);
  const offset = solved.reduce((sum, value, i) => sum + value * (kernel.mean - kernel.means[i]!), mean);
  return { weights: solved.map((value, i) => value - total * shares[i]!), offset };
}
