import type { AuthorPart, AuthorSplit, TextRange } from '../domain/evidence';
import { countWords } from '../text/countWords';
import { normaliseParts } from '../text/normalise';
import { splitBlocks, splitSentences } from '../text/sentences';
import { createPoll, type StopSignal, throwIfStopped } from '../basics/work';

/** A sentence, or a part of a long one: its place in the original text, and its normalised text. */
export interface TextUnit extends TextRange {
  readonly words: number;
  /** Normalised. */
  readonly text: string;
}

/** The shares of a text's words that may be before a split. */
const places = [0.25, 0.375, 0.5, 0.625, 0.75];

/** Separates the authors of a case. */
export interface CaseScores {
  /** The number of authors with a score. */
  readonly authors: number;
  /** How much more similar a text is to each author than to the others. */
  readonly scoreText: (text: string) => ReadonlyMap<string, number>;
}

/** Other sizes of cases, and longer texts, were not measured. The cases had eight authors, and texts up to 2,400 words. */
const measuredAuthors = { least: 4, most: 16 };
const mostWords = 2500;

/**
 * The distance between the parts of one author's text that 1 in 20 texts exceeds, by the words of the text. It was measured on cases of
 * eight authors of one source in folds of sources, with writers in the case and outside (`evaluate splits`,
 * docs/results/constants.md).
 */
const apartInOneOfTwenty: readonly (readonly [words: number, apart: number])[] = [
  [300, 0.54],
  [600, 0.38],
  [1200, 0.24],
];

/** The shares of texts of 600 words that are split in this way: docs/results/constants.md. */
export const splitShares = { ofOne: 0.06, ofTwo: 0.57, withOutsider: 0.38 } as const;

/**
 * The place that divides a text into two parts by different authors of the case, if the parts are further apart than those of one author's
 * texts. Undefined if there is none, or if such texts were not measured. Throws Cancelled.
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

/** The least distance between the parts of a text with this many words. Undefined for shorter texts, which were not measured. */
export function findLeastApart(words: number): number | undefined {
  return apartInOneOfTwenty.findLast(([from]) => from <= words)?.[1];
}

/**
 * The place with the largest distance between the two parts. Undefined if the parts are closest to different authors at no place. Throws
 * Cancelled.
 */
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
  const splits = places.flatMap((share): readonly AuthorSplit[] => {
    let summed = 0;
    const count = units.findIndex((unit) => (summed += unit.words) >= share * words) + 1;
    const sides = [units.slice(0, count), units.slice(count)] as const;
    if (sides.some((side) => side.length === 0)) return [];
    const [before, behind] = [score(sides[0]), score(sides[1])];
    const [first, next] = [findMostAlike(before), findMostAlike(behind)];
    if (first === next) return [];
    const lead = (scores: ReadonlyMap<string, number>, author: string, other: string) =>
      scores.get(author)! - scores.get(other)!;
    const apart = lead(before, first, next) + lead(behind, next, first);
    return [{ authors: [first, next], parts: [joinUnits(sides[0]), joinUnits(sides[1])], apart }];
  });
  return splits.sort((a, b) => b.apart - a.apart)[0];
}

function findMostAlike(scores: ReadonlyMap<string, number>): string {
  return [...scores].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/** A longer sentence is cut at a space, so that a text without sentence ends also has places to examine. */
const maxUnitLength = 600;

/** The sentences of a text in order, without the excluded ranges. An author change is never inside a sentence. Throws Cancelled. */
export function splitUnits(original: string, exclude: readonly TextRange[], stop: StopSignal): readonly TextUnit[] {
  const units: TextUnit[] = [];
  const poll = createPoll(stop);
  for (const normalised of normaliseParts(original, exclude, stop)) {
    for (const block of splitBlocks(normalised)) {
      const paragraph = normalised.text.slice(block.start, block.end);
      for (const sentence of splitSentences(paragraph)) {
        for (let start = sentence.start, end = start; end < sentence.end; start = end + 1) {
          const space = paragraph.lastIndexOf(' ', start + maxUnitLength);
          end = sentence.end - start > maxUnitLength && space > start ? space : sentence.end;
          const text = paragraph.slice(start, end);
          const range = normalised.toOriginal(block.start + start, block.start + end);
          poll(range.start);
          units.push({ ...range, words: countWords(text), text });
        }
      }
    }
  }
  return units;
}

/** The part of a text that consecutive units cover. */
function joinUnits(units: readonly TextUnit[]): AuthorPart {
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  return { start: units[0]!.start, end: units.at(-1)!.end, words };
}
