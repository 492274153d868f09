import { hashWithSeed } from '../../../src/core/evaluation/scoreGroups';
import type { LabelledDocument } from './documents';
import { groupBy } from '../../../src/core/basics/numbers';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';
import type { RankingTask } from './rankingTasks';

/** Lengths of documents that are searched together, in words. */
export interface Track {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

/** As long as the documents of the two test sets of SADIRI-v2 (§4.1). */
export const tracks: readonly Track[] = [
  { name: '350 words and more', least: 350, most: Infinity },
  { name: '80 to 349 words', least: 80, most: 349 },
];

/** Seeds of the splits of SADIRI-v2 (appendix B): each decides anew which genre of an author is questioned. */
export const splitSeeds = [0, 1001, 2001, 3001] as const;

/** Documents of an author that are questioned in a split. */
const mostQuestioned = 4;

/** The documents of a track; one that is too long is cut to a length between its limits that the id and the seed decide. */
export function documentsOfTrack(
  documents: readonly LabelledDocument[],
  { least, most }: Track,
  seed: number,
): readonly LabelledDocument[] {
  return documents.flatMap((document) => {
    const words = countWords(document.text);
    if (words < least) return [];
    if (words <= most) return [document];
    const length = least + (hashWithSeed(`${document.id} length`, seed) % (most - least + 1));
    return [{ ...document, text: takeFirstWords(document.text, length) }];
  });
}

/**
 * Needles of another genre among the documents of all other authors (SADIRI-v2, appendix B): in each split one mode and genre of
 * every author who has two is drawn, and up to four of its documents are questioned. Relevant are the author's other works in the
 * other genres; the author's further documents take no part. Which are drawn depends on ids, authors and genres alone.
 */
export function crossGenreTasks(documents: readonly LabelledDocument[], task: string): readonly RankingTask[] {
  const kindOf = (place: number): string => `${documents[place]!.mode} ${documents[place]!.genre}`;
  const places = documents
    .map((_, place) => place)
    .sort((a, b) => (documents[a]!.id < documents[b]!.id ? -1 : 1))
    .filter((place) => documents[place]!.genre !== 'unknown');
  const authors = [...groupBy(places, (place) => documents[place]!.author)].sort(([a], [b]) => (a < b ? -1 : 1));
  return splitSeeds.flatMap((seed) =>
    authors.flatMap(([author, own]) => {
      const kinds = [...groupBy(own, kindOf).keys()];
      const [kind] = kinds.toSorted(
        (a, b) => hashWithSeed(`${author} ${a}`, seed) - hashWithSeed(`${author} ${b}`, seed),
      );
      return own
        .filter((place) => kindOf(place) === kind)
        .toSorted((a, b) => hashWithSeed(documents[a]!.id, seed) - hashWithSeed(documents[b]!.id, seed))
        .map((place) => taskOf(place, task, { documents, own, kindOf }))
        .filter(({ relevant }) => relevant.length > 0)
        .slice(0, mostQuestioned);
    }),
  );
}

interface AuthorDocuments {
  readonly documents: readonly LabelledDocument[];
  readonly own: readonly number[];
  readonly kindOf: (place: number) => string;
}

function taskOf(questioned: number, task: string, { documents, own, kindOf }: AuthorDocuments): RankingTask {
  const isNeedle = (place: number): boolean =>
    kindOf(place) !== kindOf(questioned) && documents[place]!.title !== documents[questioned]!.title;
  const others = own.filter((place) => place !== questioned);
  const relevant = others.filter(isNeedle);
  return { task, query: [questioned], relevant, exclude: others.filter((place) => !isNeedle(place)) };
}
