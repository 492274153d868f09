import type { IndexedDocument, ReferenceIndex } from '../ports';
import { ensureProfiles, type ProfileRun } from './ensureProfiles';
import type { Profiler } from './profile';
import { filledUp, sampled, ReferenceCohort } from './referenceCohort';

/** The reference cohort of the index last asked for, kept until its documents change. */
export class IndexCohort {
  private kept: { readonly key: string; readonly cohort: ReferenceCohort } | undefined;

  /** Makes the profiles of the sampled documents where they are missing. Throws Cancelled between documents. */
  async of(index: ReferenceIndex, profiler: Profiler, run: ProfileRun): Promise<ReferenceCohort> {
    const key = `${index.info().contentHash} ${profiler.id}`;
    if (this.kept?.key !== key) this.kept = { key, cohort: await cohortOf(index, profiler, run) };
    return this.kept.cohort;
  }
}

async function cohortOf(index: ReferenceIndex, profiler: Profiler, run: ProfileRun): Promise<ReferenceCohort> {
  const documents = sampled<IndexedDocument>(await index.documents());
  const ids = documents.map(({ id }) => id);
  const profiles = await ensureProfiles(index, profiler, ids, run);
  const own = documents.flatMap(({ id, author, mode }) => {
    const profile = profiles.get(id);
    return profile ? [{ mode, features: profile.features, document: { id, author } }] : [];
  });
  return new ReferenceCohort(
    filledUp(own, () => profiler.members()),
    run.stop,
  );
}
