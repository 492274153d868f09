import type { FileText } from '../reading/text/readableFormats';
import path from 'node:path';
import {
  type QuestionedWords,
  type WithoutCopies,
  readQuestionedWords,
  excludeCopies,
  sameShare,
  selectRatioTexts,
} from '../core/copies/copies';
import type { Evidence, KnownDocument, ModelFiles, QuestionedDocument, TextRange } from '../core/domain/evidence';
import { selectKnownRows } from '../core/review/candidates';
import { review, type ReviewProgress } from '../core/review/engine';
import { askQuestion } from '../core/review/verifyAuthors';
import type { ReviewOptions } from '../core/casework/keptRecords';
import { sameText, unknownAuthor } from '../core/errors';
import type { EncodedSpan, IndexedDocument, IndexInfo, ReferenceIndex, ReviewedIndex } from '../core/ports';
import type { PassageFinder } from '../core/passages/findPassages';
import type { Kernels } from '../lateInteraction/scoring/kernels';
import { findMarkerByName } from '../core/markers/authorMarkers';
import { type Concordance, ConcordanceSearch } from '../core/markers/concordance';
import { readCatalogueOf } from '../core/language/languageCollection';
import { listMarkers } from '../core/markers/ownMarkers';
import { type Progress, reportSteps, runStage, type Steps, type StopSignal, throwIfStopped } from '../core/basics/work';
import { checkDocument, readDocuments, keepOwn, keepOwnOfAll, readSource } from '../core/text/readText';
import { anyLanguage, english } from '../core/text/language';
import { encodeSpans, encodeText } from '../core/text/encodeText';
import { askAboutKnown } from '../core/validation/ownQuestion';
import { validateIndex } from '../core/validation/validateIndex';
import { requireLanguage } from '../core/verification/abstaining';
import type { EngineProgress, EngineService, IndexReport } from '../protocol/engine';
import { compareTexts } from '../core/comparison/compareLevels';
import { readDocument } from '../reading/readFile';
import { addAll, type Addition, listAdditions } from './indexing';
import { Models } from './loadedModels';
import { ComparisonMeans, PassageFinders, type SearchedIndexes, formatFinderKey } from './passageFinders';
import { verifyNamed } from './verifiers';
import { OpenIndexes } from './openIndexes';
import type { OpenServers } from './opensearch/adapter';
import { isServerUrl } from './opensearch/address';
import { type FileIndex, openFile } from './sqlite/fileRows';
import { removeIndex } from './sqlite/indexFile';
import { readOfOtherModel, replaceIndex, moveIndex } from './sqlite/moveIndex';
import { makeTemporaryName } from './outputFile';

/** The arguments of a method of the service, with its stop signal. */
type Asked<Method extends keyof EngineService> = readonly [stop: StopSignal, ...Parameters<EngineService[Method]>];
/** The steps of a long method, and then its answer. */
type Answered<Method extends keyof EngineService> = Steps<EngineProgress, Awaited<ReturnType<EngineService[Method]>>>;
/** An index that is opened for one piece of work, in a file or on a server. */
type LoneIndex = ReferenceIndex & Pick<FileIndex, 'count'>;
/** The methods of the service. A short one returns a promise, and a long one its steps. */
type Answers = {
  [M in keyof EngineService]: (...args: Asked<M>) => ReturnType<EngineService[M]> | Answered<M>;
};

/** The whole engine in one thread: models and index files are opened on first use and kept until `close`. */
export class LocalEngine implements Answers {
  private readonly models: Models;
  private readonly means: ComparisonMeans;
  private readonly kernels: Kernels;
  private readonly finders = new PassageFinders();
  readonly indexes: OpenIndexes;
  /** Undefined until a question names a server. */
  private servers: Promise<OpenServers> | undefined;

  /** @param options  `readsOnly`: no index is written, also if another thread writes it */
  constructor(
    options: ConstructorParameters<typeof Models>[0] & { readonly kernels: Kernels; readonly readsOnly?: boolean },
  ) {
    this.models = new Models(options);
    this.means = new ComparisonMeans(this.models, options.kernels);
    const { kernels, readsOnly = false } = options;
    this.kernels = kernels;
    const open = async (file: string, create: boolean) =>
      openFile(file, await this.models.loadIndexEncoder(), { create, kernels, readsOnly });
    this.indexes = new OpenIndexes(open, () => this.finders.forget());
  }

  /** Answers with some steps. Indexes, and what reads from them, are closed some time after the last answer. */
  during<Told, Answer>(steps: Steps<Told, Answer>): Steps<Told, Answer> {
    return this.indexes.during(steps);
  }

  modelFiles(): Promise<ModelFiles> {
    return this.models.listFiles();
  }

  async readDocument(stop: StopSignal, file: string, anyLength = false): Promise<FileText> {
    const read = await readDocument(file, stop);
    if (!anyLength) checkDocument(read.text, path.basename(file));
    return read;
  }

  async *validate(...[stop, file, kind, { verifier: chosen }]: Asked<'validate'>): Answered<'validate'> {
    const index = await this.indexes.open(file);
    const collection = await this.means.languages.findMain(index, stop);
    const { verifier, calibrations } = await this.means.loadVerifier(index, kind.mode, collection, stop);
    return yield* runStage('validating', (progress) =>
      validateIndex({ index: collection?.index ?? index, verifier, calibrations, chosen }, kind, { stop, progress }),
    );
  }

  async *askAboutKnown(
    ...[stop, file, kind, { among, verifier: chosen }]: Asked<'askAboutKnown'>
  ): Answered<'askAboutKnown'> {
    const index = await this.indexes.open(file);
    const calibration = await this.models.loadQuestionCalibration();
    const origin = { authorsSearched: undefined, verifier: chosen, isOnlyRatio: true };
    const ask = async (questioned: QuestionedDocument) => {
      if (await this.means.languages.findFor(index, questioned, stop)) return undefined;
      const ranking = await this.means.prepareRanking({ index, local: index }, undefined);
      const { verifier } = await this.means.loadVerifier(index, questioned.mode, undefined, stop);
      const deps = { ...ranking, verifier: verifier.prepare(questioned) };
      return askQuestion(deps, { questioned, among }, { origin, calibration }, stop);
    };
    return yield* runStage('validating', (progress) => askAboutKnown(index, { kind, among }, ask, { stop, progress }));
  }

  async *review(...[stop, file, questioned, options]: Asked<'review'>): Answered<'review'> {
    const local = await this.indexes.open(file);
    const askIndex = (index: ReviewedIndex): Steps<ReviewProgress, Evidence> =>
      this.runReview({ index, local }, questioned, options, stop, file);
    return yield* options.server
      ? (await this.server()).review(local, options.server, askIndex, stop)
      : askIndex(local);
  }

  private async *runReview(
    indexes: SearchedIndexes,
    ...[questioned, options, stop, file]: [QuestionedDocument, ReviewOptions, StopSignal, file?: string]
  ): Steps<ReviewProgress, Evidence> {
    const { index, local } = indexes;
    const collection = await this.means.languages.findFor(index, questioned, stop);
    const parts = {
      local,
      ...(await this.means.prepareRanking(indexes, options.markers, collection)),
      ...(await this.means.loadVerifier(index, questioned.mode, collection, stop)),
      among: await this.models.loadQuestionCalibration(),
      ...(!collection && {
        search: await this.models.loadSearchCalibration(),
        isSplitMeasured: true,
      }),
    };
    if (file === undefined) return yield* review(parts, questioned, options, stop);
    const key = formatFinderKey(file, index.readInfo().contentHash, questioned, options);
    const keep = (result: PassageFinder): void => this.finders.keep(key, result);
    return yield* review({ ...parts, keep }, questioned, options, stop);
  }

  async *passages(...[stop, file, questioned, options]: Asked<'passages'>): Answered<'passages'> {
    const local = await this.indexes.open(file);
    const { server: address, markers } = options;
    const collection = await this.means.languages.findFor(local, questioned, stop);
    const deps = await this.means.prepareRanking({ index: local, local }, markers, collection);
    const askIndex = (index: ReviewedIndex) =>
      this.finders.find({ ...deps, index: collection?.index ?? index, file }, questioned, options, stop);
    const result = yield* address ? (await this.server()).ask({ local, address }, askIndex, stop) : askIndex(local);
    return { ...result, index: local.readInfo().contentHash };
  }

  async *verifyAuthor(...[stop, file, questioned, options]: Asked<'verifyAuthor'>): Answered<'verifyAuthor'> {
    const { author } = options;
    const index = await this.indexes.open(file);
    const listed = await index.listDocuments();
    const known = await readDocuments(index, selectKnownRows(listed, author));
    const { contentHash } = index.readInfo(); // read first, because later reads may follow changes of another window
    if (known.length === 0) throw unknownAuthor(author, listed);
    const collection = await this.means.languages.findFor(index, questioned, stop);
    const texts = requireDifferent(
      selectRatioTexts(this.check(questioned, known, stop, collection ? anyLanguage : english), known, stop),
    );
    yield { stage: 'verifying', done: 0, total: 1 };
    const { verifier, models } = await this.means.loadVerifier(index, questioned.mode, collection, stop);
    const loaded = { verifier: verifier.prepare(questioned), models, index: contentHash, listed };
    return verifyNamed(loaded, texts, options, stop);
  }

  async *verifyTexts(...[stop, questioned, known, options]: Asked<'verifyTexts'>): Answered<'verifyTexts'> {
    const texts = requireDifferent(selectRatioTexts(this.check(questioned, known, stop), known, stop));
    yield { stage: 'verifying', done: 0, total: 1 };
    const { verifier: bundled, models } = await this.means.verifiers.loadBundled();
    const [verifier, { listed }] = [bundled.prepare(questioned), options];
    return verifyNamed({ verifier, models, index: undefined, listed }, texts, options, stop);
  }

  async concordance(...[stop, file, questioned, { words, markers }]: Asked<'concordance'>): Promise<Concordance> {
    const index = await this.indexes.open(file);
    const collection = await this.means.languages.findMain(index, stop);
    const known = listMarkers(markers, collection && readCatalogueOf(collection.language));
    const search = new ConcordanceSearch(findMarkerByName(words, known));
    for (const text of questioned) search.add({ ...text, title: text.id, author: '', role: 'questioned' });
    for (const { id } of await index.listDocuments()) {
      throwIfStopped(stop);
      const document = await index.readDocument(id);
      if (document) search.add(document);
    }
    return search.result;
  }

  async *compare(...[stop, file, first, second]: Asked<'compare'>): Answered<'compare'> {
    const known: KnownDocument = { ...second, title: second.id, author: second.id, role: 'known' };
    const { detector } = this.models;
    // an index is opened only for another language
    const isEnglish = detector.detect(keepOwn(first, stop).text).language === english;
    const index = isEnglish || file === undefined ? undefined : await this.indexes.openIfThere(file);
    const collection = index && (await this.means.languages.findFor(index, first, stop));
    const checked = this.check(first, [known], stop, collection?.language);
    const { notes } = requireDifferent(excludeCopies(checked, [known], stop, sameShare));
    const profiler = collection?.profiler ?? (await this.models.loadProfiler());
    const parts = { profiler, kernel: this.kernels, detector, collection };
    const compared = yield* compareTexts({ ...parts, encode: await this.prepareEncoding(stop) }, first, known, stop);
    return { ...compared, notes: [...notes, ...compared.notes] };
  }

  /**
   * Reads and adds documents one by one. A document that fails is reported and passed over. An index of another model is built again first
   * from the texts that it holds, beside the former file, which stays until all are added.
   */
  async *addDocuments(...[stop, file, documents]: Asked<'addDocuments'>): Answered<'addDocuments'> {
    const former = await readOfOtherModel(file, await this.models.loadIndexEncoder());
    const additions = listAdditions([...(former ?? []), ...documents], path.dirname(file), stop);
    const report = former
      ? yield* this.buildBeside(file, additions, stop)
      : yield* this.addTo(await this.indexes.open(file, true), additions, stop);
    const language = await this.means.languages.describe(await this.indexes.open(file), stop);
    return { ...report, ...(language && { language }) };
  }

  private async *buildBeside(file: string, additions: readonly Addition[], stop: StopSignal) {
    const made = makeTemporaryName(path.dirname(file));
    try {
      const index = await openFile(made, await this.models.loadIndexEncoder(), { create: true, kernels: this.kernels });
      let report: IndexReport;
      try {
        report = yield* this.addTo(index, additions, stop);
      } finally {
        await index.close();
      }
      await replaceIndex(made, file);
      return report;
    } finally {
      await removeIndex(made);
    }
  }

  private async *addTo(index: FileIndex, additions: readonly Addition[], stop: StopSignal) {
    const encode = await this.prepareEncoding(stop);
    const means = { index, encode, profiler: await this.models.loadProfiler(), stop };
    return yield* this.models.encodingMuch(addAll(means, additions));
  }

  /** Removes documents, even from a damaged index. */
  async removeDocuments(stop: StopSignal, file: string, documents: readonly string[]): Promise<IndexReport> {
    return this.openAlone(file, 'remove', async (index) => {
      const removed = await index.remove(documents, stop);
      return { added: 0, present: 0, replaced: 0, removed, documents: await index.count(), problems: [] };
    });
  }

  async moveIndex(_stop: StopSignal, from: string, to: string): Promise<boolean> {
    await this.indexes.closeUnused(1);
    return moveIndex(from, to, await this.models.loadIndexEncoder(), this.kernels);
  }

  async indexInfo(_stop: StopSignal, file: string): Promise<IndexInfo> {
    if (isServerUrl(file)) return this.openAlone(file, 'check', (index) => Promise.resolve(index.readInfo()));
    const index = await this.indexes.open(file);
    await index.listDocuments(); // sees changes of other connections, such as a removed document
    return index.readInfo();
  }

  async listDocuments(_stop: StopSignal, file: string): Promise<readonly IndexedDocument[]> {
    if (isServerUrl(file)) return this.openAlone(file, 'check', (index) => index.listDocuments());
    return (await this.indexes.open(file)).listDocuments();
  }

  async knownDocument(_stop: StopSignal, file: string, id: string): Promise<KnownDocument | undefined> {
    return (await this.indexes.open(file)).readDocument(id);
  }

  async *checkIndex(stop: StopSignal, file: string): Answered<'checkIndex'> {
    return yield* this.maintain(file, 'check', async (index, progress) => {
      const problems = await index.check({ stop, progress });
      return { problems, documents: await index.count().catch(() => undefined) };
    });
  }

  async *repairIndex(stop: StopSignal, file: string): Answered<'repairIndex'> {
    const encoder = await this.models.loadEncoder();
    const encode = (document: KnownDocument): Promise<readonly EncodedSpan[]> => {
      const exclude = readSource(document, stop).indexExclusions;
      return encodeText(document.text, encoder, { n: encoder.patchTokens, exclude, stop });
    };
    return yield* this.maintain(file, 'repair', (index, progress) => index.repair({ encode, stop, progress }));
  }

  async *pushIndex(...[stop, file, url, choices]: Asked<'pushIndex'>): Answered<'pushIndex'> {
    return yield* (await this.server()).push(await this.indexes.open(file), url, choices, stop);
  }

  async *pullIndex(...[stop, file, url]: Asked<'pullIndex'>): Answered<'pullIndex'> {
    return yield* (await this.server()).pull(url, () => this.indexes.open(file, true), stop);
  }

  /** Closes every index and releases the models. */
  async close(): Promise<void> {
    await this.indexes.close();
    await (await this.servers)?.close();
    await this.models.close();
  }

  /** The adapter for servers. It is loaded with the first question that names one. */
  private server(): Promise<OpenServers> {
    const { kernels, models, finders } = this;
    const profiler = () => models.loadProfiler();
    const deps = { encoder: models.loadIndexEncoder, profiler, kernels, forgotten: () => finders.forget() };
    return (this.servers ??= import('./opensearch/adapter').then((adapter) => new adapter.OpenServers(deps)));
  }

  /** The questioned text, prepared for comparisons. Refuses texts that cannot be scored, and those in another language. */
  private check(
    questioned: QuestionedDocument,
    known: readonly KnownDocument[],
    stop: StopSignal,
    language = english,
  ): QuestionedWords {
    checkDocument(questioned.text, questioned.id, readSource(questioned, stop).exclusions);
    for (const source of known) {
      throwIfStopped(stop);
      checkDocument(source.text, source.id);
    }
    const own = [...keepOwnOfAll([questioned]), ...keepOwnOfAll(known)];
    requireLanguage(language, own, this.models.detector, stop);
    return readQuestionedWords(questioned, stop);
  }

  /** Returns a function that encodes the spans of a text without its exclusions. */
  private async prepareEncoding(stop: StopSignal) {
    const encoder = await this.models.loadEncoder();
    return (text: string, exclude: readonly TextRange[] = []): AsyncGenerator<EncodedSpan> =>
      encodeSpans(text, encoder, { n: encoder.patchTokens, stop, exclude });
  }

  /** Work on one index, which reports how many documents are done. */
  private maintain<T>(
    file: string,
    damaged: 'check' | 'repair',
    work: (index: LoneIndex, progress: Progress) => Promise<T>,
  ): Steps<EngineProgress, T> {
    const maintenance = damaged === 'check' ? 'checking' : 'repairing';
    return reportSteps((report) =>
      this.openAlone(file, damaged, (index) => work(index, (done, total) => report({ maintenance, done, total }))),
    );
  }

  /** Opens an index only for this work, in any condition. If it is already open, that connection sees what is written. */
  private async openAlone<T>(
    file: string,
    damaged: 'check' | 'remove' | 'repair',
    work: (index: LoneIndex) => Promise<T>,
  ): Promise<T> {
    const { kernels } = this;
    const index = await (isServerUrl(file)
      ? (await this.server()).open(file)
      : openFile(file, await this.models.loadIndexEncoder(), { create: false, damaged, kernels }));
    try {
      return await work(index);
    } finally {
      await index.close();
    }
  }
}

/** Throws SameText if all known texts are copies. */
function requireDifferent(beside: WithoutCopies): WithoutCopies {
  if (beside.kept.length === 0) throw sameText(beside.copies.map(({ title }) => title).join(', '));
  return beside;
}
