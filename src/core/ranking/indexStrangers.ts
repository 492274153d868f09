import type { IndexedDocument, ReferenceIndex } from '../ports';
import { ensureProfiles, type ProfileRun } from './ensureProfiles';
import type { Profiler } from './profile';
import { filledUp, sampled, Strangers } from './strangers';

/** The strangers of the index last asked for, kept until its documents change. */
export class IndexStrangers {
  private kept: { readonly key: string; readonly strangers: Strangers } | undefined;

  /** Makes the profiles of the sampled documents where they are missing. Throws Cancelled between documents. */
  async of(index: ReferenceIndex, profiler: Profiler, run: ProfileRun): Promise<Strangers> {
    const key = `${index.info().contentHash} ${profiler.id}`;
    if (this.kept?.key !== key) this.kept = { key, strangers: await strangersOf(index, profiler, run) };
    return this.kept.strangers;
  }
}

async function strangersOf(index: ReferenceIndex, profiler: Profiler, run: ProfileRun): Promise<Strangers> {
  const documents = sampled<IndexedDocument>(await index.documents());
  const ids = documents.map(({ id }) => id);
  const profiles = await ensureProfiles(index, profiler, ids, run);
  const own = documents.flatMap(({ id, author, mode }) => {
    const profile = profiles.get(id);
    return profile ? [{ mode, features: profile.features, document: { id, author } }] : [];
  });
  return new Strangers(
    filledUp(own, () => profiler.members()),
    run.stop,
  );
}
