import { type FeatureRow, prepareProducts, type FeatureMethod } from '../classical/featureRow';
import { type Ngrams, negateDirections } from '../classical/ngrams';
import type { AuthorPart, AuthorChanges } from '../domain';
import { type StopSignal, throwIfStopped } from '../work';
import type { Search } from '../search';
import { type PartMeans, scorePlaces } from './twoParts';
import { type CaseScores, findSplit } from './splitByCase';
import { type CountedUnit, countUnit, joinUnits, type TextUnit, splitUnits } from './textUnits';
import { computeDistance, type authorChangeWeights, type AuthorChangeWeights } from './weights';
import type { AuthorsDocument, AuthorsOrder } from '../ranking/combinedScore';
import { computeMeanAdvantage } from '../ranking/rankCombined';

/** What author changes are found with. */
export interface AuthorChangeMeans {
  readonly ngrams: Pick<Ngrams, 'countFeatures' | 'metric' | 'idf' | 'rowLength'>;
  readonly weights: typeof authorChangeWeights;
}

/** What author changes are found with in one text. */
export interface CutMeans extends PartMeans {
  readonly ngrams: AuthorChangeMeans['ngrams'];
  readonly weights: AuthorChangeWeights;
}

/** Adds the features of the candidates' texts, each from the rows of the candidate's texts. */
export function cutMeans(
  { ngrams, weights }: AuthorChangeMeans,
  candidates: readonly (readonly FeatureRow[])[],
): CutMeans {
  if (candidates.length < 2) return { ngrams, known: [], weights: weights.alone };
  const known = candidates.map((rows) => {
    const mean = new Float32Array(ngrams.rowLength);
    for (const { ids, weights: row } of rows) ids.forEach((id, i) => (mean[id]! += row[i]! / rows.length));
    return mean;
  });
  return { ngrams, known, weights: weights.besideCandidates };
}

/**
 * Finds author changes in a text and compares its stretches with candidates. The work yields wherever other work may be done. Throws
 * Cancelled.
 * @param rolled  the documents that parts and stretches are compared with
 */
export function* findAuthorChanges(
  { questioned, exclude }: Pick<Search, 'questioned' | 'exclude'>,
  means: AuthorChangeMeans,
  rolled: Rolled,
  stop: StopSignal,
): Generator<void, AuthorChanges> {
  const units = yield* splitUnits(questioned.text, exclude, stop);
  const known = rolled.candidates.map(({ documents }) => documents.map(({ profile }) => profile.features));
  const parts = yield* splitByAuthor(units, cutMeans(means, known), stop);
  const split = parts.length < 2 && rolled.ofCase && findSplit(questioned.text, units, rolled.ofCase, stop);
  return { parts, ...(split && { split }), ...(yield* compareStretches(questioned.text, units, rolled, stop)) };
}

/**
 * This many words are examined together. A longer text is examined in blocks of this length, each half together with the one before and the
 * one after.
 */
const blockWords = 12_000;

/**
 * The parts of a text between the places where the author seems to change; one part if there are none. The time grows in proportion to the
 * text: in a long text, changes in a block of words are found among the words of that block. Throws Cancelled.
 */
export function* splitByAuthor(
  units: readonly TextUnit[],
  means: CutMeans,
  stop: StopSignal,
): Generator<void, readonly AuthorPart[]> {
  if (units.length === 0) return [];
  const cuts: Cut[] = [];
  let block: readonly CountedUnit[] = [];
  for (let [first, from, decided] = [0, 0, 0]; decided < units.length;) {
    const end = findUnitAfter(units, from, blockWords);
    const until = end === units.length ? end : findUnitAfter(units, from, (blockWords * 3) / 4);
    block = yield* countUnits(units.slice(from, end), block.slice(from - first), means, stop);
    first = from;
    const found = yield* findCuts(block, means, stop);
    const inBlock = found.map(({ unit, apart }) => ({ unit: from + unit, apart }));
    cuts.push(...inBlock.filter(({ unit }) => unit > decided && unit <= until));
    decided = until;
    from = Math.max(findUnitAfter(units, from, blockWords / 2), cuts.at(-1)?.unit ?? 0);
  }
  const first = joinUnits(units.slice(0, cuts[0]?.unit));
  return [first, ...cuts.map(({ unit, apart }, i) => ({ ...joinUnits(units.slice(unit, cuts[i + 1]?.unit)), apart }))];
}

/** Counts the features of units. The first units may be counted already. */
function* countUnits(
  units: readonly TextUnit[],
  before: readonly CountedUnit[],
  { ngrams }: CutMeans,
  stop: StopSignal,
): Generator<void, readonly CountedUnit[]> {
  const counted = before.slice(0, units.length);
  for (const unit of units.slice(counted.length)) {
    yield;
    throwIfStopped(stop);
    counted.push(countUnit(unit, ngrams));
  }
  return counted;
}

/** A unit before which a text is cut. */
interface Cut {
  readonly unit: number;
  readonly apart: number;
}

/**
 * The places where the author changes, in order. The text before each sentence end is compared with the text after it. The text is cut
 * where the two are furthest apart, if they are further apart than parts of one author's texts are. Both parts are then examined in the
 * same way (binary segmentation).
 */
function* findCuts(units: readonly CountedUnit[], means: CutMeans, stop: StopSignal): Generator<void, readonly Cut[]> {
  const place = yield* findFurthestPlace(units, means, stop);
  if (!place || place.apart < means.weights.threshold) return [];
  const behind = yield* findCuts(units.slice(place.unit), means, stop);
  return [
    ...(yield* findCuts(units.slice(0, place.unit), means, stop)),
    place,
    ...behind.map(({ unit, apart }) => ({ unit: place.unit + unit, apart })),
  ];
}

/** The first unit that comes after this many words, counted from a unit on. */
function findUnitAfter(units: readonly TextUnit[], from: number, words: number): number {
  let [unit, left] = [from, words];
  while (unit < units.length && left > 0) left -= units[unit++]!.words;
  return unit;
}

/** The place where the texts before and after it are furthest apart. */
function* findFurthestPlace(
  units: readonly CountedUnit[],
  means: CutMeans,
  stop: StopSignal,
): Generator<void, Cut | undefined> {
  let furthest: Cut | undefined;
  for (const place of scorePlaces(units, means, stop)) {
    yield;
    if (!place) continue;
    const { unit, scores } = place;
    const apart = computeDistance(scores, means.weights);
    if (apart > (furthest?.apart ?? -Infinity)) furthest = { unit, apart };
  }
  return furthest;
}

/** A stretch has at least this many words, because fewer say nothing. */
const minStretchWords = 200;
/** A long text has at most this many stretches. */
const mostStretches = 40;

/** Stretches are compared with this many candidates. */
export const rollingCandidates = 8;

/** What stretches are compared with, and how. */
export interface Rolled {
  readonly method: FeatureMethod;
  readonly order: AuthorsOrder;
  /** Separates the authors of the case. Undefined if too little is known about them, or if it was learned from other kinds of text. */
  readonly ofCase?: CaseScores | undefined;
  /** The candidates, each with at least one document. */
  readonly candidates: readonly { readonly author: string; readonly documents: readonly AuthorsDocument[] }[];
}

/**
 * Compares each stretch of a text with the texts of each candidate by n-grams. Empty if there are fewer than two stretches or two
 * candidates. It follows rolling.classify of stylo (Eder 2016). Throws Cancelled.
 */
export function* compareStretches(
  text: string,
  units: readonly TextUnit[],
  { method, order, candidates }: Rolled,
  stop: StopSignal,
): Generator<void, Pick<AuthorChanges, 'stretches' | 'whole'>> {
  const parts = splitStretches(units);
  if (parts.length < 2 || candidates.length < 2) return { stretches: [], whole: [] };
  const computeAdvantages = (questioned: Rowed): readonly number[] =>
    candidates.map(({ author, documents }) => computeMeanAdvantage(author, documents, { ...order, questioned }, stop));
  const isMeasured = computeAdvantages(order.questioned).every((advantage) => advantage !== 0);
  const scoresOf = isMeasured ? computeAdvantages : (questioned: Rowed) => scorePlainly(questioned, candidates);
  const stretches: AuthorChanges['stretches'][number][] = [];
  for (const part of parts) {
    yield;
    throwIfStopped(stop);
    const features = method.computeFeatures(part.map(({ start, end }) => text.slice(start, end)).join(' '));
    stretches.push({ start: part[0]!.start, end: part.at(-1)!.end, scores: scoresOf({ features }) });
  }
  return { stretches, whole: scoresOf(order.questioned) };
}

type Rowed = AuthorsOrder['questioned'];

/** Mean n-gram scores with the documents of each candidate, used if there are too few other authors to measure them against. */
function scorePlainly({ features }: Rowed, candidates: Rolled['candidates']): readonly number[] {
  const score = prepareProducts(negateDirections(features));
  return candidates.map(
    ({ documents }) => documents.reduce((sum, { profile }) => sum + score(profile.features), 0) / documents.length,
  );
}

/** Whole units of at least 200 words, or of as many as give 40 stretches. The rest is part of the last stretch. */
function splitStretches(units: readonly TextUnit[]): readonly (readonly TextUnit[])[] {
  const total = units.reduce((sum, { words }) => sum + words, 0);
  const count = Math.min(mostStretches, Math.floor(total / minStretchWords));
  const stretches: TextUnit[][] = [];
  let before = 0;
  for (const unit of units) {
    const place = Math.min(count - 1, Math.floor((before * count) / total));
    (stretches[place] ??= []).push(unit);
    before += unit.words;
  }
  return stretches.filter((stretch) => stretch.length > 0);
}
