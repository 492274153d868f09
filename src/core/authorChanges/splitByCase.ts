import { formatGenreKey } from '../cohort/cohort';
import type { AuthorSplit, TextKind } from '../domain';
import type { CaseFit, PieceMethod } from '../ranking/fitDiscriminant';
import { type StopSignal, throwIfStopped } from '../work';
import { joinUnits, type TextUnit } from './textUnits';

/** Shares of the words of a text that may be before a split. */
const places = [0.25, 0.375, 0.5, 0.625, 0.75];

/** What tells the authors of a case from each other. */
export interface CaseScores {
  /** How many have a score. */
  readonly authors: number;
  /** How much a text is like each author and unlike the others. */
  readonly scoreText: (text: string) => ReadonlyMap<string, number>;
}

/** Undefined: too little is known of the authors, or most of their texts are of another mode or genre than the questioned one. */
export function scoreByCase(
  { fit: { fitted }, documents }: { readonly fit: CaseFit; readonly documents: readonly TextKind[] },
  questioned: TextKind,
  method: PieceMethod,
): CaseScores | undefined {
  const kind = formatGenreKey(questioned);
  const alike = documents.filter((document) => formatGenreKey(document) === kind);
  if (!fitted || 2 * alike.length <= documents.length) return undefined;
  return { authors: fitted.discriminant.authors.length, scoreText: (text) => fitted.scoreText(text, method) };
}

/** Cases of other sizes and longer texts were not measured: cases had eight authors, texts up to 2,400 words. */
const measuredAuthors = { least: 4, most: 16 };
const mostWords = 2500;

/**
 * How far the parts of one author's text lie apart in 1 of 20 texts, by its words: of cases of eight authors of one source in folds of
 * sources, by writers in the case and outside (`evaluate splits`, docs/decisions/0039-several-hands.md).
 */
const apartInOneOfTwenty: readonly (readonly [words: number, apart: number])[] = [
  [300, 0.29],
  [600, 0.18],
  [1200, 0.15],
];

/** Shares of texts of 600 words that fall into two parts so: docs/decisions/0039-several-hands.md. */
export const splitShares = { ofOne: 0.05, ofTwo: 0.62, withOutsider: 0.29 } as const;

/**
 * The place where a text falls into two parts of which each is most like another author of the case, further than the parts of one
 * author's texts do. Undefined: it falls into none, or this was not measured for such texts. Throws Cancelled.
 */
export function findSplit(
  text: string,
  units: readonly TextUnit[],
  { authors, scoreText }: CaseScores,
  stop: StopSignal,
): AuthorSplit | undefined {
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  const least = findLeastApart(words);
  if (least === undefined || words > mostWords || authors < measuredAuthors.least || authors > measuredAuthors.most)
    return undefined;
  const best = findFurthestSplit(text, units, scoreText, stop);
  return best && best.apart > least ? best : undefined;
}

/** How far the parts of a text of so many words must lie apart; undefined: shorter texts were not measured. */
export function findLeastApart(words: number): number | undefined {
  return apartInOneOfTwenty.findLast(([from]) => from <= words)?.[1];
}

/** The place where the two parts lie furthest apart. Undefined: at no place are they most like two authors. Throws Cancelled. */
export function findFurthestSplit(
  text: string,
  units: readonly TextUnit[],
  scoreText: CaseScores['scoreText'],
  stop: StopSignal,
): AuthorSplit | undefined {
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  const score = (side: readonly TextUnit[]): ReadonlyMap<string, number> => {
    throwIfStopped(stop);
    return scoreText(side.map(({ start, end }) => text.slice(start, end)).join(' '));
  };
  const splits = places.flatMap((share) => compareSides(cutUnits(units, share * words), score));
  return splits.sort((a, b) => b.apart - a.apart)[0];
}

/** The units up to so many words, and all others. */
function cutUnits(units: readonly TextUnit[], words: number): readonly [readonly TextUnit[], readonly TextUnit[]] {
  let before = 0;
  const first = units.findIndex((unit) => (before += unit.words) >= words) + 1;
  return [units.slice(0, first), units.slice(first)];
}

/** Nothing where both sides are most like one author, or one of them has no words. */
function compareSides(
  sides: readonly [readonly TextUnit[], readonly TextUnit[]],
  score: (side: readonly TextUnit[]) => ReadonlyMap<string, number>,
): readonly AuthorSplit[] {
  if (sides.some((side) => side.length === 0)) return [];
  const [before, behind] = sides.map(score) as [ReadonlyMap<string, number>, ReadonlyMap<string, number>];
  const [first, next] = [findMostAlike(before), findMostAlike(behind)];
  if (first === next) return [];
  const lead = (scores: ReadonlyMap<string, number>, author: string, other: string) =>
    scores.get(author)! - scores.get(other)!;
  const apart = lead(before, first, next) + lead(behind, next, first);
  return [{ authors: [first, next], parts: [joinUnits(sides[0]), joinUnits(sides[1])], apart }];
}

function findMostAlike(scores: ReadonlyMap<string, number>): string {
  return [...scores].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
