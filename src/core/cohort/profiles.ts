import type { FeatureRow } from '../classical/featureRow';
import type { LinearScorer, Ngrams } from '../classical/ngrams';
import type { SourceText } from '../domain';
import type { ReferencePopulation, ReviewedIndex, TextProfile } from '../ports';
import { throwIfStopped, type WorkRun } from '../work';
import { takeFirstWords } from '../text/countWords';
import { readDocumentVector } from '../text/encodeText';
import { type Readable, readSource } from '../text/readText';
import type { CohortMember } from './cohort';

/** Makes profiles of texts, and of the reference population. */
export class Profiler {
  private made: readonly CohortMember[] | undefined;

  /**
   * @param id          names all that the numbers depend on: profiles of another id are not comparable
   * @param method      what rows of features are compared by
   * @param population  its members, as profiles show texts
   */
  constructor(
    readonly id: string,
    readonly method: LinearScorer,
    private readonly population: () => readonly CohortMember[],
  ) {}

  /**
   * What is quoted or signed does not count among the features.
   *
   * @param documentVector  of the text, unit length
   */
  computeProfile(source: Readable & Pick<SourceText, 'mode'>, documentVector: Float32Array): TextProfile {
    const features = this.method.computeFeatures(takeFirstWords(readSource(source).own, profiledWords));
    return { mode: source.mode, documentVector, features };
  }

  /** The members of the reference population; made at the first call. */
  listMembers(): readonly CohortMember[] {
    return (this.made ??= this.population());
  }
}

/** N-grams of a longer text are counted up to this word, so that a profile stays small. */
export const profiledWords = 20_000;

/** The members of a population whose features are known, as profiles show texts. */
export function listPopulationMembers({ members }: ReferencePopulation, ngrams: Ngrams): readonly CohortMember[] {
  return members.flatMap(({ mode, features }) =>
    features ? [new PopulationCohortMember(mode, features, ngrams)] : [],
  );
}

/** A member of the population, whose row is made when it is first asked for: most are never needed. */
class PopulationCohortMember implements CohortMember {
  private made: FeatureRow | undefined;

  constructor(
    readonly mode: CohortMember['mode'],
    private readonly tfidf: FeatureRow,
    private readonly ngrams: Ngrams,
  ) {}

  get features(): FeatureRow {
    return (this.made ??= this.ngrams.convertTfidf(this.tfidf));
  }
}

/**
 * The profiles of documents of an index. Those that it lacks, or that another profiler made, are made from the stored texts and
 * spans and stored. A document that another window has removed has none. Throws Cancelled between documents.
 */
export async function ensureProfiles(
  index: ReviewedIndex,
  profiler: Profiler,
  documents: readonly string[],
  { stop, progress }: WorkRun,
): Promise<ReadonlyMap<string, TextProfile>> {
  const stored = await index.readProfiles(documents, profiler.id);
  const missing = documents.filter((id) => !stored.has(id));
  if (missing.length === 0) return stored;
  const made = new Map<string, TextProfile>();
  for (const [done, id] of missing.entries()) {
    throwIfStopped(stop);
    progress?.(done, missing.length);
    const document = await index.readDocument(id);
    if (document) made.set(id, profiler.computeProfile(document, await readDocumentVector(index, [id], stop)));
  }
  await index.storeProfiles(made, profiler.id);
  return new Map([...stored, ...(await index.readProfiles(missing, profiler.id))]); // as the index rounds them
}
