import path from 'node:path';
import type { SectionComparison } from '../core/comparison/compareSections';
import { type BesideCopies, besideCopies, sameShare, textsForRatio, withNotes } from '../core/copies/copies';
import { QuestionedWords } from '../core/copies/questionedWords';
import { lockEffect } from '../core/casework/lock';
import { otherThanPinned, pinCaveats } from '../core/casework/pinned';
import type {
  Basis,
  Evidence,
  KnownDocument,
  ModelFiles,
  NamedVerification,
  QuestionedDocument,
  SourceText,
} from '../core/domain';
import { knownTexts, type RankingDependencies, review, type ReviewOptions } from '../core/engine';
import { sameText, unknownAuthor } from '../core/errors';
import type {
  CandidateOrigin,
  EncodedSpan,
  IndexedDocument,
  IndexInfo,
  IndexRepair,
  Progress,
  StopSignal,
  TextVerifier,
} from '../core/ports';
import { CohortCache } from '../core/cohort/cohortCache';
import type { Kernels } from '../core/scoring/kernels';
import { throwIfStopped } from '../core/stop';
import { checkDocument } from '../core/text/document';
import { type EncodeOptions, encodeSpans } from '../core/text/encodeText';
import type { ValidatedKind } from '../core/validation/indexPairs';
import { type IndexValidation, validateIndex } from '../core/validation/validateIndex';
import { requireEnglish } from '../core/verification/warnings';
import { relabelled } from '../core/verification/verbalScale';
import type { ConditionLimits, QuestionedKind } from '../core/verification/conditionLimits';
import type {
  AuthorPassages,
  EngineProgress,
  EngineService,
  FileToIndex,
  IndexCheck,
  IndexReport,
  NamedAuthor,
} from '../protocol/engine';
import { compareTexts, type EncodeText } from './compareTexts';
import { readDocument } from './documents/readDocument';
import { addAll, knownFile, type Addition } from './indexing';
import { Models } from './loadedModels';
import { finderKey, PassageFinders } from './passageFinders';
import { Verifiers } from './verifiers';
import { OpenIndexes } from './openIndexes';
import { SqliteIndex } from './sqlite/sqliteIndex';

/** How one question is stopped and where its progress goes. */
export interface AskContext {
  readonly stop: StopSignal;
  readonly onProgress: (progress: EngineProgress) => void;
}

/** The methods of the service, each told how it is stopped. */
type Answering<Service> = {
  [M in keyof Service]: Service[M] extends (...args: infer Args) => infer Answer
    ? (context: AskContext, ...args: Args) => Answer
    : never;
};

/** Where the models are, and how many threads one inference may use. */
export interface LocalEngineOptions {
  readonly modelsFolder: string;
  readonly onnxThreads?: number;
  readonly kernels: Kernels;
}

type KindAsked = readonly [questioned: QuestionedKind, options: ReviewOptions];
type PassagesAsked = readonly [questioned: QuestionedDocument, options: NamedAuthor];

/** Steps of an indexing, one document each, ending with the report. */
export type IndexSteps = AsyncGenerator<void, IndexReport>;

/** The whole engine in one thread: models and index files are opened on first use and kept until `close`. */
export class LocalEngine implements Omit<Answering<EngineService>, 'addFiles' | 'addDocuments'> {
  private readonly models: Models;
  private readonly verifiers: Verifiers;
  private readonly kernels: Kernels;
  private readonly cohorts = new CohortCache();
  private readonly finders = new PassageFinders();
  private readonly indexes: OpenIndexes;

  constructor(options: LocalEngineOptions) {
    this.models = new Models(options);
    this.verifiers = new Verifiers(this.models, this.cohorts);
    this.kernels = options.kernels;
    this.indexes = new OpenIndexes({ encoder: () => this.models.encoder(), kernels: options.kernels });
  }

  async warm(): Promise<Readonly<Record<string, string>>> {
    const encoder = await this.models.encoder();
    await encoder.encode(['A first sentence warms the model.'], { stopped: false });
    return { encoder: encoder.modelId };
  }

  modelFiles(): Promise<ModelFiles> {
    return this.models.files();
  }

  async readDocument({ stop }: AskContext, file: string): ReturnType<typeof readDocument> {
    const read = await readDocument(file, stop);
    checkDocument(read.text, path.basename(file));
    return read;
  }

  async whatCanBeSaid(
    { stop }: AskContext,
    file: string | undefined,
    ...asked: KindAsked
  ): Promise<readonly ConditionLimits[]> {
    return this.verifiers.whatCanBeSaid(
      file === undefined ? undefined : await this.indexes.openIfThere(file),
      ...asked,
      stop,
    );
  }

  async validate(
    { stop, onProgress }: AskContext,
    file: string,
    kind: ValidatedKind,
    { verifier: chosen }: Pick<ReviewOptions, 'verifier'>,
  ): Promise<IndexValidation> {
    const index = await this.indexes.open(file);
    const { verifier } = await this.verifiers.for(index, kind.mode, stop);
    const { calibrations } = await this.models.verifierParts();
    const progress = (done: number, total: number): void => onProgress({ stage: 'validating', done, total });
    return validateIndex({ index, verifier, calibrations }, kind, { stop, progress, ...(chosen && { chosen }) });
  }

  async review(
    { stop, onProgress }: AskContext,
    file: string,
    questioned: QuestionedDocument,
    options: ReviewOptions,
  ): Promise<Evidence> {
    const index = await this.indexes.open(file);
    const parts = { ...(await this.ranking(index)), ...(await this.verifiers.for(index, questioned.mode, stop)) };
    const key = finderKey(index.info().contentHash, questioned, options);
    return review(parts, questioned, options, { stop, onProgress, keep: (found) => this.finders.keep(key, found) });
  }

  async passages(context: AskContext, file: string, ...asked: PassagesAsked): Promise<AuthorPassages> {
    return this.finders.of(await this.ranking(await this.indexes.open(file)), ...asked, context);
  }

  async verifyAuthor(
    { stop, onProgress }: AskContext,
    file: string,
    questioned: QuestionedDocument,
    options: NamedAuthor,
  ): Promise<NamedVerification> {
    const { author } = options;
    const index = await this.indexes.open(file);
    const known = await knownTexts(index, await index.documents(), author);
    const { contentHash } = index.info(); // before anything else is read, which may follow another window
    if (known.length === 0) throw unknownAuthor(author, await index.documents());
    const texts = different(textsForRatio(this.checked(questioned, known, stop), known, stop));
    onProgress({ stage: 'verifying', done: 0, total: 1 });
    const { verifier, models } = await this.verifiers.for(index, questioned.mode, stop);
    const loaded = { verifier: verifier.of(questioned, index), models, index: contentHash };
    return verifyNamed(loaded, texts, options, stop);
  }

  async verifyTexts(
    { stop, onProgress }: AskContext,
    questioned: QuestionedDocument,
    known: readonly KnownDocument[],
    options: ReviewOptions,
  ): Promise<NamedVerification> {
    const texts = different(textsForRatio(this.checked(questioned, known, stop), known, stop));
    onProgress({ stage: 'verifying', done: 0, total: 1 });
    const { verifier, models } = await this.verifiers.bundled();
    return verifyNamed({ verifier: verifier.of(questioned), models, index: undefined }, texts, options, stop);
  }

  async compare(
    { stop, onProgress }: AskContext,
    first: QuestionedDocument,
    second: QuestionedDocument,
  ): Promise<SectionComparison> {
    const known: KnownDocument = { ...second, title: second.id, author: second.id, role: 'known' };
    const { notes } = different(besideCopies(this.checked(first, [known], stop), [known], stop, sameShare));
    const { detector } = this.models;
    const parts = { profiler: await this.models.profiler(), kernel: this.kernels, detector };
    const encode: EncodeText = (source, run, wanted) => this.encode(source, run, wanted);
    const compared = await compareTexts({ ...parts, encode }, first, known, { stop, onProgress });
    return { ...compared, notes: [...notes, ...compared.notes] };
  }

  /** Reads and adds files one by one; a file that fails is reported and passed over. */
  addFilesSteps(context: AskContext, index: string, files: readonly FileToIndex[]): IndexSteps {
    const additions = files.map((file): Addition => ({
      name: file.path,
      document: () => knownFile(file, path.dirname(index), context.stop),
    }));
    return this.addSteps(context, index, additions);
  }

  addDocumentsSteps(context: AskContext, index: string, documents: readonly KnownDocument[]): IndexSteps {
    const additions = documents.map((document): Addition => ({
      name: document.id,
      document: () => Promise.resolve(document),
    }));
    return this.addSteps(context, index, additions);
  }

  /** Takes documents out of a damaged index, too. */
  async removeDocuments(_context: AskContext, file: string, documents: readonly string[]): Promise<IndexReport> {
    return this.mending(file, 'remove', async (index) => {
      const removed = await index.remove(documents);
      return { added: 0, present: 0, replaced: 0, removed, documents: await index.count(), problems: [] };
    });
  }

  async indexInfo(_context: AskContext, file: string): Promise<IndexInfo> {
    return (await this.indexes.open(file)).info();
  }

  async listDocuments(_context: AskContext, file: string): Promise<readonly IndexedDocument[]> {
    return (await this.indexes.open(file)).documents();
  }

  async knownDocument(_context: AskContext, file: string, id: string): Promise<KnownDocument | undefined> {
    return (await this.indexes.open(file)).document(id);
  }

  async checkIndex({ stop, onProgress }: AskContext, file: string): Promise<IndexCheck> {
    const profiler = await this.models.profiler();
    const progress = (done: number, total: number): void => onProgress({ mending: 'checking', done, total });
    return this.mending(file, 'check', async (index) => {
      const problems = await index.check({ profiler, stop, progress });
      return { problems, documents: await index.count().catch(() => undefined) };
    });
  }

  async repairIndex({ stop, onProgress }: AskContext, file: string): Promise<IndexRepair> {
    const encode = (text: string): Promise<readonly EncodedSpan[]> => this.encode({ text }, { stop }, whole);
    const progress = (done: number, total: number): void => onProgress({ mending: 'repairing', done, total });
    const profiler = await this.models.profiler();
    return this.mending(file, 'repair', (index) => index.repair({ profiler, encode, stop, progress }));
  }

  async compactIndex({ stop }: AskContext, file: string): Promise<void> {
    await (await this.indexes.open(file)).compact(stop);
  }

  /** Closes every index and releases the models. */
  async close(): Promise<void> {
    await this.indexes.close();
    await this.models.close();
  }

  private async ranking(index: SqliteIndex): Promise<RankingDependencies> {
    const { cohorts, kernels: kernel } = this;
    const { detector } = this.models;
    return {
      index,
      encoder: await this.models.encoder(),
      detector,
      profiler: await this.models.profiler(),
      cohorts,
      kernel,
    };
  }

  /** The questioned text for comparing. Refuses texts that cannot be scored or are not in English. */
  private checked(questioned: QuestionedDocument, known: readonly KnownDocument[], stop: StopSignal): QuestionedWords {
    for (const source of [questioned, ...known]) {
      throwIfStopped(stop);
      checkDocument(source.text, source.id);
    }
    requireEnglish([questioned, ...known], this.models.detector, stop);
    return new QuestionedWords(questioned.text, stop);
  }

  private async *addSteps(context: AskContext, file: string, additions: readonly Addition[]): IndexSteps {
    const index = await this.indexes.open(file, true);
    const encode = (text: string, progress: Progress): Promise<readonly EncodedSpan[]> =>
      this.encode({ text }, { stop: context.stop, progress }, whole);
    return yield* addAll({ index, encode, profiler: await this.models.profiler(), ...context }, additions);
  }

  /** What is wanted of each span of a text. */
  private async encode<T>(
    { text }: Pick<SourceText, 'text'>,
    run: Pick<EncodeOptions, 'stop' | 'progress'>,
    wanted: (span: EncodedSpan) => T,
  ): Promise<readonly T[]> {
    const encoder = await this.models.encoder();
    const found: T[] = [];
    for await (const span of encodeSpans(text, encoder, { n: encoder.patchTokens, ...run })) found.push(wanted(span));
    return found;
  }

  /** Opens an index for this work alone, whatever its state; one that is open already follows what is written. */
  private async mending<T>(
    file: string,
    damaged: 'check' | 'remove' | 'repair',
    work: (index: SqliteIndex) => Promise<T>,
  ): Promise<T> {
    const options = { create: false, damaged, kernels: this.kernels };
    const index = await SqliteIndex.open(file, await this.models.encoder(), options);
    try {
      return await work(index);
    } finally {
      await index.close();
    }
  }
}

const whole = (span: EncodedSpan): EncodedSpan => span;

/** Throws SameText where nothing but copies is left. */
function different(beside: BesideCopies): BesideCopies {
  if (beside.kept.length === 0) throw sameText(beside.copies.map(({ title }) => title).join(', '));
  return beside;
}

/** Verifies an author whom the user named, in the words of the scale asked for. */
async function verifyNamed(
  { verifier, ...used }: Omit<Basis, 'otherParts'> & { readonly verifier: TextVerifier },
  { kept: known, notes }: BesideCopies,
  options: ReviewOptions,
  stop: StopSignal,
): Promise<NamedVerification> {
  const { verifier: chosen, scale, pinned, validation } = options;
  const { caveats, lock, origin: withheld } = lockEffect(validation, options, used);
  const origin: CandidateOrigin = { authorsSearched: undefined, ...withheld, ...(chosen && { verifier: chosen }) };
  const verified = withNotes(await verifier.verify(known, origin, stop), notes);
  const verification = relabelled(verified, scale);
  const otherParts = otherThanPinned(pinned, used);
  const said = [...pinCaveats(otherParts), ...caveats, ...verification.caveats];
  return { ...verification, caveats: said, ...used, otherParts, ...(lock && { lock }) };
}
