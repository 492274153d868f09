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

/** What hands are told by. */
export interface AuthorChangeMeans {
  readonly ngrams: Pick<Ngrams, 'countFeatures' | 'metric' | 'idf' | 'rowLength'>;
  readonly weights: typeof authorChangeWeights;
}

/** What they are told by in one text. */
export interface CutMeans extends PartMeans {
  readonly ngrams: AuthorChangeMeans['ngrams'];
  readonly weights: AuthorChangeWeights;
}

/** With what the texts of candidates hold, each by rows of its texts. */
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
 * A text from stretch to stretch. The work yields wherever other work may come in between. Throws Cancelled.
 *
 * @param rolled  whose documents parts and stretches are compared with
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

/** Words that are looked at as one; of a longer text so many at a time, each half with the one before it and the one behind. */
const blockWords = 12_000;

/**
 * The parts of a text between the places where the hand seems to change; one part where it does not. Time grows with the length of the
 * text: of a long one, changes in a block of words are found among the words of that block. Throws Cancelled.
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

/** Units with what they hold, the first of which were counted before. */
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
 * Where the hand changes, in order. What stands before each sentence end is compared with what stands behind it. Where the two are furthest
 * apart the text is cut, if they are further than parts of one author's texts are, and either part is looked at again (binary segmentation).
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

/** The first unit that so many words stand before, counted from a unit on. */
function findUnitAfter(units: readonly TextUnit[], from: number, words: number): number {
  let [unit, left] = [from, words];
  while (unit < units.length && left > 0) left -= units[unit++]!.words;
  return unit;
}

/** The place where what stands before is furthest from what stands behind. */
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

/** Words of a stretch: fewer say nothing. */
const minStretchWords = 200;
/** Stretches of a long text. */
const mostStretches = 40;

/** Candidates whom stretches are compared with. */
export const rollingCandidates = 8;

/** What stretches are compared with, and how. */
export interface Rolled {
  readonly method: FeatureMethod;
  readonly order: AuthorsOrder;
  /** What tells the authors of the case from each other; undefined: too little is known of them, or it is of other kinds of text. */
  readonly ofCase?: CaseScores | undefined;
  /** Each with documents, at least one. */
  readonly candidates: readonly { readonly author: string; readonly documents: readonly AuthorsDocument[] }[];
}

/**
 * How each stretch of a text compares with the texts of each candidate by its n-grams. Nothing
 * where there are fewer than two stretches, or two candidates. After rolling.classify of stylo (Eder 2016). Throws Cancelled.
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

/** Mean n-gram scores with the documents of each candidate, where too few others are at hand to measure them by. */
function scorePlainly({ features }: Rowed, candidates: Rolled['candidates']): readonly number[] {
  const score = prepareProducts(negateDirections(features));
  return candidates.map(
    ({ documents }) => documents.reduce((sum, { profile }) => sum + score(profile.features), 0) / documents.length,
  );
}

/** Whole units of 200 words or more, or as many as make 40 stretches; what is left goes with the last. */
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
