import type { ConditionLimits } from '../core/verification/chooseCalibration';
import type { ComparedKind } from '../core/verification/condition';
import { ensureProfiles } from '../core/cohort/profiles';
import { lockEffect, otherThanPinned, pinCaveats } from '../core/casework/lock';
import { isFragmented } from '../core/copies/fragments';
import { type WithoutCopies, withNotes } from '../core/copies/copies';
import type { Basis, Mode, ModelFiles, NamedVerification } from '../core/domain';
import type { ReviewOptions } from '../core/engine';
import type { StopSignal } from '../core/work';
import type { CandidateOrigin, IndexedDocument, ReviewedIndex } from '../core/ports';
import type { CohortCache } from '../core/cohort/cohortCache';
import { FusedVerifier, type QuestionedVerifier } from '../core/verification/fusedVerifier';
import { relabelled } from '../core/verification/verbalScale';
import { populationOfIndex } from './population/population';
import { catalogue } from '../core/markers/catalogue/catalogue';
import type { TextHabitsCache } from '../core/markers/textHabits';
import { HabitScores } from '../core/verification/habitScores';
import type { Models } from './loadedModels';

/** A verifier with the files that it, and the order of a review, were loaded from. */
export interface LoadedVerifier {
  readonly verifier: FusedVerifier;
  readonly models: ModelFiles;
}

type VerifierParts = ConstructorParameters<typeof FusedVerifier>[0];

/** What the scores of an index are normalised against, and its own population where that is large enough. */
type VerifyingCohort = Pick<VerifierParts, 'cohort' | 'habits'> & {
  readonly own: VerifierParts['population'] | undefined;
};

/** Verifiers by the cohort behind them: the bundled population, or the documents of the index last asked for. */
export class Verifiers {
  private bundledVerifier: FusedVerifier | undefined;
  private ofIndex: { readonly contentHash: string; readonly mode: Mode; readonly cohort: VerifyingCohort } | undefined;

  constructor(
    private readonly models: Models,
    private readonly cohorts: CohortCache,
    private readonly texts: TextHabitsCache,
  ) {}

  /** The verifier whose cohort is the bundled population. Throws ModelMissing or ModelCorrupt. */
  async bundled(): Promise<LoadedVerifier> {
    this.bundledVerifier ??= new FusedVerifier({
      ...(await this.models.verifierParts()),
      habits: await this.habitScores(),
    });
    return { verifier: this.bundledVerifier, models: await this.models.files() };
  }

  /**
   * The verifier for questions to an index: its documents are the cohort that scores are normalised against, and its own
   * population stands in for the bundled one once it is large enough. Throws Cancelled.
   */
  async for(index: ReviewedIndex, mode: Mode, stop: StopSignal): Promise<LoadedVerifier> {
    const { contentHash } = index.info();
    const parts = await this.models.verifierParts();
    const profiler = await this.models.profiler();
    if (this.ofIndex?.contentHash !== contentHash || this.ofIndex.mode !== mode)
      this.ofIndex = { contentHash, mode, cohort: await this.cohortOf(index, mode, stop) };
    const { own, ...ofCohort } = this.ofIndex.cohort;
    const collection = {
      document: (id: string) => index.document(id), // of this file, whatever others hold the same
      rows: async (ids: readonly string[], stop: StopSignal) =>
        new Map(
          [...(await ensureProfiles(index, profiler, ids, { stop }))].map(([id, { features }]) => [id, features]),
        ),
    };
    const models = await this.models.files();
    return {
      verifier: new FusedVerifier({ ...parts, ...ofCohort, collection, population: own ?? parts.population }),
      models: own ? { ...models, indexPopulation: contentHash } : models,
    };
  }

  /** What a review could state in an index; without one, by what ships. Throws Cancelled. */
  async conditionLimits(
    index: ReviewedIndex | undefined,
    questioned: ComparedKind,
    options: ReviewOptions,
    stop: StopSignal,
  ): Promise<readonly ConditionLimits[]> {
    const { verifier, models } = await (index ? this.for(index, questioned.mode, stop) : this.bundled());
    const { origin } = lockEffect(options.validation, options, { models, index: index?.info().contentHash });
    return verifier.conditionLimits(questioned, { ...origin, verifier: options.verifier });
  }

  private async cohortOf(index: ReviewedIndex, mode: Mode, stop: StopSignal): Promise<VerifyingCohort> {
    const cohort = await this.cohorts.of(index, await this.models.profiler(), { stop });
    const isSame = this.ofIndex?.contentHash === index.info().contentHash;
    const habits = isSame ? this.ofIndex!.cohort.habits : await this.habitScores();
    return { cohort, habits, own: await populationOfIndex(index, mode) };
  }

  /** Counts habits of the catalogue, whatever a user has added to it. */
  private async habitScores(): Promise<HabitScores> {
    const rates = await this.models.habitRates();
    return new HabitScores(rates, (text) => this.texts.of(text).rates.slice(-catalogue().length));
  }
}

/** Verifies an author whom the user named, in the words of the scale asked for. */
export async function verifyNamed(
  {
    verifier,
    listed,
    ...used
  }: Omit<Basis, 'otherParts'> & {
    readonly verifier: QuestionedVerifier;
    readonly listed?: readonly IndexedDocument[];
  },
  { kept: known, notes }: WithoutCopies,
  options: ReviewOptions,
  stop: StopSignal,
): Promise<NamedVerification> {
  const { verifier: chosen, scale, pinned, validation } = options;
  const { caveats, lock, origin: withheld } = lockEffect(validation, options, { ...used, listed });
  const fragmented = isFragmented(notes) ? ({ withheld: 'fragmented' } as const) : {};
  const origin: CandidateOrigin = { authorsSearched: undefined, ...withheld, ...fragmented, verifier: chosen };
  const verified = withNotes(await verifier.verify(known, origin, stop), notes);
  const verification = relabelled(verified, scale);
  const otherParts = otherThanPinned(pinned, used);
  const said = [...pinCaveats(otherParts), ...caveats, ...verification.caveats];
  return { ...verification, caveats: said, ...used, otherParts, lock };
}
