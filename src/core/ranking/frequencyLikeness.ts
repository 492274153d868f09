import { genreKey } from '../cohort/cohort';
import { shareCosine } from '../cohort/standardShares';
import type { StopSignal } from '../ports';
import { throwIfStopped } from '../stop';
import { weightOf } from '../verification/sides';
import type { AuthorsDocument, OrderByAll } from './authorsDocuments';

/**
 * What the likeness of frequencies adds to an author's mean advantage each time that the words double, and from how many on; chosen on
 * folds of sources (docs/decisions/0037-frequencies.md).
 */
const perDoubling = 2;
const fewWords = 1000;

/**
 * What each author's documents of the questioned text's mode and genre add to the advantage of all of them, by their share in it: how
 * often they use frequent n-grams. It counts more the more words the authors have there, half of them at least, and nothing up to 1,000.
 * Throws Cancelled.
 */
export function frequencyAdvantages(
  authors: readonly (readonly AuthorsDocument[])[],
  { questioned, kind, cohort, leftOut, frequencies }: OrderByAll,
  stop: StopSignal,
): readonly number[] {
  const alike = authors.map((documents) => documents.filter((document) => genreKey(document) === genreKey(kind)));
  const words = alike.flatMap((documents) => (documents.length > 0 ? [sumOf(documents, (each) => each.words)] : []));
  const median = words.sort((a, b) => a - b)[words.length >> 1] ?? 0;
  const weight = perDoubling * Math.log2(median / fewWords);
  const others = weight > 0 ? cohort.comparable(kind, new Set(leftOut)) : undefined;
  if (!others) return authors.map(() => 0);
  const standard = others.scores.standard(frequencies);
  const asked = standard.of([{ words: 1, features: questioned.features }]);
  const weigh = (documents: readonly AuthorsDocument[]): number => sumOf(documents, (each) => weightOf(kind, each));
  return authors.map((documents, i) => {
    throwIfStopped(stop);
    const own = alike[i]!.map(({ words: own, profile: { features } }) => ({ words: own, features }));
    return own.length === 0 ? 0 : (weight * shareCosine(asked, standard.of(own)) * weigh(alike[i]!)) / weigh(documents);
  });
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
