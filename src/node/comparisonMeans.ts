import type { RankingDependencies } from '../core/review/candidates';
import { CohortCache } from '../core/cohort/cohortCache';
import type { Mode } from '../core/domain/evidence';
import type { ReviewOptions } from '../core/casework/reviewOptions';
import { readCatalogueOf } from '../core/language/habits';
import type { LanguageCollection } from '../core/language/languageCollection';
import { LanguageCollections } from '../core/language/languageCollections';
import { MarkerRates } from '../core/markers/markerRates';
import { TextMarkersCache } from '../core/markers/textMarkers';
import type { ReviewedIndex } from '../core/ports';
import { CaseFits } from '../core/ranking/caseFits';
import type { Kernels } from '../lateInteraction/scoring/kernels';
import type { StopSignal } from '../core/basics/work';
import type { Models } from './loadedModels';
import type { FileIndex } from './sqlite/fileRows';
import { type LoadedVerifier, Verifiers } from './verifiers';

/** The indexes of a question. Only the index file among them has texts in which markers can be counted. */
export interface SearchedIndexes {
  readonly index: ReviewedIndex;
  readonly local: FileIndex;
}

/** What texts are compared with: the English models, or the collection of another language. They are cached until an index changes. */
export class ComparisonMeans {
  readonly verifiers: Verifiers;
  readonly languages: LanguageCollections;
  private readonly cohorts = new CohortCache();
  private readonly fits = new CaseFits();
  private readonly habits = new TextMarkersCache();
  private readonly habitsOf = new Map<string, TextMarkersCache>();

  constructor(
    private readonly models: Models,
    private readonly kernel: Kernels,
  ) {
    this.verifiers = new Verifiers(models, this.cohorts, this.habits);
    this.languages = new LanguageCollections(models.detector);
  }

  /** @param collection  undefined for English */
  loadVerifier(
    index: ReviewedIndex,
    mode: Mode,
    collection: LanguageCollection | undefined,
    stop: StopSignal,
  ): Promise<LoadedVerifier> {
    return collection ? this.verifiers.loadForLanguage(collection) : this.verifiers.loadFor(index, mode, stop);
  }

  /** Prepares a ranking. For a text in another language, no English model is used except the encoder, which suggests places. */
  async prepareRanking(
    { index, local }: SearchedIndexes,
    own: ReviewOptions['markers'],
    collection?: LanguageCollection,
  ): Promise<RankingDependencies> {
    const { cohorts, fits, kernel, models } = this;
    const profiler = collection?.profiler ?? (await models.loadProfiler());
    const counted = collection
      ? { cache: this.readMarkerCache(collection.language), rates: MarkerRates.uncounted, misspellings: new Map() }
      : {
          cache: this.habits,
          phrases: (await models.loadPhrases()).content,
          rates: await models.loadMarkerRates(),
          misspellings: await models.loadMisspellings(),
        };
    const share = (word: string): number => profiler.method.computeDocumentShare(word);
    return {
      ...{ index: collection?.index ?? index, detector: models.detector, profiler, cohorts, fits, kernel, collection },
      ...{ encoder: await models.loadEncoder(), phrases: counted.phrases },
      markers: { own, index: collection?.index ?? local, share, ...counted },
    };
  }

  /** Counts the habits of a language. */
  private readMarkerCache(language: string): TextMarkersCache {
    const result = this.habitsOf.get(language) ?? new TextMarkersCache(readCatalogueOf(language));
    this.habitsOf.set(language, result);
    return result;
  }
}
