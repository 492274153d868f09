import type { Ngrams } from '../../../src/core/classical/ngrams';
import { hashWithSeed } from '../../../src/core/evaluation/scoreGroups';
import type { LabelledDocument } from '../tasks/documents';
import { countWords } from '../../../src/core/text/countWords';
import { type StopSignal, throwIfStopped } from '../../../src/core/basics/work';
import { Cohort, type CohortMember, membersOfMode } from '../../../src/core/cohort/cohort';
import { sampleGenres } from '../../../src/core/cohort/cohortCache';
import { readFittedMarkers } from '../../../src/core/markers/catalogue/catalogue';
import { type MarkerRates, TextMarkersCache } from '../../../src/core/markers/textMarkers';
import { MarkerScores } from '../../../src/core/verification/markerScores';

/** What a collection is seen by. */
interface CollectionMeans {
  readonly ngrams: Pick<Ngrams, 'computeFeatures'>;
  /** Counts the habits of its documents. */
  readonly markerScores: MarkerScores;
  readonly stop: StopSignal;
}

/** Counts the habits that ratios are fitted on in texts, in each once. */
export function habitCounter(rates: MarkerRates): MarkerScores {
  const counter = new TextMarkersCache(readFittedMarkers());
  return new MarkerScores(rates, (text) => counter.readOrCount(text).rates);
}

/**
 * The cohort that an index of these documents normalises scores by: of each mode 200 documents by the lowest hashes, and 100 of each
 * genre, each by itself, filled up with the population. Throws Cancelled.
 */
export function collectionCohort(
  documents: readonly LabelledDocument[],
  { ngrams, markerScores: habits, stop }: CollectionMeans,
  population: () => readonly CohortMember[],
): Cohort {
  const ordered = documents
    .map((document) => ({ document, hash: hashWithSeed(document.id, 0) }))
    .sort((a, b) => a.hash - b.hash)
    .map(({ document }) => document);
  const ofModes = (['written', 'spoken'] as const).flatMap((wanted) =>
    ordered.filter(({ mode }) => mode === wanted).slice(0, membersOfMode),
  );
  const own = [...new Set([...ofModes, ...sampleGenres(ordered)])].map(({ id, mode, text, author, genre, title }) => {
    throwIfStopped(stop);
    habits.add(id, { text, genre });
    return {
      mode,
      features: ngrams.computeFeatures(text),
      document: { id, author, genre, title, words: countWords(text) },
    };
  });
  return new Cohort(own, population);
}
