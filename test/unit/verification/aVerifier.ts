import { plainHabits } from '../../fakes/uncountedMarkers';
import { computeIdf, Ngrams } from '../../../src/core/classical/ngrams';
import type { KnownDocument, SourceText } from '../../../src/core/domain/evidence';
import type { LanguageDetector, ReferencePopulation } from '../../../src/core/ports';
import type { Calibration } from '../../../src/core/verification/calibration';
import { type ClassicalStatistics, visitWordGrams } from '../../../src/core/classical/features';
import { Cohort, type CohortMember } from '../../../src/core/cohort/cohort';
import { type Collection, FusedVerifier } from '../../../src/core/verification/fusedVerifier';

export const sentence =
  'In accordance with the foregoing the committee resolved that the matter be deferred until further notice. ';
export const other =
  'Wind went round to the west and we ran before it all night, with the lamp lit, and nobody slept much. ';

export const questioned: SourceText = {
  id: 'q',
  text: sentence.repeat(10),
  mode: 'written',
  genre: 'email',
  language: 'en',
};
export const known: KnownDocument = {
  ...questioned,
  id: 'k1',
  text: sentence.repeat(40),
  author: 'A',
  role: 'known',
  title: '',
};
const members = [1, 2].map(() => ({
  mode: 'written' as const,
  genre: 'email',
  features: { ids: new Uint32Array(), weights: new Float32Array() },
}));
export const population: ReferencePopulation = {
  description: { id: 'test', authors: 2, genres: ['email'], years: undefined },
  members,
};
export const english: LanguageDetector = { detect: () => ({ language: 'en', latin: 1, other: 0 }) };
export const french: LanguageDetector = { detect: () => ({ language: 'fr', latin: 1, other: 0 }) };
const hashes = new Set<number>();
visitWordGrams(sentence + other, (hash) => hashes.add(hash));
/** Of the two sentences. */
export const statistics: ClassicalStatistics = {
  trainedOn: 'two sentences',
  documents: 1,
  words: { bits: 1, documents: new Uint16Array(2) },
  features: { hashes: Uint32Array.from(hashes).sort(), documents: new Uint16Array(hashes.size) },
};
export const ngrams = new Ngrams(statistics, {
  id: 'ngrams@plain',
  weights: computeIdf(statistics),
  directions: new Int8Array(),
  scales: new Float32Array(),
});

/** With a cohort of a collection beside the population of two. */
export function aVerifier(
  calibrations: readonly Calibration[],
  detector = english,
  {
    own = [],
    collection,
    language,
    method = ngrams,
  }: { method?: Ngrams; own?: readonly CohortMember[]; collection?: Collection; language?: string } = {},
): FusedVerifier {
  const cohort = new Cohort(own, () => members);
  return new FusedVerifier({
    ...{ ngrams: method, population, cohort, calibrations, detector, markerScores: plainHabits() },
    ...(collection && { collection }),
    ...(language !== undefined && { language }),
  });
}
