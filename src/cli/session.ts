import path from 'node:path';
import { caseWarningWords } from '../core/casework/caseWarnings';
import { inEnglish } from '../core/casework/say';
import type { EngineNews, EngineService, ReviewOptions } from '../protocol/engine';
import { EngineThread } from '../node/worker/engineThread';
import { caseOf, type CaseFolder } from './cases';
import { caseFiles } from './commands/indexFiles';
import { progressLine, type CommandIo } from './io';
import { modelsFolder, packageFolder, textOption, type Parsed } from './options';

/** One run of a command: its engine thread, its case and its index. */
export class Session {
  private constructor(
    readonly parsed: Parsed,
    readonly io: CommandIo,
    readonly place: CaseFolder,
    private readonly engine: EngineThread,
  ) {}

  /** Opens the case and says what is odd about it; the engine starts with the first question. */
  static async open(parsed: Parsed, io: CommandIo): Promise<Session> {
    const place = await caseOf(parsed);
    for (const warning of place.warnings) io.stderr(`Warning: ${caseWarningWords(warning, inEnglish)}\n`);
    const workerFile = path.join(packageFolder, 'dist', 'engineWorker.js');
    return new Session(parsed, io, place, new EngineThread({ workerFile, modelsFolder: modelsFolder(parsed) }));
  }

  /** The index that was named, else that of the case. */
  get index(): string {
    return path.resolve(textOption(this.parsed, 'index') ?? this.place.index);
  }

  /** Asks the engine; progress goes to stderr, Ctrl-C stops the question. */
  ask<M extends keyof EngineService>(
    method: M,
    args: Parameters<EngineService[M]>,
  ): Promise<Awaited<ReturnType<EngineService[M]>>> {
    return this.engine.ask(method, args, { stop: this.io.stop, news: newsLines(this.io) });
  }

  /** What a review does from the command line unless told otherwise. */
  options(candidates: number): ReviewOptions {
    const { pinned } = this.place;
    return { candidates, scale: 'ENFSI 2015', excludeQuotes: true, ...(pinned && { pinned }) };
  }

  /** Adds the case's documents that its index lacks, unless the user named an index of their own. */
  async fillIndex(): Promise<void> {
    if (textOption(this.parsed, 'index') !== undefined) return;
    const files = await caseFiles(this.place);
    if (files.length > 0) await this.ask('addFiles', [this.index, files]);
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** Shows progress on stderr, and says once that an indexing goes on where an earlier one ended. */
function newsLines(io: CommandIo): (news: EngineNews) => void {
  const show = progressLine(io);
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
      io.stderr(`${present} documents are in the index already; going on with the others.\n`);
    }
    show('indexing', done + encoded, total);
  };
}
