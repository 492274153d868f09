import path from 'node:path';
import type { Naming } from '../core/casework/blind';
import type { Evidence, KnownDocument, Passage } from '../core/domain';
import { knownDocuments } from '../presentation/passages';
import { caseWarningWords } from '../presentation/words/caveats';
import { sharesLine } from '../presentation/textAsRead';
import type {
  DocumentShard,
  EngineProgress,
  EngineService,
  FileToIndex,
  IndexReport,
  ReviewOptions,
} from '../protocol/engine';
import { maskedUnread, type UnreadFile } from '../core/casework/unreadFiles';
import type { NamedShares } from '../core/text/textAsRead';
import type { LogEvent } from '../core/casework/caseLog';
import { IdiographError, usage } from '../core/errors';
import type { CaseLog } from '../node/casework/caseLog';
import { indexedEvent } from '../node/casework/caseRun';
import { CaseFolder } from '../node/casework/caseFolder';
import { indexOfCase } from '../node/casework/indexOfCase';
import { noteUnread, UnreadFiles } from '../node/casework/unreadFiles';
import { findCase } from '../node/casework/folderEntries';
import type { ServerAddress } from '../core/server';
import { addressOf, isServerUrl, parseAddress } from '../node/opensearch/address';
import { filesOfIndex, guardedFolders, type PlannedOutput, planOutputs } from '../node/outputFile';
import type { EngineThread } from '../node/worker/engineThread';
import { counted, type CommandIo, type Output } from './io';
import { flagOption, modelsFolder, textOption, type Parsed } from './options';

const orIndex = ', or a reference index with --index FILE';

/** One run of a command: its engine thread, its case and its index. */
export class Session {
  private readonly warnings: string[] = [];
  private shares: readonly NamedShares[] = [];
  /** Progress of its calls goes to stderr, a signal stops them, and a blind case has its own names. */
  readonly engine: EngineService;
  /** The same without progress, for work that tells its own. */
  readonly quiet: EngineService;
  /** That is searched with the index file. */
  private readonly server: ServerAddress | undefined;
  private readonly opened = (): Promise<CaseFolder | undefined> => Promise.resolve(this.caseFolder);

  private constructor(
    readonly parsed: Parsed,
    readonly io: CommandIo,
    /** The one that was named, else the one around the first document, or around the working folder. */
    readonly caseFolder: CaseFolder | undefined,
    private readonly thread: Pick<EngineThread, 'calls' | 'naming'>,
  ) {
    const asking = { stop: io.stop, opened: this.opened };
    this.engine = thread.calls({ ...asking, onProgress: progressLines(io) });
    this.quiet = thread.calls(asking);
    this.server = serverOf(parsed, caseFolder);
  }

  /** Opens the case, does the work and closes the engine in good order, whatever became of the work. */
  static async during<T>(
    parsed: Parsed,
    io: CommandIo,
    work: (session: Session) => Promise<T>,
    place = parsed.positionals[0] ?? '.',
  ): Promise<T> {
    const folder = textOption(parsed, 'case') ?? (await findCase(place));
    const caseFolder = folder === undefined ? undefined : await CaseFolder.open(folder);
    const thread = io.engine(modelsFolder(parsed));
    const session = new Session(parsed, io, caseFolder, thread);
    for (const warning of (await caseFolder?.warnings()) ?? []) session.warn(caseWarningWords(warning));
    session.tried('The log is not kept', () => caseFolder?.recordUnlogged());
    try {
      return await work(session);
    } finally {
      await thread.close();
    }
  }

  /** The same with the case that the first operand names. */
  static ofCase(parsed: Parsed, io: CommandIo, work: (session: Session) => Promise<number>): Promise<number> {
    return Session.during({ ...parsed, values: { ...parsed.values, case: parsed.positionals[0]! } }, io, work);
  }

  /** The index that was named, else that of the case. Throws Usage where there is neither, or it is on a server. */
  get index(): string {
    const named = textOption(this.parsed, 'index');
    if (named !== undefined && isServerUrl(named))
      throw usage(
        'This command works on an index file. "index push", "pull", "list", "check", "repair" and "remove" work on a server.',
      );
    return named === undefined ? indexOfCase(this.requireCase(orIndex).folder) : path.resolve(named);
  }

  /** The same, for work that a server's index may have done, too. */
  get fileOrServer(): string {
    const named = textOption(this.parsed, 'index');
    return named !== undefined && isServerUrl(named) ? named : this.index;
  }

  /** How authors are called while the case is blind; undefined: it is not. */
  naming(): Promise<Naming | undefined> {
    return this.thread.naming(this.index, this.opened);
  }

  /** The index, for work that goes on without one. */
  get indexIfAny(): string | undefined {
    return this.caseFolder || textOption(this.parsed, 'index') !== undefined ? this.index : undefined;
  }

  /**
   * The case, for work that needs one.
   *
   * @param instead  what would do as well, as the end of the sentence
   * @throws Usage  where none is named or found
   */
  requireCase(instead = ''): CaseFolder {
    if (this.caseFolder) return this.caseFolder;
    const around = this.parsed.positionals.length > 0 ? 'what was given' : 'the working folder';
    throw usage(`There is no case folder around ${around}: name one with --case FOLDER${instead}.`);
  }

  get json(): boolean {
    return flagOption(this.parsed, 'json');
  }

  /** Says what is left out or not read as it was meant: at once on stderr, and with the results in JSON. */
  warn(sentence: string): void {
    this.warnings.push(sentence);
    this.io.stderr(`Warning: ${sentence}`);
  }

  /** Notes what of texts does not count, to be said with the results. */
  tellShares(shares: readonly NamedShares[]): void {
    this.shares = [...this.shares, ...shares];
  }

  /** What of texts does not count, one line a text, of those that were read since it was said last. */
  sharesLines(): readonly string[] {
    return this.takeShares().map((each) => `  ${sharesLine(each)}`);
  }

  /** The same as data. */
  takeShares(): readonly NamedShares[] {
    const { shares } = this;
    this.shares = [];
    return shares;
  }

  /** Writes into a log, if there is one; that it cannot be written is told, and stops nothing. */
  note(log: CaseLog | undefined, event: LogEvent): void {
    this.tried('The log is not kept', () => log?.append(event));
  }

  /** The warnings so far. */
  get warned(): readonly string[] {
    return this.warnings;
  }

  /** Files of the case of which no text is compared, also in its log; none where an index of the user's own is asked. */
  async unread(): Promise<readonly UnreadFile[]> {
    const { caseFolder, thread, io } = this;
    if (!caseFolder) return [];
    if (textOption(this.parsed, 'index') !== undefined) return caseFolder.passedOver;
    const plain = thread.calls({ stop: io.stop, opened: () => Promise.resolve(undefined) });
    const unread = await new UnreadFiles(plain).of(caseFolder, this.index);
    this.tried('The log is not kept', () => noteUnread(caseFolder, unread));
    const naming = unread.length > 0 ? await this.naming() : undefined;
    return naming ? maskedUnread(unread, naming) : unread;
  }

  /** Writes what would be kept with the case: that it cannot be stops no review. */
  tried(loss: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof IdiographError) && !(error instanceof Error && 'code' in error)) throw error;
      this.warn(`${loss}: ${error.message}`);
    }
  }

  /** What a review does from the command line unless told otherwise. */
  options(candidates: number): ReviewOptions {
    return { candidates, scale: 'ENFSI 2015', excludeQuotes: true, server: this.server, ...this.caseFolder?.options };
  }

  /** Prints the result: its lines for people, or one line of JSON. Returns the exit status of a command that is done. */
  async answer(
    format: string,
    result: object,
    lines: () => readonly string[] | Promise<readonly string[]>,
  ): Promise<number> {
    if (this.json) this.printJson(format, result);
    else this.io.stdout(...(await lines()));
    return 0;
  }

  /** Prints the result as one line of JSON, with its format and the warnings. */
  printJson(format: string, result: object): void {
    this.io.stdout(JSON.stringify({ format, shares: this.takeShares(), ...result, warnings: this.warnings }));
  }

  /** The known documents that passages lead to, by id. */
  known(passages: readonly Passage[]): Promise<ReadonlyMap<string, KnownDocument>> {
    return knownDocuments(passages, (id) => this.engine.knownDocument(this.index, id));
  }

  /** Adds the case's documents that its index lacks, unless the user named an index of their own. */
  async fillIndex(): Promise<void> {
    if (textOption(this.parsed, 'index') !== undefined) return;
    const files = this.requireCase(orIndex).filesToIndex;
    if (files.length > 0) await this.addToIndex(files);
  }

  /** Adds documents to the index. */
  async addToIndex(files: readonly FileToIndex[], shard?: DocumentShard): Promise<IndexReport> {
    const report = await this.engine.addDocuments(this.index, files, shard);
    this.tellShares(report.shares ?? []);
    await this.noteIndexed(report);
    if (!this.caseFolder?.blinding?.masked) return report;
    return (await this.naming())?.masked(report) ?? report;
  }

  /** Writes into the log of the case what was changed in its index; one that was named is not the case's. */
  async noteIndexed(report: IndexReport): Promise<void> {
    if (textOption(this.parsed, 'index') !== undefined) return;
    const event = await indexedEvent(this.engine, this.index, report);
    if (event) this.note(this.caseFolder?.log(), event);
  }
}

/** The server that was named, with the account of the environment. Throws Usage where its address is none, or the case is blind. */
function serverOf(parsed: Parsed, caseFolder: CaseFolder | undefined): ServerAddress | undefined {
  const url = textOption(parsed, 'server');
  if (url === undefined) return undefined;
  parseAddress(url);
  if (caseFolder?.blinding?.masked)
    throw usage(
      'A blind case is searched in its index file alone, since a server names its authors: leave --server out.',
    );
  return addressOf(url);
}

/** 5 where a server was to be searched and was not, as for an error of the server. */
export function statusOf({ server }: Pick<Evidence, 'server'>): number {
  return server?.problem ? 5 : 0;
}

/**
 * Refuses the places of files that a command is to write before any work is done for them: none may take the place of a document, of the
 * index, the models or the exhibits, and none is replaced without --force.
 *
 * @returns what writes them, in their order, and gives what it wrote
 * @throws UnwritableFile
 */
export function plannedFiles<Facts>(
  { parsed, caseFolder, indexIfAny }: Session,
  files: readonly PlannedOutput<Facts>[],
  documents: readonly string[] = [],
): (facts: Facts) => readonly (string | Uint8Array)[] {
  const index = indexIfAny === undefined ? [] : filesOfIndex(indexIfAny);
  const folders = [...(caseFolder ? guardedFolders(caseFolder.folder) : []), modelsFolder(parsed)];
  return planOutputs(files, {
    guarded: { files: [...documents, ...index], folders },
    force: flagOption(parsed, 'force'),
  });
}

/** The files that options of a command name. @param kinds  by option: how such a file begins, and what stands in it */
export function namedFiles<Facts>(
  parsed: Parsed,
  kinds: Readonly<Record<string, Omit<PlannedOutput<Facts>, 'file'>>>,
): readonly PlannedOutput<Facts>[] {
  return Object.entries(kinds).flatMap(([option, kind]) => {
    const file = textOption(parsed, option);
    return file === undefined ? [] : [{ file, ...kind }];
  });
}

/** Shows progress on stderr, and says once that an indexing goes on where an earlier one ended. */
function progressLines(io: CommandIo): (progress: EngineProgress) => void {
  const show = percentLine(io);
  let goesOn = false;
  return (progress) => {
    if (!('file' in progress)) {
      show('stage' in progress ? progress.stage : progress.maintenance, progress.done, progress.total);
      return;
    }
    const { done, total, present, encoded } = progress;
    if (!goesOn && present > 0 && done > present) {
      goesOn = true;
      io.stderr(`In the index already: ${counted(present, 'document')}; going on with the others.`);
    }
    show('indexing', done + encoded, total);
  };
}

/** Progress in numbers on a terminal, and one line per tenth elsewhere. */
function percentLine(io: Output): (label: string, done: number, total: number) => void {
  let shown = '';
  return (label, done, total) => {
    const tenths = total > 0 ? Math.floor((10 * done) / total) : 0;
    const line = io.terminal ? `${label} ${Math.floor(10 * done) / 10} of ${total}` : `${label} ${tenths * 10} %`;
    if (line === shown) return;
    shown = line;
    io.progress(line, done === total);
  };
}
