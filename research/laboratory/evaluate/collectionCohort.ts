import type { FeatureMethod } from '../../../src/core/classical/featureRow';
import { seededHash } from '../../../src/core/evaluation/bootstrap';
import type { LabelledDocument } from '../tasks/documents';
import { countWords } from '../../../src/core/text/countWords';
import { type StopSignal, throwIfStopped } from '../../../src/core/work';
import { Cohort, type CohortMember, membersOfMode } from '../../../src/core/cohort/cohort';
import { firstOfEveryGenre } from '../../../src/core/cohort/cohortCache';

/**
 * The cohort that an index of these documents normalises scores by: of each mode 200 documents by the lowest hashes, and 100 of each
 * genre, each by itself, filled up with the population. Throws Cancelled.
 */
export function collectionCohort(
  documents: readonly LabelledDocument[],
  { ngrams, stop }: { readonly ngrams: FeatureMethod; readonly stop: StopSignal },
  population: () => readonly CohortMember[],
): Cohort {
  const ordered = documents
    .map((document) => ({ document, hash: seededHash(document.id, 0) }))
    .sort((a, b) => a.hash - b.hash)
    .map(({ document }) => document);
  const ofModes = (['written', 'spoken'] as const).flatMap((wanted) =>
    ordered.filter(({ mode }) => mode === wanted).slice(0, membersOfMode),
  );
  const own = [...new Set([...ofModes, ...firstOfEveryGenre(ordered)])].map(
    ({ id, mode, text, author, genre, title }) => {
      throwIfStopped(stop);
      return {
        mode,
        features: ngrams.featuresOf(text),
        document: { id, author, genre, title, words: countWords(text) },
      };
    },
  );
  return new Cohort(own, population);
}
