import type { FeatureRow } from '../classical/featureRow';
import type { Ngrams } from '../classical/ngrams';
import type { AuthorPart, AuthorChanges } from '../domain';
import type { StopSignal } from '../work';
import type { Search } from '../search';
import { type Rolled, compareStretches } from './rolling';
import { type PartMeans, scorePlaces } from './twoParts';
import { type TextUnit, splitUnits } from './textUnits';
import { computeDistance, type authorChangeWeights, type AuthorChangeWeights } from './weights';

/** What hands are told by. */
export interface AuthorChangeMeans {
  readonly ngrams: Pick<Ngrams, 'countFeatures' | 'metric' | 'idf' | 'rowLength'>;
  readonly weights: typeof authorChangeWeights;
}

/** What they are told by in one text. */
export interface CutMeans extends PartMeans {
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
 * A text from stretch to stretch. Throws Cancelled.
 *
 * @param rolled  whose documents parts and stretches are compared with
 */
export function findAuthorChanges(
  { questioned, exclude }: Pick<Search, 'questioned' | 'exclude'>,
  means: AuthorChangeMeans,
  rolled: Rolled,
  stop: StopSignal,
): AuthorChanges {
  const units = splitUnits(questioned.text, exclude, means.ngrams, stop);
  const known = rolled.candidates.map(({ documents }) => documents.map(({ profile }) => profile.features));
  return {
    parts: splitByAuthor(units, cutMeans(means, known), stop),
    ...compareStretches(questioned.text, units, rolled, stop),
  };
}

/** Words that are looked at as one; of a longer text so many at a time, each half with the one before it and the one behind. */
const blockWords = 12_000;

/**
 * The parts of a text between the places where the hand seems to change; one part where it does not. Time grows with the length of the
 * text: of a long one, changes in a block of words are found among the words of that block. Throws Cancelled.
 */
export function splitByAuthor(units: readonly TextUnit[], means: CutMeans, stop: StopSignal): readonly AuthorPart[] {
  if (units.length === 0) return [];
  const cuts: Cut[] = [];
  for (let [from, decided] = [0, 0]; decided < units.length;) {
    const end = findUnitAfter(units, from, blockWords);
    const until = end === units.length ? end : findUnitAfter(units, from, (blockWords * 3) / 4);
    const found = findCuts(units.slice(from, end), means, stop);
    const inBlock = found.map(({ unit, apart }) => ({ unit: from + unit, apart }));
    cuts.push(...inBlock.filter(({ unit }) => unit > decided && unit <= until));
    decided = until;
    from = Math.max(findUnitAfter(units, from, blockWords / 2), cuts.at(-1)?.unit ?? 0);
  }
  const first = toPart(units.slice(0, cuts[0]?.unit));
  return [first, ...cuts.map(({ unit, apart }, i) => ({ ...toPart(units.slice(unit, cuts[i + 1]?.unit)), apart }))];
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
function findCuts(units: readonly TextUnit[], means: CutMeans, stop: StopSignal): readonly Cut[] {
  const place = findFurthestPlace(units, means, stop);
  if (!place || place.apart < means.weights.threshold) return [];
  const behind = findCuts(units.slice(place.unit), means, stop);
  return [
    ...findCuts(units.slice(0, place.unit), means, stop),
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
function findFurthestPlace(units: readonly TextUnit[], means: CutMeans, stop: StopSignal): Cut | undefined {
  let furthest: Cut | undefined;
  for (const { unit, scores } of scorePlaces(units, means, stop)) {
    const apart = computeDistance(scores, means.weights);
    if (apart > (furthest?.apart ?? -Infinity)) furthest = { unit, apart };
  }
  return furthest;
}

function toPart(units: readonly TextUnit[]): AuthorPart {
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  return { start: units[0]!.start, end: units.at(-1)!.end, words };
}
