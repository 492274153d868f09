import { countWords } from '../../../../src/core/text/countWords';
import type { LabelledDocument } from '../../tasks/documents';
import { seededHash } from '../../../../src/core/evaluation/random';
import { lengthBands } from '../../../../src/core/verification/condition';
import { groupBy } from '../../../../src/core/groupBy';
import { sideOfDocuments, type TrialSide } from '../trials/trials';

/** A side that trials are made of: works of one author, in one mode and genre, of one source. */
export interface FoldSide extends TrialSide {
  readonly words: number;
}

/** Sides of a unit: two where its words do not do for more of the longest band. */
const fewest = 2;
const most = 3;
const longest = lengthBands.at(-1)!;

/** Authors of one mode and genre, of a source, whose texts are encoded; all, of those who are in the development texts. */
const mostOfSource = 15;

/**
 * The sides that trials are made of, so that no source has most of the trials: all sides of authors of several modes or genres and
 * of those named; of other authors with two sides at most 15 of each source, in the order of a hash.
 */
export function sampledSides(sides: readonly FoldSide[], all: ReadonlySet<string>, seed: number): readonly FoldSide[] {
  const kinds = groupBy(sides, ({ author }) => author);
  const isVaried = (author: string): boolean =>
    new Set(kinds.get(author)!.map(({ mode, genre }) => `${mode} ${genre}`)).size > 1;
  const others = [...kinds.keys()].filter(
    (author) => !all.has(author) && !isVaried(author) && kinds.get(author)!.length > 1,
  );
  const taken = groupBy(
    others.toSorted((a, b) => seededHash(a, seed) - seededHash(b, seed)),
    (author) => kinds.get(author)![0]!.source,
  );
  const kept = new Set([...taken.values()].flatMap((authors) => authors.slice(0, mostOfSource)));
  return sides.filter(({ author }) => all.has(author) || isVaried(author) || kept.has(author));
}

/** Sides of authors of several genres in one mode. */
export function sidesAcrossGenres(sides: readonly FoldSide[]): readonly FoldSide[] {
  const genres = groupBy(sides, ({ author, mode }) => JSON.stringify([author, mode]));
  const several = [...genres.values()].filter((own) => new Set(own.map(({ genre }) => genre)).size > 1);
  return several.flat();
}

/**
 * Deals the works of each author, mode, genre and source over two or three sides, so that no work is on two of them and each
 * is as long as can be. The order is that of a hash: it says nothing of the texts.
 */
export function foldSides(documents: readonly LabelledDocument[], seed: number): readonly FoldSide[] {
  const units = groupBy(documents, ({ author, mode, genre, source }) => JSON.stringify([author, mode, genre, source]));
  return [...units.values()].flatMap((unit) => {
    const works = [...groupBy(unit, ({ title }) => title).values()].map((work) => ({ work, words: wordsOf(work) }));
    works.sort((a, b) => seededHash(a.work[0]!.id, seed) - seededHash(b.work[0]!.id, seed));
    const total = works.reduce((sum, { words }) => sum + words, 0);
    const count = Math.min(works.length, most, Math.max(fewest, Math.floor(total / longest)));
    const sides = Array.from({ length: count }, () => ({ parts: [] as LabelledDocument[], words: 0 }));
    for (const { work, words } of works) {
      const shortest = sides.reduce((least, side) => (side.words < least.words ? side : least));
      if (shortest.words >= longest) break;
      shortest.parts.push(...work);
      shortest.words += words;
    }
    return sides.map(({ parts, words }) => ({
      ...sideOfDocuments(untilLongest(parts)),
      words: Math.min(words, longest),
    }));
  });
}

/** The first documents that reach the longest band together. */
function untilLongest(documents: readonly LabelledDocument[]): readonly LabelledDocument[] {
  let words = 0;
  return documents.filter(({ text }) => {
    const before = words;
    words += countWords(text);
    return before < longest;
  });
}

function wordsOf(documents: readonly LabelledDocument[]): number {
  return documents.reduce((sum, { text }) => sum + countWords(text), 0);
}
