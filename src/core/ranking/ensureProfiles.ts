import type { Progress, ReferenceIndex, StopSignal, TextProfile } from '../ports';
import { throwIfStopped } from '../stop';
import { storedVector } from '../verification/features/storedVector';
import type { Profiler } from './profile';

/** How the making of profiles is stopped and followed. */
export interface ProfileRun {
  readonly stop: StopSignal;
  readonly progress?: Progress;
}

/**
 * The profiles of documents of an index. Those that it lacks, or that another profiler made, are made from the stored texts and
 * spans and stored. A document that another window has removed has none. Throws Cancelled between documents.
 */
export async function ensureProfiles(
  index: ReferenceIndex,
  profiler: Profiler,
  documents: readonly string[],
  { stop, progress }: ProfileRun,
): Promise<ReadonlyMap<string, TextProfile>> {
  const held = await index.profiles(documents, profiler.id);
  const missing = documents.filter((id) => !held.has(id));
  if (missing.length === 0) return held;
  const made = new Map<string, TextProfile>();
  for (const [done, id] of missing.entries()) {
    throwIfStopped(stop);
    progress?.(done, missing.length);
    const document = await index.document(id);
    if (document) made.set(id, profiler.profile(document, await storedVector(index, [id], stop)));
  }
  await index.storeProfiles(made, profiler.id);
  return new Map([...held, ...(await index.profiles(missing, profiler.id))]); // as the index rounds them
}
