import type { FeatureRow } from '../classical/featureRow';
import type { Frequent } from '../classical/frequencies';
import { type Comparable, genreKey } from '../cohort/cohort';
import { type StopSignal, throwIfStopped } from '../work';
import { weightOf } from '../verification/sides';
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
export function frequencyAdvantages(
  authors: readonly (readonly AuthorsDocument[])[],
  { questioned, kind, cohort, leftOut, frequencies }: OrderByAll,
  stop: StopSignal,
): readonly (number | undefined)[] {
  const alike = authors.map((documents) => documents.filter((document) => genreKey(document) === genreKey(kind)));
  const words = alike.flatMap((documents) => (documents.length > 0 ? [sumOf(documents, (each) => each.words)] : []));
  const median = words.sort((a, b) => a - b)[words.length >> 1] ?? 0;
  const weight = perDoubling * Math.log2(median / fewWords);
  const others = weight > 0 ? cohort.comparable(kind, new Set(leftOut)) : undefined;
  if (!others) return authors.map(() => undefined);
  const like = frequencyLikeness(questioned.features, others, frequencies);
  const weigh = (documents: readonly AuthorsDocument[]): number => sumOf(documents, (each) => weightOf(kind, each));
  return authors.map((documents, i) => {
    throwIfStopped(stop);
    const own = alike[i]!.map(({ words: own, profile: { features } }) => ({ words: own, features }));
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

/**
 * Tells how alike the documents of an author, as one text, are to a questioned text in how often they use frequent n-grams: the cosine
 * of both in deviations from what others' documents are like (cosine Delta: Evert and others 2017), from −1 to 1. Of short texts it is
 * near 0, whoever wrote them, and it grows with the words of either side.
 *
 * @param others  documents of the mode and genre of all that are compared
 */
export function frequencyLikeness(
  questioned: FeatureRow,
  others: Comparable,
  frequencies: Frequent,
): (documents: readonly CountedRow[]) => number {
  const sharesOf = (documents: readonly CountedRow[]): Float64Array => {
    const words = sumOf(documents, (document) => document.words);
    const shares = new Float64Array(frequencies.size);
    for (const document of documents) frequencies.add(document.features, document.words / words, shares);
    return shares;
  };
  const members = others.places.map((i) => others.scores.members[i]!.features);
  const standard = standardOf(members.map((features) => sharesOf([{ words: 1, features }])));
  const asked = deviations(sharesOf([{ words: 1, features: questioned }]), standard);
  return (documents) => cosine(asked, deviations(sharesOf(documents), standard));
}

interface Standard {
  readonly means: Float64Array;
  /** 1 over each deviation; 0 where all are equal. */
  readonly precisions: Float64Array;
}

function standardOf(rows: readonly Float64Array[]): Standard {
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

function deviations(shares: Float64Array, { means, precisions }: Standard): Float64Array {
  return precisions.map((precision, i) => (shares[i]! - means[i]!) * precision);
}

function cosine(a: Float64Array, b: Float64Array): number {
  let [both, left, right] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    both += a[i]! * b[i]!;
    left += a[i]! ** 2;
    right += b[i]! ** 2;
  }
  return both / (Math.sqrt(left * right) || 1);
}
