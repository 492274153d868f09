import type { FeatureRow } from '../classical/featureRow';
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

/** A profiler whose strangers are the members of a population. */
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
