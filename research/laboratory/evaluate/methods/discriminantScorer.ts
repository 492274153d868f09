import { compareIds, groupBy } from '../../../../src/core/basics/numbers';
import { CaseFit, mostOfAuthor, pieceLength } from '../../../../src/core/ranking/fitDiscriminant';
import { readSource } from '../../../../src/core/text/readText';
import type { StopSignal } from '../../../../src/core/basics/work';
import type { LabelledDocument } from '../../tasks/documents';
import { joinTexts } from './classicalScorer';
import type { DocumentScorer } from './documentScorer';

/** How much a text is like each author of some documents and unlike the others. Throws Cancelled. */
export function fitAuthors(
  documents: readonly LabelledDocument[],
  places: readonly number[],
  { text, stop }: { readonly text: string; readonly stop: StopSignal },
): ReadonlyMap<string, number> | undefined {
  const held = places.map((place) => documents[place]!);
  const authors = [...groupBy(held, ({ author }) => author)].sort(([a], [b]) => (a < b ? -1 : 1));
  const known = authors.map(([author, own]) => ({
    author,
    texts: own
      .toSorted(compareIds)
      .slice(0, mostOfAuthor)
      .map((document) => readSource(document).own),
  }));
  const asked = readSource({ text });
  return CaseFit.of(known, { words: pieceLength(asked.words) }, stop).fitted?.scoreText(asked.own);
}

/** `discriminant`: authors by what tells them from each other alone; those of whom it says nothing come last. */
export function discriminantScorer(documents: readonly LabelledDocument[]): DocumentScorer {
  return {
    score: (query, candidates, stop) => {
      const places = candidates.map(([place]) => place!);
      const scores = fitAuthors(documents, places, { text: joinTexts(documents, query), stop });
      return Float64Array.from(places, (place) => scores?.get(documents[place]!.author) ?? -Infinity);
    },
  };
}
