import type { FeatureRow } from '../classical/featureRow';
import type { Ngrams } from '../classical/ngrams';
import type { LinearScorer } from '../classical/occurrences';
import type { PopulationMember, ReferencePopulation, TextProfiler } from '../ports';
import { firstWords } from '../text/countWords';
import type { CohortMember } from './referenceCohort';

/** Makes profiles of texts, and of the reference population. */
export interface Profiler extends TextProfiler {
  /** What rows of features are compared by. */
  readonly method: LinearScorer;
  /** The members of the reference population, as profiles show texts; made at the first call. */
  members(): readonly CohortMember[];
}

/** N-grams of a longer text are counted up to this word, so that a profile stays small. */
const countedWords = 20_000;

/** A profiler by the learned metric; the members of the population are known by their tf-idf rows. */
export function ngramProfiler(id: string, ngrams: Ngrams, population: ReferencePopulation): Profiler {
  return profilerOf(id, ngrams, () => populationMembers(population, ngrams));
}

/** The members of a population as profiles show texts. */
export function populationMembers(population: ReferencePopulation, ngrams: Ngrams): readonly CohortMember[] {
  return population.members.map((member) => new PopulationCohortMember(member, ngrams));
}

/** A member of the population, whose row is made when it is first asked for: most are never needed. */
class PopulationCohortMember implements CohortMember {
  readonly mode: CohortMember['mode'];
  private made: FeatureRow | undefined;

  constructor(
    private readonly member: PopulationMember,
    private readonly ngrams: Ngrams,
  ) {
    this.mode = member.mode;
  }

  get features(): FeatureRow {
    return (this.made ??= this.ngrams.ofTfidf(this.member.features));
  }
}

/** A profiler by any linear method. */
export function profilerOf(id: string, method: LinearScorer, members: () => readonly CohortMember[]): Profiler {
  let made: readonly CohortMember[] | undefined;
  return {
    id,
    method,
    profile: ({ text, mode }, documentVector) => ({
      mode,
      documentVector,
      features: method.featuresOf(firstWords(text, countedWords)),
    }),
    members: () => (made ??= members()),
  };
}
