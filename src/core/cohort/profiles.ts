import type { LinearScorer, Ngrams } from '../classical/ngrams';
import type { SourceText } from '../domain/evidence';
import type { ReferencePopulation, ReviewedIndex, TextProfile } from '../ports';
import { makeLate } from '../basics/caches';
import { throwIfStopped, type WorkRun } from '../basics/work';
import { takeFirstWords } from '../text/countWords';
import { readDocumentVector } from '../text/encodeText';
import { type Readable, encodedWords, readSource } from '../text/readText';
import type { CohortMember } from './cohort';

/** Computes profiles of texts, and of the reference population. */
export class Profiler {
  /** The members of the reference population. They are built at the first call. */
  readonly listMembers: () => readonly CohortMember[];

  /**
   * @param id          identifies everything that the numbers depend on; profiles with another id are not comparable
   * @param method      computes the rows of features
   * @param population  its members, in the form of profiles
   */
  constructor(
    readonly id: string,
    readonly method: LinearScorer,
    population: () => readonly CohortMember[],
  ) {
    this.listMembers = makeLate(population);
  }

  /**
   * Computes a profile. Quotations and signatures do not count among the features.
   * @param documentVector  of the text, unit length
   */
  computeProfile(source: Readable & Pick<SourceText, 'mode'>, documentVector: Float32Array): TextProfile {
    const features = this.method.computeFeatures(takeFirstWords(readSource(source).own, encodedWords));
    return { mode: source.mode, documentVector, features };
  }
}

/** The members of a population with known features, in the form of profiles. Rows are computed on first use: most are never needed. */
export function listPopulationMembers({ members }: ReferencePopulation, ngrams: Ngrams): readonly CohortMember[] {
  return members.flatMap(({ mode, readFeatures }) => {
    if (!readFeatures) return [];
    const convert = makeLate(() => ngrams.convertTfidf(readFeatures()));
    return [
      {
        mode,
        get features() {
          return convert();
        },
      },
    ];
  });
}

/**
 * The profiles of documents of an index. Missing profiles, or those of another profiler, are computed from the stored texts and spans and
 * then stored. A document that another window removed has none. Throws Cancelled between documents.
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
  return new Map([...stored, ...(await index.readProfiles(missing, profiler.id))]); // with the rounding of the index
}
