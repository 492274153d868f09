import type { FeatureRow } from '../classical/featureRow';
import type { Frequent } from '../classical/frequencies';
import { type Comparable, formatGenreKey } from '../cohort/cohort';
import { computeDot, solveFactored, solveSymmetric } from '../evaluation/solveSymmetric';
import { type StopSignal, throwIfStopped } from '../work';
import { computeWeight } from '../verification/sides';
import type { AuthorsDocument, OrderByAll } from './combinedScore';

/**
 * What the likeness of frequencies adds to an author's mean advantage each time that the words double, and from how many on; chosen on
 * folds of sources (docs/decisions/0037-frequencies.md).
 */
const perDoubling = 2;
const fewWords = 1000;

/**
 * What each author's documents of the questioned text's mode and genre add to the advantage of all of them, by their share in it: how
 * often they use frequent n-grams; undefined: an author has none, or words are too few. It counts more the more words the authors have
 * there, half of them at least, and nothing up to 1,000. Throws Cancelled.
 */
export function computeFrequencyAdvantages(
  authors: readonly (readonly AuthorsDocument[])[],
  { questioned, kind, cohort, leftOut, frequencies }: OrderByAll,
  stop: StopSignal,
): readonly (number | undefined)[] {
  const alike = authors.map((documents) =>
    documents.filter((document) => formatGenreKey(document) === formatGenreKey(kind)),
  );
  const words = alike.flatMap((documents) => (documents.length > 0 ? [sumOf(documents, (each) => each.words)] : []));
  const median = words.sort((a, b) => a - b)[words.length >> 1] ?? 0;
  const weight = perDoubling * Math.log2(median / fewWords);
  const others = weight > 0 ? cohort.selectComparable(kind, new Set(leftOut)) : undefined;
  if (!others) return authors.map(() => undefined);
  const rows = alike.map((documents) =>
    documents.map(({ words: own, profile: { features } }): CountedRow => ({ words: own, features })),
  );
  const like = createFrequencyScorer(questioned.features, rows, { others, frequencies }, stop);
  const weigh = (documents: readonly AuthorsDocument[]): number =>
    sumOf(documents, (each) => computeWeight(kind, each));
  return authors.map((documents, i) => {
    throwIfStopped(stop);
    const own = rows[i]!;
    return own.length === 0 ? undefined : (weight * like(own) * weigh(alike[i]!)) / weigh(documents);
  });
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** A document, counted by its words. */
export interface CountedRow {
  readonly words: number;
  readonly features: FeatureRow;
}

/** Most documents by which it is told what texts of one author differ in. */
const maxScattered = 200;

/**
 * Tells how alike the documents of an author, as one text, are to a questioned text in how often they use frequent n-grams: the cosine
 * of both in deviations from what others' documents are like (cosine Delta: Evert and others 2017), whitened by what documents of one
 * author differ in, from −1 to 1. Of short texts it is near 0 for all authors, and it grows with the words of either side. Throws
 * Cancelled.
 *
 * @param authors  the documents of each author who is compared
 * @param others   documents of the mode and genre of all that are compared
 */
export function createFrequencyScorer(
  questioned: FeatureRow,
  authors: readonly (readonly CountedRow[])[],
  { others, frequencies }: { readonly others: Comparable; readonly frequencies: Frequent },
  stop: StopSignal,
): (documents: readonly CountedRow[]) => number {
  const computeShares = (documents: readonly CountedRow[]): Float64Array => {
    const words = sumOf(documents, (document) => document.words);
    const shares = new Float64Array(frequencies.size);
    for (const document of documents) frequencies.add(document.features, document.words / words, shares);
    return shares;
  };
  const members = others.places.map((i) => others.scores.members[i]!.features);
  const standard = computeStandard(members.map((features) => computeShares([{ words: 1, features }])));
  const computeRow = (documents: readonly CountedRow[]): Float64Array =>
    computeDeviations(computeShares(documents), standard);
  const scattered = selectFirstOfEach(authors.filter((own) => own.length > 1)).map((own) =>
    own.map((each) => computeRow([each])),
  );
  const whitened = prepareWhitening(scattered.flatMap(fromTheirMean), stop);
  const asked = whitened(computeRow([{ words: 1, features: questioned }]));
  return (documents) => computeCosine(asked, whitened(computeRow(documents)));
}

/** The first documents of each author, at most 200 in all. */
function selectFirstOfEach(authors: readonly (readonly CountedRow[])[]): readonly (readonly CountedRow[])[] {
  const each = Math.max(2, Math.floor(maxScattered / (authors.length || 1)));
  return authors.slice(0, maxScattered / 2).map((own) => own.slice(0, each));
}

function fromTheirMean(rows: readonly Float64Array[]): readonly Float64Array[] {
  const mean = rows[0]!.map((_, i) => sumOf(rows, (row) => row[i]!) / rows.length);
  return rows.map((row) => row.map((value, i) => value - mean[i]!));
}

/** A row, and its products with those that it is whitened by. */
interface Whitened {
  readonly row: Float64Array;
  readonly products: Float64Array;
  readonly solved: Float64Array;
}

/** Whitens by W = I + Σ s sᵀ, with rows s of one square in the mean of features together: xᵀ W⁻¹ y by the identity of Woodbury. */
function prepareWhitening(scatter: readonly Float64Array[], stop: StopSignal): (row: Float64Array) => Whitened {
  const scale = Math.sqrt((scatter[0]?.length ?? 0) / (sumOf(scatter, (row) => computeDot(row, row)) || 1));
  const rows = scatter.map((row) => row.map((value) => scale * value));
  const factor = new Float64Array(rows.length ** 2);
  rows.forEach((row, a) => {
    throwIfStopped(stop);
    for (let b = 0; b <= a; b++) factor[a * rows.length + b] = computeDot(row, rows[b]!) + Number(a === b);
  });
  solveSymmetric(factor, new Float64Array(rows.length));
  return (row) => {
    throwIfStopped(stop);
    const products = Float64Array.from(rows, (other) => computeDot(other, row));
    return { row, products, solved: solveFactored(factor, products) };
  };
}

interface Standard {
  readonly means: Float64Array;
  /** 1 over each deviation; 0 where all are equal. */
  readonly precisions: Float64Array;
}

function computeStandard(rows: readonly Float64Array[]): Standard {
  const size = rows[0]?.length ?? 0;
  const [sums, squares] = [new Float64Array(size), new Float64Array(size)];
  for (const row of rows) {
    for (let i = 0; i < size; i++) {
      sums[i]! += row[i]!;
      squares[i]! += row[i]! ** 2;
    }
  }
  const means = sums.map((sum) => sum / rows.length);
  const precisions = squares.map((square, i) => {
    const variance = square / rows.length - means[i]! ** 2;
    return variance > least * means[i]! ** 2 ? 1 / Math.sqrt(variance) : 0;
  });
  return { means, precisions };
}

/** A variance below this share of the squared mean is that of rounding. */
const least = 1e-9;

function computeDeviations(shares: Float64Array, { means, precisions }: Standard): Float64Array {
  return precisions.map((precision, i) => (shares[i]! - means[i]!) * precision);
}

function computeCosine(a: Whitened, b: Whitened): number {
  return computeInner(a, b) / (Math.sqrt(computeInner(a, a) * computeInner(b, b)) || 1);
}

function computeInner(a: Whitened, b: Whitened): number {
  return computeDot(a.row, b.row) - computeDot(a.products, b.solved);
}
