import { makeOnce } from '../basics/caches';
import { computeMean } from '../basics/numbers';
import type { FeatureRow } from '../classical/featureRow';
import { multiplyTexts } from '../classical/ngrams';
import {
  type Cohort,
  computeCohortStatistics,
  type Comparable,
  minMeasuredAuthors,
  computeZScore,
} from '../cohort/cohort';
import { computeDot, factorise, solveFactored } from '../evaluation/solveSymmetric';
import { neverStops, type StopSignal, throwIfStopped } from '../basics/work';
import type { TextKind } from '../domain/evidence';
import type { Measure } from './condition';
import type { QuestionedMarkers, TextRates } from './markerScores';

/** The scores that verifiers weigh. Each is higher for more similar texts and has its own scale. */
export type ScoreName = 'ngrams' | 'fromQuestioned' | 'fromKnown' | 'residual' | 'habits';

/** At least this many other authors make a collection. */
const minCollectionAuthors = 20;

/** If there are two kinds, at most this many documents of each kind are used to compute a residual. */
const maxOfEither = 60;

/** The noise of a text's score with itself, in a residual. It was chosen from .01 to 1 on folds, where it has little effect. */
const noise = 0.1;
/**
 * The learned metric removes directions, so that its scores are not exactly a kernel. At least this much of a document's own variance must
 * be left.
 */
const minPivot = noise / 10;
/** No value in the factor of a positive definite matrix exceeds the root of a document's own score, which is a few units. */
const maxOfFactor = 1e6;

/** The row of a text with mode and genre. */
export interface ComparedRow extends TextKind {
  readonly features: FeatureRow;
}

/** The mean of rows, which is never computed: each score with it is the mean of the scores with its parts, and these are cached. */
export interface MeanRow {
  readonly parts: readonly { readonly row: FeatureRow; readonly weight: number }[];
}

/** The row of a text, or the mean of those of several. */
type Features = FeatureRow | MeanRow;

/** The questioned side. Markers are compared if both sides have them. */
export interface QuestionedRow extends ComparedRow {
  readonly habits?: QuestionedMarkers;
}

/** The known side. */
export interface KnownRow extends TextKind {
  readonly features: Features;
  /** The rates of each text. */
  readonly rates?: readonly TextRates[];
}

/** The documents that two texts are measured against, for each side. */
export interface Measurement {
  readonly ofQuestioned: Comparable;
  readonly ofKnown: Comparable;
  /** Used instead of whole documents to measure the known side, because a short text scores lower with everything. */
  readonly pieces?: Comparable | undefined;
}

/**
 * The documents of other authors that a comparison is measured against. Undefined if there are too few. @param words  of the questioned
 * text
 */
export function findMeasurement(
  cohort: Cohort,
  { questioned, known }: { readonly questioned: TextKind; readonly known: TextKind },
  leftOut: ReadonlySet<string>,
  words = 0,
): Measurement | undefined {
  const ofQuestioned = cohort.selectComparable(questioned, leftOut);
  const ofKnown = cohort.selectComparable(known, leftOut);
  return (
    ofQuestioned && ofKnown && { ofQuestioned, ofKnown, pieces: cohort.selectPieces?.(questioned, leftOut, words) }
  );
}

export function measureOf(measurement: Measurement | undefined): Measure {
  if (!measurement) return 'alone';
  const authors = Math.min(measurement.ofQuestioned.authors, measurement.ofKnown.authors);
  if (authors < minMeasuredAuthors) return 'alone';
  return authors < minCollectionAuthors ? 'few' : 'collection';
}

/**
 * The scores of one comparison. `ngrams` is that of the learned metric. The others measure it against documents of other authors:
 * `fromQuestioned` and `fromKnown` in deviations above the scores of each side with documents of the other side's kind (the halves of
 * AS-norm, Matějka and others 2017), and `residual` after removal of all that those documents explain. `habits` is that of
 * `QuestionedMarkers`. Throws Cancelled.
 */
export function computeScores(
  questioned: QuestionedRow,
  known: KnownRow,
  measurement: Measurement | undefined,
  stop: StopSignal = neverStops,
): Partial<Record<ScoreName, number>> {
  const ngrams = multiply(questioned.features, known.features);
  if (!measurement) return { ngrams };
  const { ofKnown, ofQuestioned, pieces = ofQuestioned } = measurement;
  const computeZScoreAmong = (row: Features, others: Comparable): number =>
    computeZScore(ngrams, computeStatistics(others)(row, stop));
  throwIfStopped(stop);
  // How similar two texts are in what other authors' documents do not explain. This is the correlation that a Gaussian process with the
  // n-gram score as its kernel leaves between them after it has seen the documents (Rasmussen & Williams 2006, §2.2). With all scores centred
  // on the documents, s′(a, b) = s(a, b) − k_a · (K + noise)⁻¹ k_b, divided by √(s′(a, a) · s′(b, b)).
  const gram = readExplaining(ofQuestioned)(ofKnown, stop);
  const left = explained(gram)(questioned.features, stop);
  const right = explained(gram)(known.features, stop);
  const shared = ngrams - left.mean - right.mean + gram.mean - computeDot(left.scores, right.solved);
  return {
    ngrams,
    fromQuestioned: computeZScoreAmong(questioned.features, ofKnown),
    fromKnown: computeZScoreAmong(known.features, pieces),
    residual: shared / Math.sqrt(Math.max(minVariance, left.own) * Math.max(minVariance, right.own)),
    ...(questioned.habits && known.rates && { habits: questioned.habits.score(known.rates, ofKnown) }),
  };
}

/** Documents that explain what texts have in common. */
interface Explaining {
  readonly documents: readonly Comparable[];
  /** The mean of each document's scores with all documents, before centring. */
  readonly means: Float64Array;
  readonly mean: number;
  /** The factor of their centred scores with noise, for `solveFactored`. */
  readonly factor: Float64Array;
}

/**
 * Factorises the matrix of the documents' scores: of both kinds in equal numbers, or all of a single kind. The score is a difference, so the
 * matrix may not be positive definite. Its factor then grows from row to row, and the noise is doubled until it does not. Cached as long as
 * the documents are, because a candidate is also scored without each text in turn.
 */
const readExplaining = makeOnce((ofQuestioned: Comparable) =>
  makeOnce((ofKnown: Comparable, stop: StopSignal): Explaining => {
    const some = [ofQuestioned, ofKnown].map((each) => ({ ...each, places: each.places.slice(0, maxOfEither) }));
    const documents = ofQuestioned.scores === ofKnown.scores ? [ofKnown] : some;
    const rows = listRows(documents);
    const size = rows.length;
    const matrix = new Float64Array(size * size);
    const means = Float64Array.from(rows, (row, i) =>
      computeMean(computeScoresWith(row, documents, stop, matrix.subarray(i * size, (i + 1) * size))),
    );
    const mean = computeMean(means);
    for (let added = noise; ; added *= 2) {
      const factor = matrix.map((score, at) => {
        const [i, j] = [Math.floor(at / size), at % size];
        return score - means[i]! - means[j]! + mean + (i === j ? added : 0);
      });
      factorise(factor, size, minPivot);
      const largest = factor.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      if (largest < maxOfFactor) return { documents, factor, means, mean };
    }
  }),
);

/**
 * Statistics of a row's scores with documents by others. Cached as long as both are, because a questioned row is scored again without
 * each known text. Throws Cancelled.
 */
export const computeStatistics = makeOnce((others: Comparable) =>
  makeOnce((row: Features, stop: StopSignal) => computeCohortStatistics(computeScoresWith(row, [others], stop))),
);

/** A row's scores with documents, in their order. @param found  zeros, to which they are added */
function computeScoresWith(
  features: Features,
  documents: readonly Comparable[],
  stop: StopSignal,
  found = new Float64Array(documents.reduce((count, { places }) => count + places.length, 0)),
): Float64Array {
  for (const { row, weight } of listParts(features)) {
    let next = 0;
    for (const { scores, places } of documents) {
      const all = scores.scoreAll(row, stop);
      for (const place of places) found[next++]! += weight * all[place]!;
    }
  }
  return found;
}

function listParts(features: Features): MeanRow['parts'] {
  return 'parts' in features ? features.parts : [{ row: features, weight: 1 }];
}

/**
 * The weighted scores of n-grams as one sum over the features of the questioned row: their products with that row add up to the scores, less
 * what a side with the mean score of the other authors' documents would get. The deviations and variances that scores are divided by are
 * treated as constant. Throws Cancelled.
 */
export function linearise(
  [questioned, known]: readonly [FeatureRow, Features],
  measurement: Measurement,
  weights: Readonly<Record<Exclude<ScoreName, 'habits'>, number>>,
  stop: StopSignal,
): MeanRow['parts'] {
  const { ofKnown, ofQuestioned, pieces = ofQuestioned } = measurement;
  const gram = readExplaining(ofQuestioned)(ofKnown, stop);
  const [left, right] = [questioned, known].map((row) => explained(gram)(row, stop)) as [ExplainedRow, ExplainedRow];
  const ofResidual = weights.residual / Math.sqrt(Math.max(minVariance, left.own) * Math.max(minVariance, right.own));
  const plain =
    weights.ngrams +
    weights.fromQuestioned / computeStatistics(ofKnown)(questioned, stop).deviation +
    weights.fromKnown / computeStatistics(pieces)(known, stop).deviation;
  const others = listRows([ofKnown]);
  const explaining = listRows(gram.documents);
  const unsolved = 1 - right.solved.reduce((sum, value) => sum + value, 0);
  return [
    ...listParts(known).map(({ row, weight }) => ({ row, weight: weight * (plain + ofResidual) })),
    ...others.map((row) => ({ row, weight: -plain / others.length })),
    ...explaining.map((row, i) => ({ row, weight: -ofResidual * (right.solved[i]! + unsolved / explaining.length) })),
  ];
}

function listRows(documents: readonly Comparable[]): readonly FeatureRow[] {
  return documents.flatMap(({ scores, places }) => places.map((place) => scores.members[place]!.features));
}

/** The n-gram score of two rows. */
function multiply(a: Features, b: Features): number {
  let sum = 0;
  for (const one of listParts(a))
    for (const other of listParts(b)) sum += one.weight * other.weight * products(one.row)(other.row);
  return sum;
}

/** Scores of rows with each other. Cached as long as both are, because a candidate is also scored without each known text in turn. */
const products = makeOnce((row: FeatureRow) => makeOnce((other: FeatureRow) => multiplyTexts(row, other)));

/** A row's centred scores s with documents, their mean before, K⁻¹ s, and the variance that is left after the documents. */
interface ExplainedRow {
  readonly scores: Float64Array;
  readonly mean: number;
  readonly solved: Float64Array;
  readonly own: number;
}

const explained = makeOnce((gram: Explaining) =>
  makeOnce((row: Features, stop: StopSignal): ExplainedRow => {
    const raw = computeScoresWith(row, gram.documents, stop);
    const mean = computeMean(raw);
    const scores = raw.map((score, i) => score - mean - gram.means[i]! + gram.mean);
    const solved = solveFactored(gram.factor, scores);
    return { scores, mean, solved, own: multiply(row, row) - 2 * mean + gram.mean - computeDot(scores, solved) };
  }),
);

/** Keeps the correlation finite. */
const minVariance = 1e-3;
