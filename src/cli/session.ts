import path from 'node:path';
import type { KnownDocument, Passage } from '../core/domain';
import { knownDocuments } from '../presentation/knownDocuments';
import { caseWarningWords } from '../presentation/words/caseWarningWords';
import type { EngineProgress, EngineService, ReviewOptions } from '../protocol/engine';
import { CaseFolder, indexOfCase } from '../node/casework/caseFolder';
import { EngineThread } from '../node/worker/engineThread';
import type { CommandIo } from './terminal/io';
import { flagOption, modelsFolder, packageFolder, textOption, type Parsed } from './options';
import { percentLine } from './terminal/percentLine';

/** One run of a command: its engine thread, its case and its index. */
export class Session {
  private readonly warnings: string[] = [];

  private constructor(
    readonly parsed: Parsed,
    readonly io: CommandIo,
    readonly caseFolder: CaseFolder,
    private readonly engine: EngineThread,
  ) {}

  /** Opens the case, does the work and closes the engine in good order, whatever became of the work. */
  static async during<T>(parsed: Parsed, io: CommandIo, work: (session: Session) => Promise<T>): Promise<T> {
    const caseFolder = await CaseFolder.open(textOption(parsed, 'case') ?? path.join(packageFolder, 'sample'));
    const workerFile = path.join(packageFolder, 'dist', 'engineWorker.js');
    const engine = new EngineThread({ workerFile, modelsFolder: modelsFolder(parsed) });
    const session = new Session(parsed, io, caseFolder, engine);
    for (const warning of await caseFolder.warnings()) session.warn(caseWarningWords(warning));
    try {
      return await work(session);
    } finally {
      await engine.close();
    }
  }

  /** The index that was named, else that of the case. */
  get index(): string {
    return path.resolve(textOption(this.parsed, 'index') ?? indexOfCase(this.caseFolder.folder));
  }

  get json(): boolean {
    return flagOption(this.parsed, 'json');
  }

  /** Says what is left out or not read as it was meant: at once on stderr, and with the results in JSON. */
  warn(sentence: string): void {
    this.warnings.push(sentence);
    this.io.stderr(`Warning: ${sentence}`);
  }

  /** What a review does from the command line unless told otherwise. */
  options(candidates: number): ReviewOptions {
    const { pinned } = this.caseFolder;
    return { candidates, scale: 'ENFSI 2015', excludeQuotes: true, ...(pinned && { pinned }) };
  }

  /** Prints the result as one line of JSON, with its format and the warnings. */
  printJson(format: string, result: object): void {
    this.io.stdout(JSON.stringify({ format, ...result, warnings: this.warnings }));
  }

  /** Asks the engine; progress goes to stderr, a signal stops the question. */
  ask<M extends keyof EngineService>(
    method: M,
    args: Parameters<EngineService[M]>,
  ): Promise<Awaited<ReturnType<EngineService[M]>>> {
    return this.engine.ask(method, args, { stop: this.io.stop, news: newsLines(this.io) });
  }

  /** The known documents that passages lead to, by id. */
  known(passages: readonly Passage[]): Promise<ReadonlyMap<string, KnownDocument>> {
    return knownDocuments(passages, (id) => this.ask('knownDocument', [this.index, id]));
  }

  /** Adds the case's documents that its index lacks, unless the user named an index of their own. */
  async fillIndex(): Promise<void> {
    if (textOption(this.parsed, 'index') !== undefined) return;
    const files = await this.caseFolder.filesToIndex();
    if (files.length > 0) await this.ask('addFiles', [this.index, files]);
  }
}

/** Shows progress on stderr, and says once that an indexing goes on where an earlier one ended. */
function newsLines(io: CommandIo): (news: EngineProgress) => void {
  const show = percentLine(io);
  let goesOn = false;
  return (news) => {
    if ('stage' in news) {
      show(news.stage, news.done, news.total);
      return;
    }
    if ('mending' in news) {
      show(news.mending, news.done, news.total);
      return;
    }
    const { done, total, present, encoded } = news;
    if (!goesOn && present > 0 && done > present) {
      goesOn = true;
      io.stderr(`${present} documents are in the index already; going on with the others.`);
    }
    show('indexing', done + encoded, total);
  };
}
