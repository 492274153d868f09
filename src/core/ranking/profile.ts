import type { FeatureRow } from '../classical/featureRow';
import { type Ngrams, opposed } from '../classical/ngrams';
import type { TextScorer } from '../classical/textScorer';
import type { SourceText } from '../domain';
import type { ReferencePopulation, TextProfile } from '../ports';
import { firstWords } from '../text/words';
import { Cohort } from '../verification/cohort';

/** Makes profiles. */
export interface Profiler {
  /** Names all that the numbers depend on: profiles of another id are not comparable. */
  readonly id: string;
  /** `open`: the text's unit document vector. */
  profile(text: Pick<SourceText, 'text' | 'mode'>, open: Float32Array): TextProfile;
}

/** N-grams of a longer text are counted up to this word, so that a profile stays small. */
const countedWords = 20_000;

/** A profiler by the learned metric, whose strangers are the members of a population as that metric shows them. */
export function ngramProfiler(id: string, ngrams: Ngrams, population: ReferencePopulation): Profiler {
  const members = population.members.map((member) => ({
    ...member,
    features: opposed(ngrams.ofTfidf(member.features)),
  }));
  return profilerOf(id, ngrams, { ...population, members });
}

/** A profiler whose strangers are the members of a population, with rows of the method's own. */
export function profilerOf(id: string, method: TextScorer<FeatureRow>, population: ReferencePopulation): Profiler {
  const cohort = new Cohort(population);
  return {
    id,
    profile({ text, mode }, open) {
      const features = method.describe(firstWords(text, countedWords));
      return { mode, open, features, strangers: cohort.ngramStatistics({ features }) };
    },
  };
}
