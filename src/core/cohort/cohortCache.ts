import { computeRowKey } from '../classical/featureRow';
import type { TextKind, SourceText } from '../domain/evidence';
import { compareIds, groupBy } from '../basics/numbers';
import type { EncodedSpan, IndexedDocument, ReviewedIndex, TextProfile, ReferencePopulation } from '../ports';
import {
  Cohort,
  type CohortMember,
  limitByAuthor,
  formatGenreKey,
  maxOfAuthor,
  maxOfGenre,
  membersOfMode,
} from './cohort';
import { type WorkRun, throwIfStopped } from '../basics/work';
import type { LinearScorer, Ngrams } from '../classical/ngrams';
import { makeLate } from '../basics/caches';
import { takeFirstWords } from '../text/countWords';
import { averageTextVector } from '../../lateInteraction/scoring/patches';
import { readStoredSpans } from '../text/encodeText';
import { type Readable, encodedWords, readSource } from '../text/readText';

/** A sample has at most this many members of each mode by one author. */
const maxOfSampledAuthor = 20;

/** Caches the cohort of the last index until its documents change. */
export class CohortCache {
  private kept: { readonly key: string; readonly cohort: Cohort } | undefined;

  /** Computes missing profiles of the sampled documents. Throws Cancelled between documents. */
  async readCohort(index: ReviewedIndex, profiler: Profiler, run: WorkRun): Promise<Cohort> {
    const key = `${index.readInfo().contentHash} ${profiler.id}`;
    if (this.kept?.key === key) return this.kept.cohort;
    const listed = await index.listDocuments();
    const ordered = sortFileFirst(listed.filter(({ onServer }) => onServer?.hasProfile !== false));
    const sample = new Set(sampleModes(ordered));
    const documents = [...new Set([...sample, ...sampleGenres(ordered)])];
    const ids = documents.map(({ id }) => id);
    const profiles = await ensureProfiles(index, profiler, ids, run);
    // One of an author's documents that have the same text except for blanks is kept. Documents without profiles are left out.
    const texts = groupBy(
      documents.filter(({ id }) => profiles.has(id)),
      ({ id, author, mode }) => `${computeRowKey(profiles.get(id)!.features)} ${mode} ${author}`,
    );
    const once = [...texts.values()].map(([first]) => first!);
    const toMember = (document: IndexedDocument): CohortMember => {
      return { mode: document.mode, features: profiles.get(document.id)!.features, document };
    };
    const sampled = once.filter((document) => sample.has(document)).map(toMember);
    const cohort = new Cohort(once.map(toMember), () => profiler.listMembers(), sampled);
    this.kept = { key, cohort };
    return cohort;
  }
}

/**
 * A sample of 200 documents of each mode: those with the lowest ids, because ids are digests. It has few documents by one author, so that
 * they do not fill the neighbourhood of everybody else's texts.
 */
export function sampleModes<D extends Pick<IndexedDocument, 'id' | 'author' | 'mode' | 'onServer'>>(
  documents: readonly D[],
): readonly D[] {
  return (['written', 'spoken'] as const).flatMap((wanted) =>
    limitByAuthor(
      sortFileFirst(documents.filter(({ mode }) => mode === wanted)),
      readAuthor,
      maxOfSampledAuthor,
      membersOfMode,
    ),
  );
}

/** The first hundred documents of each mode and genre, at most ten by one author. */
export function sampleGenres<D extends TextKind & { readonly author: string }>(documents: readonly D[]): readonly D[] {
  const ofGenres = [...groupBy(documents, formatGenreKey).values()];
  const kept = new Set(ofGenres.flatMap((own) => limitByAuthor(own, readAuthor, maxOfAuthor, maxOfGenre)));
  return documents.filter((document) => kept.has(document));
}

const readAuthor = ({ author }: { readonly author: string }): string => author;

/** Sorts documents by id, with those of the file before those of a server. */
function sortFileFirst<D extends Pick<IndexedDocument, 'id' | 'onServer'>>(documents: readonly D[]): readonly D[] {
  return documents.toSorted((a, b) => Number(!!a.onServer) - Number(!!b.onServer) || compareIds(a, b));
}

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
    if (!document) continue;
    const spans: Pick<EncodedSpan, 'span' | 'documentVector'>[] = [];
    for await (const { span, documentVector } of readStoredSpans(index, id, stop)) spans.push({ span, documentVector });
    made.set(id, profiler.computeProfile(document, averageTextVector(spans)));
  }
  await index.storeProfiles(made, profiler.id);
  return new Map([...stored, ...(await index.readProfiles(missing, profiler.id))]); // with the rounding of the index
}
