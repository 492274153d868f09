import { rowKey } from '../classical/featureRow';
import type { TextKind } from '../domain';
import { byId, groupBy } from '../groupBy';
import type { IndexedDocument, ReviewedIndex, TextProfile } from '../ports';
import { Cohort, type CohortMember, fewByAuthor, genreKey, maxOfAuthor, maxOfGenre, membersOfMode } from './cohort';
import { ensureProfiles, type Profiler } from './profiles';
import type { WorkRun } from '../work';

/** Members of each mode by one author, in a sample. */
const maxOfSampledAuthor = 20;

/** The cohort of the index last asked for, kept until its documents change. */
export class CohortCache {
  private kept: { readonly key: string; readonly cohort: Cohort } | undefined;

  /** Makes the profiles of the sampled documents where they are missing. Throws Cancelled between documents. */
  async of(index: ReviewedIndex, profiler: Profiler, run: WorkRun): Promise<Cohort> {
    const key = `${index.info().contentHash} ${profiler.id}`;
    if (this.kept?.key !== key) this.kept = { key, cohort: await cohortOf(index, profiler, run) };
    return this.kept.cohort;
  }
}

async function cohortOf(index: ReviewedIndex, profiler: Profiler, run: WorkRun): Promise<Cohort> {
  const listed = await index.documents();
  const ordered = fileFirst(listed.filter(({ onServer }) => onServer?.hasProfile !== false));
  const sample = new Set(sampleOfModes(ordered));
  const documents = [...new Set([...sample, ...firstOfEveryGenre(ordered)])];
  const ids = documents.map(({ id }) => id);
  const profiles = await ensureProfiles(index, profiler, ids, run);
  const once = eachOnce(documents, profiles);
  const memberOf = (document: IndexedDocument): CohortMember => {
    return { mode: document.mode, features: profiles.get(document.id)!.features, document };
  };
  return new Cohort(
    once.map(memberOf),
    () => profiler.members(),
    once.filter((document) => sample.has(document)).map(memberOf),
  );
}

/**
 * Samples 200 documents of each mode, those with the lowest ids since ids are digests, and few by one author, who would be the whole
 * neighbourhood of everybody else's texts.
 */
export function sampleOfModes<D extends Pick<IndexedDocument, 'id' | 'author' | 'mode' | 'onServer'>>(
  documents: readonly D[],
): readonly D[] {
  return (['written', 'spoken'] as const).flatMap((wanted) =>
    fewByAuthor(
      fileFirst(documents.filter(({ mode }) => mode === wanted)),
      authorOf,
      maxOfSampledAuthor,
      membersOfMode,
    ),
  );
}

/** The first hundred documents of each mode and genre, ten by one author at most. */
export function firstOfEveryGenre<D extends TextKind & { readonly author: string }>(
  documents: readonly D[],
): readonly D[] {
  const ofGenres = [...groupBy(documents, genreKey).values()];
  const kept = new Set(ofGenres.flatMap((own) => fewByAuthor(own, authorOf, maxOfAuthor, maxOfGenre)));
  return documents.filter((document) => kept.has(document));
}

const authorOf = ({ author }: { readonly author: string }): string => author;

/** Keeps one of the documents by one author that have the same text but for blanks. Documents without profiles are left out. */
function eachOnce(
  documents: readonly IndexedDocument[],
  profiles: ReadonlyMap<string, TextProfile>,
): readonly IndexedDocument[] {
  const present = documents.filter(({ id }) => profiles.has(id));
  const texts = groupBy(present, ({ id, author, mode }) => `${rowKey(profiles.get(id)!.features)} ${mode} ${author}`);
  return [...texts.values()].map(([first]) => first!);
}

/** Sorts documents by id, with those of the file before those of a server. */
function fileFirst<D extends Pick<IndexedDocument, 'id' | 'onServer'>>(documents: readonly D[]): readonly D[] {
  return documents.toSorted((a, b) => Number(!!a.onServer) - Number(!!b.onServer) || byId(a, b));
}
