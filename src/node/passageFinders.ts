import { LRUCache } from 'lru-cache';
import type { Steps, StopSignal } from '../core/basics/work';
import type { ReviewOptions } from '../core/casework/keptRecords';
import { CohortCache, ensureProfiles } from '../core/cohort/cohortCache';
import { readQuestionedWords } from '../core/copies/copies';
import type { Mode, QuestionedDocument } from '../core/domain/evidence';
import { type LanguageCollection, readCatalogueOf } from '../core/language/languageCollection';
import { LanguageCollections } from '../core/language/languageCollections';
import { MarkerRates, TextMarkersCache } from '../core/markers/textMarkers';
import { type PassageFinder, addAuthor } from '../core/passages/findPassages';
import type { ReviewedIndex } from '../core/ports';
import { CaseFits } from '../core/ranking/fitDiscriminant';
import { type RankingDependencies, readCandidate } from '../core/review/candidates';
import { type ReviewProgress, searchAndRank } from '../core/review/engine';
import { readAmong } from '../core/verification/question';
import type { Kernels } from '../lateInteraction/scoring/kernels';
import type { AuthorPassages, NamedAuthor } from '../protocol/engine';
import type { Models } from './loadedModels';
import type { FileIndex } from './sqlite/fileRows';
import { type LoadedVerifier, Verifiers } from './verifiers';

/** The finders of at most this many reviews are cached, the last ones. Each has the vectors of a text. */
const maxKept = 3;

/** Finds passages for the texts that were reviewed last, when somebody opens a candidate. */
export class PassageFinders {
  private readonly kept = new LRUCache<string, PassageFinder>({ max: maxKept });

  keep(key: string, finder: PassageFinder): void {
    this.kept.set(key, finder);
  }

  forget(): void {
    this.kept.clear();
  }

  /** The passages of an author of the index. If the text was not reviewed recently, it is searched again. Throws the errors of a review. */
  async *find(
    { file, ...deps }: RankingDependencies & { readonly file: string },
    questioned: QuestionedDocument,
    options: NamedAuthor,
    stop: StopSignal,
  ): Steps<ReviewProgress, AuthorPassages> {
    const { index, profiler } = deps;
    const { author } = options;
    const { contentHash } = index.readInfo();
    const key = formatFinderKey(file, contentHash, questioned, options);
    const finder = this.kept.get(key) ?? (yield* searchAndRank(deps, questioned, options, stop)).ranked.passages;
    this.keep(key, finder);
    const readProfiles = (documents: readonly string[]): ReturnType<typeof ensureProfiles> =>
      ensureProfiles(index, profiler, documents, { stop });
    const source = { index, listed: await index.listDocuments(), profilesOf: readProfiles };
    const request = await addAuthor(finder, author, source, stop);
    const among = readAmong(options.question, source.listed);
    const words = readQuestionedWords(questioned, stop);
    const about = { questioned, copies: finder.question.copies, words, among };
    return { index: contentHash, ...(yield* readCandidate(request, author, stop, { deps, asked: about })) };
  }
}

/**
 * A key for everything that a review's candidates depend on. Copies of an index have different keys, because one may be damaged or missing.
 */
export function formatFinderKey(
  file: string,
  index: string,
  { sha256, mode, byHand = [] }: QuestionedDocument,
  { candidates, excludeQuotes, question }: Pick<NamedAuthor, 'candidates' | 'excludeQuotes' | 'question'>,
): string {
  return [file, index, sha256, mode, candidates, excludeQuotes, JSON.stringify([byHand, question])].join(' ');
}

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
  private readonly markers = new TextMarkersCache();
  private readonly markersOf = new Map<string, TextMarkersCache>();

  constructor(
    private readonly models: Models,
    private readonly kernel: Kernels,
  ) {
    this.verifiers = new Verifiers(models, this.cohorts, this.markers);
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
    const { language } = collection ?? {};
    const ofLanguage = language && (this.markersOf.get(language) ?? new TextMarkersCache(readCatalogueOf(language)));
    if (language && ofLanguage) this.markersOf.set(language, ofLanguage);
    const counted = ofLanguage
      ? { cache: ofLanguage, rates: MarkerRates.uncounted, misspellings: new Map() }
      : {
          cache: this.markers,
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
}
