import { ensureProfiles, type Profiler, type CohortCache } from '../core/cohort/cohortCache';
import { nameLanguage } from '../core/text/language';
import { nameForLanguage } from '../core/verification/abstaining';
import type { LanguageCollection } from '../core/language/languageCollection';
import { lockEffect, findOtherThanPinned, findPinCaveats } from '../core/casework/lock';
import { type WithoutCopies, addNotes, isFragmented } from '../core/copies/copies';
import type { Basis, Mode, ModelFiles, NamedVerification } from '../core/domain/evidence';
import type { ReviewOptions } from '../core/casework/keptRecords';
import type { StopSignal } from '../core/basics/work';
import type { CandidateOrigin, IndexedDocument, ReviewedIndex } from '../core/ports';
import { FusedVerifier, type QuestionedVerifier } from '../core/verification/fusedVerifier';
import { readPopulationOfIndex } from './population/population';
import { readFittedMarkers } from '../core/markers/catalogue/catalogue';
import { groupByRarity } from '../core/ranking/tellingWords';
import type { TextMarkersCache } from '../core/markers/textMarkers';
import { MarkerScores } from '../core/verification/markerScores';
import type { NamedAuthor } from '../protocol/engine';
import { loadOnce, type Models } from './loadedModels';

/** A verifier with the files from which it, and the order of a review, were loaded. */
export interface LoadedVerifier {
  readonly verifier: FusedVerifier;
  /** All bundled calibrations for its scores. */
  readonly calibrations: VerifierParts['calibrations'];
  readonly models: ModelFiles;
}

type VerifierParts = ConstructorParameters<typeof FusedVerifier>[0];

/** What the scores of an index are normalised with, and its own population if that is large enough. */
type VerifyingCohort = Pick<VerifierParts, 'cohort' | 'markerScores'> & {
  readonly own: VerifierParts['population'] | undefined;
};

/** Verifiers by their cohort: the bundled population, or the documents of the last index. */
export class Verifiers {
  private ofIndex: { readonly contentHash: string; readonly mode: Mode; readonly cohort: VerifyingCohort } | undefined;

  constructor(
    private readonly models: Models,
    private readonly cohorts: CohortCache,
    private readonly texts: TextMarkersCache,
  ) {}

  /** The verifier with the bundled population as its cohort. Throws ModelMissing or ModelCorrupt. */
  readonly loadBundled = loadOnce(async (): Promise<LoadedVerifier> => {
    const parts = await this.models.loadVerifierParts();
    const verifier = new FusedVerifier({ ...parts, markerScores: await this.createMarkerScores() });
    return { verifier, calibrations: parts.calibrations, models: await this.models.listFiles() };
  });

  /**
   * The verifier for questions to an index. The index's documents are the cohort that normalises scores, and its own population replaces
   * the bundled one if it is large enough. Throws Cancelled.
   */
  async loadFor(index: ReviewedIndex, mode: Mode, stop: StopSignal): Promise<LoadedVerifier> {
    const { contentHash } = index.readInfo();
    const parts = await this.models.loadVerifierParts();
    const profiler = await this.models.loadProfiler();
    const former = this.ofIndex?.contentHash === contentHash ? this.ofIndex : undefined;
    if (former?.mode !== mode) {
      const cohort = await this.cohorts.readCohort(index, profiler, { stop });
      const markerScores = former?.cohort.markerScores ?? (await this.createMarkerScores());
      const own = await readPopulationOfIndex(index, mode);
      this.ofIndex = { contentHash, mode, cohort: { cohort, markerScores, own } };
    }
    const { own, ...ofCohort } = this.ofIndex!.cohort;
    const collection = createReaders(index, profiler);
    const models = await this.models.listFiles();
    return {
      calibrations: parts.calibrations,
      verifier: new FusedVerifier({ ...parts, ...ofCohort, collection, population: own ?? parts.population }),
      models: own ? { ...models, indexPopulation: contentHash } : models,
    };
  }

  /**
   * The verifier for questions to a collection in another language. The other authors of the collection are the only population. Throws
   * Cancelled.
   */
  async loadForLanguage(of: LanguageCollection): Promise<LoadedVerifier> {
    const { language, index, profiler, ngrams, cohort, rows, authors } = of;
    const { detector } = this.models;
    const { content } = await this.models.loadLanguages();
    const collection = createReaders(index, profiler);
    const members = rows.flatMap(({ mode, genre }) => (mode === 'unknown' ? [] : [{ mode, genre }]));
    const genres = [...new Set(rows.map(({ genre }) => genre))].sort();
    const description = { id: `collection in ${nameLanguage(language)}`, authors, genres, years: undefined };
    const calibrations = content.calibrations.map((each) => nameForLanguage(each, language));
    const verifier = new FusedVerifier({
      ...{ detector, ngrams, cohort, collection, language, calibrations },
      markerScores: await this.createMarkerScores(),
      population: { description, members },
    });
    return { verifier, calibrations, models: await this.models.listFiles() };
  }

  /** Counts the markers that ratios were fitted on. They are the last of the catalogue, and do not depend on markers that a user added. */
  private async createMarkerScores(): Promise<MarkerScores> {
    const rates = await this.models.loadMarkerRates();
    const { texts } = this;
    return new MarkerScores(rates, (text) => texts.countRates(text).slice(-readFittedMarkers().length));
  }
}

/** Reads documents of an index, those of this file even if others have the same, and their rows. */
function createReaders(index: ReviewedIndex, profiler: Profiler) {
  return {
    readDocument: (id: string) => index.readDocument(id),
    readRows: async (ids: readonly string[], stop: StopSignal) =>
      new Map([...(await ensureProfiles(index, profiler, ids, { stop }))].map(([id, { features }]) => [id, features])),
  };
}

/** Verifies an author that the user named. */
export async function verifyNamed(
  loaded: Omit<Basis, 'otherParts'> & {
    readonly verifier: QuestionedVerifier;
    readonly listed: readonly IndexedDocument[] | undefined;
  },
  { kept: known, notes }: WithoutCopies,
  options: ReviewOptions & Pick<Partial<NamedAuthor>, 'isExplained'>,
  stop: StopSignal,
): Promise<NamedVerification> {
  const { verifier, listed, ...used } = loaded;
  const { verifier: chosen, pinned, validation, isExplained } = options;
  const { caveats, lock, origin: withheld } = lockEffect(validation, options, { ...used, listed });
  const fragmented = isFragmented(notes) ? ({ withheld: 'fragmented' } as const) : {};
  const origin: CandidateOrigin = { authorsSearched: undefined, ...withheld, ...fragmented, verifier: chosen };
  const first = await verifier.verify(known, origin, stop);
  const verified = isExplained ? await verifier.explain(first, { known, origin }, groupByRarity, stop) : first;
  const verification = addNotes(verified, notes);
  const otherParts = findOtherThanPinned(pinned, used);
  const said = [...findPinCaveats(otherParts), ...caveats, ...verification.caveats];
  return { ...verification, caveats: said, ...used, otherParts, lock };
}
