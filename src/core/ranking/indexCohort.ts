import { rowKey } from '../classical/featureRow';
import { groupBy } from '../groupBy';
import type { IndexedDocument, ReferenceIndex, TextProfile } from '../ports';
import { Cohort, cohortMembers, ofEveryKind, type Stranger } from '../verification/cohort';
import { ensureProfiles, type ProfileRun } from './ensureProfiles';
import type { Profiler } from './profile';
import { type CohortMember, filledUp, sampled, ReferenceCohort } from './referenceCohort';

/** What an index says of texts by strangers. */
export interface IndexStrangers {
  /** Of the combined order. */
  readonly neighbours: ReferenceCohort;
  /** That the scores of a verification are normalised against. */
  readonly cohort: Cohort;
}

/** The strangers of the index last asked for, kept until its documents change. */
export class IndexCohort {
  private kept: { readonly key: string; readonly strangers: IndexStrangers } | undefined;

  /** Makes the profiles of the sampled documents where they are missing. Throws Cancelled between documents. */
  async of(index: ReferenceIndex, profiler: Profiler, run: ProfileRun): Promise<IndexStrangers> {
    const key = `${index.info().contentHash} ${profiler.id}`;
    if (this.kept?.key !== key) this.kept = { key, strangers: await strangersOf(index, profiler, run) };
    return this.kept.strangers;
  }
}

async function strangersOf(index: ReferenceIndex, profiler: Profiler, run: ProfileRun): Promise<IndexStrangers> {
  const documents = await index.documents();
  const ofModes = sampled<IndexedDocument>(documents);
  const ofKinds = ofEveryKind(documents.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  const either = [...new Set([...ofModes, ...ofKinds])];
  const profiles = await ensureProfiles(
    index,
    profiler,
    either.map(({ id }) => id),
    run,
  );
  const described = (chosen: readonly IndexedDocument[]): readonly (CohortMember & Stranger)[] =>
    eachOnce(chosen, profiles).map(({ id, author, mode, genre }) => ({
      ...{ mode, features: profiles.get(id)!.features },
      document: { id, author, genre },
    }));
  const members = (): readonly CohortMember[] => profiler.members();
  return {
    neighbours: new ReferenceCohort(filledUp(described(ofModes), members), run.stop),
    cohort: new Cohort(cohortMembers(described(either), members)),
  };
}

/** Of documents with profiles those of one author that have the same text, but for blanks, once. */
function eachOnce(
  documents: readonly IndexedDocument[],
  profiles: ReadonlyMap<string, TextProfile>,
): readonly IndexedDocument[] {
  const held = documents.filter(({ id }) => profiles.has(id));
  const texts = groupBy(held, ({ id, author, mode }) => `${rowKey(profiles.get(id)!.features)} ${mode} ${author}`);
  return [...texts.values()].map(([first]) => first!);
}
