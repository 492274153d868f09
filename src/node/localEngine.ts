import path from 'node:path';
import { ratioTexts } from '../core/copies/fragments';
import { type WithoutCopies, excludeCopies, QuestionedWords, sameShare } from '../core/copies/copies';
import { caseLikeness } from '../core/comparison/likeness';
import type { Evidence, KnownDocument, ModelFiles, QuestionedDocument, TextRange } from '../core/domain';
import type { RankingDependencies } from '../core/candidates';
import { knownRows, review, textsOf, type ReviewOptions, type ReviewProgress } from '../core/engine';
import { sameText, unknownAuthor } from '../core/errors';
import { handWeights } from '../core/hands/weights';
import type { EncodedSpan, IndexedDocument, IndexInfo, ReviewedIndex } from '../core/ports';
import type { PassageFinder } from '../core/passages/findPassages';
import { CaseFits } from '../core/ranking/caseFits';
import { CohortCache } from '../core/cohort/cohortCache';
import type { Kernels } from '../core/scoring/kernels';
import { habitNamed } from '../core/markers/authorMarkers';
import { type Concordance, ConcordanceSearch } from '../core/markers/concordance';
import { type Profile, profileOf } from '../core/markers/markersOf';
import { habitsWith } from '../core/markers/ownMarkers';
import { TextHabitsCache } from '../core/markers/textHabits';
import { reported, stage, type Steps, type StopSignal, throwIfStopped } from '../core/work';
import { checkDocument } from '../core/text/document';
import { ownSources, readingOf } from '../core/text/readText';
import { encodeSpans, encodeText } from '../core/text/encodeText';
import { validateIndex } from '../core/validation/validateIndex';
import { requireEnglish } from '../core/verification/warnings';
import type { EngineProgress, EngineService, IndexReport, ReadText } from '../protocol/engine';
import { compareTexts } from '../core/comparison/passagesBetween';
import { readDocument } from './documents/readDocument';
import { addAll, additionsOf } from './indexing';
import { Models } from './loadedModels';
import { finderKey, PassageFinders } from './passageFinders';
import { Verifiers, verifyNamed } from './verifiers';
import { OpenIndexes } from './openIndexes';
import { isServerUrl, type ServerAdapter } from './serverPort';
import { type FileIndex, openFile } from './sqlite/fileRows';

/** What a method of the service is asked, and how it is stopped. */
type Asked<Method extends keyof EngineService> = readonly [stop: StopSignal, ...Parameters<EngineService[Method]>];
/** The steps of a long method, and then its answer. */
type Answered<Method extends keyof EngineService> = Steps<EngineProgress, Awaited<ReturnType<EngineService[Method]>>>;
/** The methods of the service: a short one gives a promise, a long one its steps. */
type Answers = {
  [M in keyof EngineService]: (...asked: Asked<M>) => ReturnType<EngineService[M]> | Answered<M>;
};

/** What a question searches, and the index file in it, which alone has texts to count habits in. */
interface SearchedIndexes {
  readonly index: ReviewedIndex;
  readonly local: FileIndex;
}

/** The whole engine in one thread: models and index files are opened on first use and kept until `close`. */
export class LocalEngine implements Answers {
  private readonly models: Models;
  private readonly verifiers: Verifiers;
  private readonly kernels: Kernels;
  private readonly cohorts = new CohortCache();
  private readonly fits = new CaseFits();
  private readonly finders = new PassageFinders();
  private readonly habits = new TextHabitsCache();
  private readonly indexes: OpenIndexes;
  /** Undefined: no question has named a server yet. */
  private servers: Promise<ServerAdapter> | undefined;

  constructor(options: { readonly modelsFolder: string; readonly kernels: Kernels }) {
    this.models = new Models(options);
    this.verifiers = new Verifiers(this.models, this.cohorts, this.habits);
    this.kernels = options.kernels;
    const forget = (): void => this.finders.forget();
    this.indexes = new OpenIndexes(() => this.models.indexEncoder(), options.kernels, forget);
  }

  /** Answers by some method; indexes are closed some time after the last answer, with what reads from them. */
  during<Told, Answer>(steps: Steps<Told, Answer>): Steps<Told, Answer> {
    return this.indexes.during(steps);
  }

  async warm(): Promise<Readonly<Record<string, string>>> {
    const encoder = await this.models.encoder();
    await encoder.encode(['A first sentence warms the model.'], { stopped: false });
    return { encoder: encoder.modelId };
  }

  modelFiles(): Promise<ModelFiles> {
    return this.models.files();
  }

  async readDocument(stop: StopSignal, file: string, anyLength = false): Promise<ReadText> {
    const read = await readDocument(file, stop);
    if (!anyLength) checkDocument(read.text, path.basename(file));
    return read;
  }

  async conditionLimits(...[stop, file, questioned, options]: Asked<'conditionLimits'>) {
    const index = file === undefined ? undefined : await this.indexes.openIfThere(file);
    return this.verifiers.conditionLimits(index, questioned, options, stop);
  }

  async *validate(...[stop, file, kind, { verifier: chosen }]: Asked<'validate'>): Answered<'validate'> {
    const index = await this.indexes.open(file);
    const { verifier } = await this.verifiers.for(index, kind.mode, stop);
    const { calibrations } = await this.models.verifierParts();
    return yield* stage('validating', (progress) =>
      validateIndex({ index, verifier, calibrations }, kind, { stop, progress, ...(chosen && { chosen }) }),
    );
  }

  async *review(...[stop, file, questioned, options]: Asked<'review'>): Answered<'review'> {
    const local = await this.indexes.open(file);
    const of = (index: ReviewedIndex): Steps<ReviewProgress, Evidence> =>
      this.reviewOf({ index, local, file }, questioned, options, stop);
    return yield* options.server ? (await this.server()).review(local, options.server, of, stop) : of(local);
  }

  private async *reviewOf(
    { file, ...indexes }: SearchedIndexes & { readonly file: string },
    ...[questioned, options, stop]: [QuestionedDocument, ReviewOptions, StopSignal]
  ): Steps<ReviewProgress, Evidence> {
    const { index, local } = indexes;
    const parts = {
      local,
      ...(await this.ranking(indexes, options.markers)),
      ...(await this.verifiers.for(index, questioned.mode, stop)),
      search: await this.models.searchCalibration(),
      hands: { ngrams: (await this.models.verifierParts()).ngrams, weights: handWeights },
    };
    const key = finderKey(file, index.info().contentHash, questioned, options);
    const keep = (found: PassageFinder): void => this.finders.keep(key, found);
    return yield* review({ ...parts, keep }, questioned, options, stop);
  }

  async *passages(...[stop, file, questioned, options]: Asked<'passages'>): Answered<'passages'> {
    const local = await this.indexes.open(file);
    const { server: address, markers } = options;
    const deps = await this.ranking({ index: local, local }, markers);
    const of = (index: ReviewedIndex) => this.finders.of({ ...deps, index, file }, questioned, options, stop);
    const found = yield* address ? (await this.server()).ask({ local, address }, of, stop) : of(local);
    return { ...found, index: local.info().contentHash };
  }

  async *verifyAuthor(...[stop, file, questioned, options]: Asked<'verifyAuthor'>): Answered<'verifyAuthor'> {
    const { author } = options;
    const index = await this.indexes.open(file);
    const listed = await index.documents();
    const known = await textsOf(index, knownRows(listed, author));
    const { contentHash } = index.info(); // before anything else is read, which may follow another window
    if (known.length === 0) throw unknownAuthor(author, listed);
    const texts = different(ratioTexts(this.checked(questioned, known, stop), known, stop));
    yield { stage: 'verifying', done: 0, total: 1 };
    const { verifier, models } = await this.verifiers.for(index, questioned.mode, stop);
    const loaded = { verifier: verifier.of(questioned), models, index: contentHash, listed };
    return verifyNamed(loaded, texts, options, stop);
  }

  async *verifyTexts(...[stop, questioned, known, options]: Asked<'verifyTexts'>): Answered<'verifyTexts'> {
    const texts = different(ratioTexts(this.checked(questioned, known, stop), known, stop));
    yield { stage: 'verifying', done: 0, total: 1 };
    const { verifier, models } = await this.verifiers.bundled();
    return verifyNamed({ verifier: verifier.of(questioned), models, index: undefined }, texts, options, stop);
  }

  async profile(...[stop, file, { author, markers: own }]: Asked<'profile'>): Promise<Profile> {
    const index = await this.indexes.open(file);
    const { markers } = await this.ranking({ index, local: index }, own);
    const found = await profileOf(markers, author, stop);
    if (author !== undefined && found.columns.length === 0) throw unknownAuthor(author, await index.documents());
    return found;
  }

  async concordance(...[stop, file, questioned, { words, markers }]: Asked<'concordance'>): Promise<Concordance> {
    const search = new ConcordanceSearch(habitNamed(words, habitsWith(markers)));
    for (const text of questioned) search.add({ ...text, title: text.id, author: '', role: 'questioned' });
    const index = await this.indexes.open(file);
    for (const { id } of await index.documents()) {
      throwIfStopped(stop);
      const document = await index.document(id);
      if (document) search.add(document);
    }
    return search.result;
  }

  async *likeness(...[stop, file, questioned]: Asked<'likeness'>): Answered<'likeness'> {
    const index = await this.indexes.open(file);
    const parts = { index, encoder: await this.models.encoder(), profiler: await this.models.profiler() };
    return yield* caseLikeness(parts, questioned, stop);
  }

  async *compare(...[stop, first, second]: Asked<'compare'>): Answered<'compare'> {
    const known: KnownDocument = { ...second, title: second.id, author: second.id, role: 'known' };
    const { notes } = different(excludeCopies(this.checked(first, [known], stop), [known], stop, sameShare));
    const { detector } = this.models;
    const parts = { profiler: await this.models.profiler(), kernel: this.kernels, detector };
    const compared = yield* compareTexts({ ...parts, encode: await this.encoding(stop) }, first, known, stop);
    return { ...compared, notes: [...notes, ...compared.notes] };
  }

  /** Reads and adds documents one by one; one that fails is reported and passed over. */
  async *addDocuments(...[stop, file, documents, shard]: Asked<'addDocuments'>): Answered<'addDocuments'> {
    const additions = additionsOf(documents, path.dirname(file), stop);
    const index = await this.indexes.open(file, true);
    const encode = await this.encoding(stop);
    return yield* addAll(
      { index, encode, profiler: await this.models.profiler(), stop, ...(shard && { shard }) },
      additions,
    );
  }

  /** Takes documents out of a damaged index, too. */
  async removeDocuments(_stop: StopSignal, file: string, documents: readonly string[]): Promise<IndexReport> {
    return this.maintaining(file, 'remove', async (index) => {
      const removed = await index.remove(documents);
      return { added: 0, present: 0, replaced: 0, removed, documents: await index.count(), problems: [] };
    });
  }

  async indexInfo(_stop: StopSignal, file: string): Promise<IndexInfo> {
    if (isServerUrl(file)) return this.maintaining(file, 'check', (index) => Promise.resolve(index.info()));
    const index = await this.indexes.open(file);
    await index.documents(); // reads what other connections have changed, such as one that removed a document
    return index.info();
  }

  async listDocuments(_stop: StopSignal, file: string): Promise<readonly IndexedDocument[]> {
    if (isServerUrl(file)) return this.maintaining(file, 'check', (index) => index.documents());
    return (await this.indexes.open(file)).documents();
  }

  async knownDocument(_stop: StopSignal, file: string, id: string): Promise<KnownDocument | undefined> {
    return (await this.indexes.open(file)).document(id);
  }

  async *checkIndex(stop: StopSignal, file: string): Answered<'checkIndex'> {
    return yield* reported((report) =>
      this.maintaining(file, 'check', async (index) => {
        const progress = (done: number, total: number): void => report({ maintenance: 'checking', done, total });
        const problems = await index.check({ stop, progress });
        return { problems, documents: await index.count().catch(() => undefined) };
      }),
    );
  }

  async *repairIndex(stop: StopSignal, file: string): Answered<'repairIndex'> {
    const encoder = await this.models.encoder();
    return yield* reported((report) =>
      this.maintaining(file, 'repair', (index) => {
        const progress = (done: number, total: number): void => report({ maintenance: 'repairing', done, total });
        return index.repair({
          encode: (document) => {
            const exclude = readingOf(document, stop).exclusions;
            return encodeText(document.text, encoder, { n: encoder.patchTokens, exclude, stop });
          },
          stop,
          progress,
        });
      }),
    );
  }

  async *pushIndex(...[stop, file, url, choices]: Asked<'pushIndex'>): Answered<'pushIndex'> {
    return yield* (await this.server()).push(await this.indexes.open(file), url, choices, stop);
  }

  async *pullIndex(...[stop, file, url]: Asked<'pullIndex'>): Answered<'pullIndex'> {
    return yield* (await this.server()).pull(url, () => this.indexes.open(file, true), stop);
  }

  async compactIndex(stop: StopSignal, file: string): Promise<void> {
    await (await this.indexes.open(file)).compact(stop);
  }

  /** Closes every index and releases the models. */
  async close(): Promise<void> {
    await this.indexes.close();
    await (await this.servers)?.close();
    await this.models.close();
  }

  /** The adapter of servers, which is loaded with the first question that names one. */
  private server(): Promise<ServerAdapter> {
    const { kernels, models } = this;
    const encoder = () => models.indexEncoder();
    const profiler = () => models.profiler();
    const deps = { encoder, profiler, kernels, forgotten: () => this.finders.forget() };
    return (this.servers ??= import('./opensearch/adapter').then(({ OpenServers }) => new OpenServers(deps)));
  }

  private async ranking(
    { index, local }: SearchedIndexes,
    own: ReviewOptions['markers'],
  ): Promise<RankingDependencies> {
    const { cohorts, fits, kernels: kernel, habits: cache } = this;
    const { detector } = this.models;
    const profiler = await this.models.profiler();
    const phrases = await this.models.phrases();
    const share = (word: string): number => profiler.method.documentShare(word);
    return {
      ...{ index, detector, profiler, cohorts, fits, kernel, phrases },
      encoder: await this.models.encoder(),
      markers: {
        ...{ cache, own, index: local, share, phrases },
        rates: await this.models.habitRates(),
        misspellings: await this.models.misspellings(),
      },
    };
  }

  /** The questioned text for comparing. Refuses texts that cannot be scored or are not in English. */
  private checked(questioned: QuestionedDocument, known: readonly KnownDocument[], stop: StopSignal): QuestionedWords {
    checkDocument(questioned.text, questioned.id, readingOf(questioned, stop).exclusions);
    for (const source of known) {
      throwIfStopped(stop);
      checkDocument(source.text, source.id);
    }
    requireEnglish([...ownSources([questioned]), ...ownSources(known)], this.models.detector, stop);
    return new QuestionedWords(questioned, stop);
  }

  /** Gives the spans of a whole text, or of what of it is not excluded. */
  private async encoding(stop: StopSignal) {
    const encoder = await this.models.encoder();
    return (text: string, exclude: readonly TextRange[] = []): AsyncGenerator<EncodedSpan> =>
      encodeSpans(text, encoder, { n: encoder.patchTokens, stop, exclude });
  }

  /** Opens an index for this work alone, whatever its state; one that is open already follows what is written. */
  private async maintaining<T>(
    file: string,
    damaged: 'check' | 'remove' | 'repair',
    work: (index: Awaited<ReturnType<ServerAdapter['open']>>) => Promise<T>,
  ): Promise<T> {
    const { kernels } = this;
    const index = await (isServerUrl(file)
      ? (await this.server()).open(file)
      : openFile(file, await this.models.indexEncoder(), { create: false, damaged, kernels }));
    try {
      return await work(index);
    } finally {
      await index.close();
    }
  }
}

/** Throws SameText where nothing but copies is left. */
function different(beside: WithoutCopies): WithoutCopies {
  if (beside.kept.length === 0) throw sameText(beside.copies.map(({ title }) => title).join(', '));
  return beside;
}
