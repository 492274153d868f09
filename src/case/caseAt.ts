import path from 'node:path';
import type { Naming } from '../core/casework/blind';
import type { LogEvent } from '../core/casework/caseLog';
import type { DecidedPassage, Decision } from '../core/casework/decisions';
import { maskUnread, type UnreadFile } from '../core/casework/openCase';
import type { KnownDocument } from '../core/domain/evidence';
import { IdiographError, usage, type Notice } from '../core/errors';
import type { IndexedDocument } from '../core/ports';
import { mapSteps, type StopSignal } from '../core/basics/work';
import type { CaseFolder } from '../node/casework/caseFolder';
import { CaseLog } from '../node/casework/caseLog';
import { findIndexOfCase, findPlaceAway, type PlaceAway } from '../node/casework/folderEntries';
import { noteUnread, type UnreadFiles } from '../node/casework/unreadFiles';
import type { LocalEngine } from '../node/localEngine';
import { toPlaceError } from '../node/systemError';
import { isServerUrl } from '../node/opensearch/address';
import { findFileNamed, isSamePlace, isWithin, readStat } from '../node/places';
import { findFileBehind } from '../reading/text/collectedPaths';
import type { Answering } from './answering';
import type { Results } from './resultStore';
import { listIndexFiles, listGuardedFolders, type PlannedOutput, planOutputs } from '../node/outputFile';
import type { EngineProgress, EngineService, FileToIndex, IndexReport, ReviewOptions } from '../protocol/engine';

export type { Answering, CaseNews } from './answering';

/** The case and the index that a call is about, as full paths. */
export interface CaseAddress {
  /** The case folder, or its case file. Absent if the call is about no case. */
  readonly folder?: string | undefined;
  /** An index file that the user named, or the address of a server's index. Absent if the index of the case is meant. */
  readonly index?: string | undefined;
  /** Where a case was searched for. The message that there is none says so. */
  readonly around?: 'what was given' | 'the working folder';
  /** Present if the call comes from a window. If its folder is no case, a window keeps results and a log beside its index. */
  readonly window?: {
    readonly isTrusted: boolean;
    /** The folder that is open in the window. Undefined if there is none on a disk. */
    readonly root?: string | undefined;
  };
}

/** The user's choices for a review. The case adds what it pins, locks and counts. */
export type Choices = Pick<
  ReviewOptions,
  'candidates' | 'passages' | 'excludeQuotes' | 'verifier' | 'server' | 'question'
>;

/** A passage of a candidate, by its words. */
export type PassageOfCandidate = Omit<DecidedPassage, 'document'>;

/** The decisions on each questioned file that can be taken back, the last one at the end. They are kept until the engine thread ends. */
export type DecisionHistory = Map<
  string,
  readonly { readonly passage: PassageOfCandidate; readonly before: Decision; readonly after: Decision }[]
>;

/** The methods of the engine with arguments or answers that can name known authors or texts. The first argument of each is an index. */
const namedMethods: readonly string[] = [
  'review',
  'askAboutKnown',
  'passages',
  'verifyAuthor',
  'concordance',
  'listDocuments',
  'knownDocument',
  'checkIndex',
] satisfies readonly (keyof EngineService)[];

type AnswerOf<Method extends keyof EngineService> = Awaited<ReturnType<EngineService[Method]>>;

/** The case of one call: the folder as it was read, its index, and the engine with the names of a blind case. */
export class CaseAt {
  constructor(
    private readonly parts: {
      readonly engine: Pick<LocalEngine, keyof EngineService>;
      readonly modelsFolder: string;
      readonly unread: UnreadFiles;
      readonly history: DecisionHistory;
      readonly findResults: (index: string) => Results;
      /** The index of a window. */
      readonly indexOfWindow?: string | undefined;
    },
    private readonly address: CaseAddress,
    readonly folder: CaseFolder | undefined,
    readonly stop: StopSignal,
  ) {}

  /** Returns the case. Throws Usage if there is none. @param instead  what the user could name instead, as the end of the sentence */
  requireCase(instead = ''): CaseFolder {
    if (this.folder) return this.folder;
    const around = this.address.around ?? 'what was given';
    throw usage(`There is no case folder around ${around}. Name one with --case FOLDER${instead}.`);
  }

  /** The index file that the user named, or otherwise that of the case. Throws Usage if there is neither, or if it is on a server. */
  get index(): string {
    const { index = this.parts.indexOfWindow } = this.address;
    if (index !== undefined && isServerUrl(index))
      throw usage(
        'This command works on an index file. "index push", "index pull" and "index check" work on a server.',
      );
    return index ?? findIndexOfCase(this.requireCase(', or a reference index with --index FILE').folder);
  }

  /** The index for work that a server's index can do as well. */
  get fileOrServer(): string {
    const { index } = this.address;
    return index !== undefined && isServerUrl(index) ? index : this.index;
  }

  /** The index, for work that can do without one. */
  get indexIfAny(): string | undefined {
    return this.folder || this.namesIndex || this.address.window ? this.index : undefined;
  }

  /** Whether the user named an index. It is then not the index of the case. */
  get namesIndex(): boolean {
    return this.address.index !== undefined;
  }

  get isIndexOfCase(): boolean {
    return this.folder !== undefined && isSamePlace(this.index, findIndexOfCase(this.folder.folder));
  }

  /** Asks the engine. The answer for a blind case has its masked names. */
  async *ask<Method extends keyof EngineService>(
    method: Method,
    ...args: Parameters<EngineService[Method]>
  ): Answering<AnswerOf<Method>, EngineProgress> {
    const naming = namedMethods.includes(method) ? await this.readNaming(args[0] as string) : undefined;
    if (!naming) return yield* this.askPlainly(method, args);
    return yield* naming.askMasked(args, (asked) => this.askPlainly(method, asked));
  }

  /** Asks the engine with the real names of authors and texts. */
  private async *askPlainly<Method extends keyof EngineService>(
    method: Method,
    args: readonly unknown[],
  ): Answering<AnswerOf<Method>, EngineProgress> {
    type Call = (
      stop: StopSignal,
      ...given: readonly unknown[]
    ) => Promise<AnswerOf<Method>> | Answering<AnswerOf<Method>, EngineProgress>;
    const answer = (this.parts.engine[method] as unknown as Call).call(this.parts.engine, this.stop, ...args);
    return Symbol.asyncIterator in answer ? yield* answer : await answer;
  }

  /** The masked names of the authors of an index while the case is blind. Undefined if it is not. */
  async readNaming(index?: string): Promise<Naming | undefined> {
    const { folder, stop } = this;
    const { engine } = this.parts;
    if (!folder?.blinding?.masked) return undefined;
    const file = index ?? this.index;
    if (!readStat(file)) return folder.namesAlone;
    return folder.readNaming(
      { listDocuments: (each) => engine.listDocuments(stop, each), indexInfo: (each) => engine.indexInfo(stop, each) },
      file,
    );
  }

  /**
   * All answers leave the service through this function. While the case is blind, no answer, step or error contains the name of an author.
   * If the index cannot be read, the names from the case file are still replaced.
   */
  async *hideNames(steps: Answering<unknown, unknown>): Answering<unknown, unknown> {
    try {
      const answer = yield* mapSteps(steps, (step) => this.folder?.naming?.mask(step) ?? step);
      await this.readNaming().catch(() => undefined);
      return this.folder?.naming?.mask(answer) ?? answer;
    } catch (thrown) {
      const error = toPlaceError(thrown);
      throw this.folder?.naming?.maskError(error) ?? error;
    }
  }

  /** What a page or a file is made from, with the masks of a blind case. Pages are never masked: they quote texts. */
  hideNamesIn<Value>(value: Value): Value {
    return this.folder?.naming?.mask(value) ?? value;
  }

  /**
   * The options of a review. A window also reviews files outside its case; the facts of the case do not apply to them. Throws Usage if a
   * blind case is to be searched with a server.
   */
  createOptions(choices: Choices, file?: string): ReviewOptions {
    const isBlind = this.folder?.blinding?.masked === true;
    if (choices.server && isBlind && !this.address.window)
      throw usage(
        'A blind case is searched in its index file alone, since a server names its authors: leave --server out.',
      );
    const { folder } = this;
    const asked = { ...choices, ...(isBlind && { server: undefined }) };
    const isOutside = file !== undefined && folder && !(path.isAbsolute(file) && isWithin(file, folder.folder));
    if (this.address.window && isOutside) return asked;
    // with the real names of authors; throws for a real name in a blind case
    const { question } = choices;
    const named =
      typeof question === 'object' ? question.map((name) => folder?.naming?.resolveAuthor(name) ?? name) : question;
    return { ...asked, ...folder?.options, question: named ?? folder?.questionOf(file) };
  }

  /** The documents of the index, which its lock is compared with. Undefined if there is no index. */
  async *listIndexed(): Answering<readonly IndexedDocument[] | undefined> {
    const { indexIfAny } = this;
    return indexIfAny !== undefined && readStat(indexIfAny) ? yield* this.ask('listDocuments', indexIfAny) : undefined;
  }

  get history(): DecisionHistory {
    return this.parts.history;
  }

  get results(): Results {
    return this.parts.findResults(this.away?.index ?? this.index);
  }

  /** The place of what is kept of the case if nothing may be written in its folder. The index that the user named is another place. */
  private get away(): PlaceAway | undefined {
    return this.folder && !this.namesIndex ? findPlaceAway(this.folder.folder) : undefined;
  }

  /** The log for questions about a file: that of its case, and in a window also for other files. Undefined if there is none. */
  async logOf(file: string): Promise<CaseLog | undefined> {
    return this.address.window || this.isOfCase(file) ? this.ownLog() : undefined;
  }

  /**
   * The log for events of the case as a whole. If nothing may be written in its folder, it is beside the index; so is the log of a window
   * without a case. Undefined for a bundle on the command line.
   */
  async ownLog(): Promise<CaseLog | undefined> {
    const { folder, away, address, mayWrite } = this;
    if (!address.window && (!folder || folder.isBundle)) return undefined;
    if (folder && mayWrite && !(address.window && folder.validation === undefined))
      return folder.log(await this.readNaming());
    return CaseLog.openBesideIndex(away?.index ?? this.index);
  }

  /** Whether the service may write into the case without being asked: if the user trusts and may write the folder, and it is no bundle. */
  get mayWrite(): boolean {
    const { folder, away } = this;
    return this.address.window?.isTrusted !== false && folder?.isBundle !== true && away?.code !== 'caseReadOnly';
  }

  isOfCase(file: string): boolean {
    return this.folder?.describe(file) !== undefined && this.isIndexOfCase;
  }

  /** The warnings about the case, with the place of what is not kept in its folder. @param checksFiles  also reads and hashes its files */
  async listWarnings(checksFiles: boolean): Promise<readonly Notice[]> {
    const { folder } = this;
    if (!folder) return [];
    const { code, index } = this.away ?? {};
    const warnings = checksFiles ? await folder.findWarnings() : folder.warnings;
    return [...warnings, ...(code && index !== undefined ? [{ code, values: { index } }] : [])];
  }

  /** Whether results of a file are kept beside the index. A window keeps all results. */
  keepsResultsOf(file: string): boolean {
    return this.address.window !== undefined || this.isOfCase(file);
  }

  /** Writes what is kept with the case. If that fails, the user is informed and the work goes on. */
  async *tryWrite(write: () => void): Answering<void> {
    try {
      write();
    } catch (error) {
      if (!(error instanceof IdiographError) && !(error instanceof Error && 'code' in error)) throw error;
      yield { notice: { code: 'notKept', values: { reason: error.message } } };
    }
    await Promise.resolve();
  }

  noteEvents(log: CaseLog | undefined, ...events: readonly LogEvent[]): Answering<void> {
    return this.tryWrite(() => log?.append(...events));
  }

  /**
   * The files of the case with no compared text. They are also written into its log. Empty if the user named another index. A window asks
   * often; its list is logged together with the files that it could not review.
   */
  async *listUnread(failed?: readonly UnreadFile[]): Answering<readonly UnreadFile[]> {
    const { folder } = this;
    const { window } = this.address;
    if (!folder) return [];
    if (this.namesIndex && !window) return folder.passedOver;
    const unread = await this.parts.unread.find(folder, this.index);
    const isLogged = this.mayWrite && (!window || failed !== undefined);
    const all = [...unread, ...(failed ?? [])];
    if (isLogged) yield* this.tryWrite(() => noteUnread(folder, all));
    const naming = unread.length > 0 ? await this.readNaming() : undefined;
    return naming ? maskUnread(unread, naming) : unread;
  }

  /** Adds what the index of the case lacks, unless the user named one, and reports unread files. A window does so itself. */
  async *fillIndex(): Answering<void> {
    if (this.namesIndex || this.address.window) return;
    const { filesToIndex, passedOver } = this.requireCase(', or a reference index with --index FILE');
    if (filesToIndex.length > 0) yield* this.addToIndex(filesToIndex);
    const unread = yield* this.listUnread();
    if (unread.length > passedOver.length) yield { unread: unread.slice(passedOver.length) };
  }

  /** The documents of the index with a file in the folders of known texts that is no longer there. Empty if the user named the index. */
  private async listGone(): Promise<readonly string[]> {
    const { folder, index } = this;
    if (!folder || folder.isBundle || (this.namesIndex && !this.address.window) || !readStat(index)) return [];
    const documents = await this.parts.engine.listDocuments(this.stop, index);
    const folders = ['known', 'population'].map((name) => path.join(folder.folder, name));
    return documents.flatMap(({ id, source }) => {
      if (source === undefined) return [];
      const file = findFileNamed(path.dirname(index), source);
      return folders.some((each) => isWithin(file, each)) && !readStat(findFileBehind(file)) ? [id] : [];
    });
  }

  /** Adds documents, and removes texts of the case with files that are gone. */
  async *addToIndex(files: readonly (FileToIndex | KnownDocument)[]): Answering<IndexReport> {
    const gone = await this.listGone();
    const removed = gone.length === 0 ? 0 : (yield* this.ask('removeDocuments', this.index, gone)).removed;
    const report = { ...(yield* this.ask('addDocuments', this.index, files)), removed };
    yield { shares: report.shares ?? [] };
    yield* this.noteIndexed(report);
    return (await this.readNaming())?.mask(report) ?? report;
  }

  /** Writes into the log of the case what changed in its index. An index that the user named is not part of the case. */
  async *noteIndexed({ added, replaced, removed }: IndexReport): Answering<void> {
    if ((this.namesIndex && !this.address.window) || added + replaced + removed === 0) return;
    const { contentHash: index } = yield* this.ask('indexInfo', this.index);
    yield* this.noteEvents(await this.ownLog(), { kind: 'indexed', added, replaced, removed, index });
  }

  /**
   * Checks the paths of output files before any work is done. No output may replace a document, the index, the models or an exhibit, and no
   * file is replaced without the user's consent.
   * @returns a function that writes the files in their order and returns what it wrote
   * @throws UnwritableFile
   */
  planOutputs<Facts>(
    files: readonly PlannedOutput<Facts>[],
    { force, documents = [] }: { readonly force: boolean; readonly documents?: readonly string[] },
  ): (facts: Facts) => readonly (string | Uint8Array)[] {
    const { indexIfAny, folder, parts } = this;
    const index = indexIfAny === undefined ? [] : listIndexFiles(indexIfAny);
    const folders = [...(folder ? listGuardedFolders(folder.folder) : []), parts.modelsFolder];
    return planOutputs(files, { guarded: { files: [...documents, ...index], folders }, force });
  }
}
