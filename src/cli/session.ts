import path from 'node:path';
import type { KnownDocument, Passage } from '../core/domain';
import { knownDocuments } from '../presentation/knownDocuments';
import { caseWarningWords } from '../presentation/words/caseWarningWords';
import type { EngineProgress, EngineService, ReviewOptions } from '../protocol/engine';
import { CaseFolder, indexOfCase } from '../node/casework/caseFolder';
import { EngineThread } from '../node/worker/engineThread';
import type { CommandIo } from './terminal/io';
import { flagOption, modelsFolder, packageFolder, textOption, type Parsed } from './options';
import { counted } from './terminal/counted';
import { percentLine } from './terminal/percentLine';

/** One run of a command: its engine thread, its case and its index. */
export class Session {
  private readonly warnings: string[] = [];

  private constructor(
    readonly parsed: Parsed,
    readonly io: CommandIo,
    readonly caseFolder: CaseFolder,
    /** Progress of its calls goes to stderr, a signal stops them. */
    readonly engine: EngineService,
  ) {}

  /** Opens the case, does the work and closes the engine in good order, whatever became of the work. */
  static async during<T>(parsed: Parsed, io: CommandIo, work: (session: Session) => Promise<T>): Promise<T> {
    const caseFolder = await CaseFolder.open(textOption(parsed, 'case') ?? path.join(packageFolder, 'sample'));
    const workerFile = path.join(packageFolder, 'dist', 'engineWorker.js');
    const thread = new EngineThread({ workerFile, modelsFolder: modelsFolder(parsed) });
    const engine = thread.calls({ stop: io.stop, onProgress: progressLines(io) });
    const session = new Session(parsed, io, caseFolder, engine);
    for (const warning of await caseFolder.warnings()) session.warn(caseWarningWords(warning));
    try {
      return await work(session);
    } finally {
      await thread.close();
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

  /** What a review does from the command line unless told otherwise; its document is of the case that was named, or that it lies in. */
  options(candidates: number): ReviewOptions {
    const { pinned, validation } = this.caseFolder;
    const [file = ''] = this.parsed.positionals;
    const isOfCase = textOption(this.parsed, 'case') !== undefined || this.caseFolder.holds(file);
    return {
      candidates,
      scale: 'ENFSI 2015',
      excludeQuotes: true,
      ...(pinned && { pinned }),
      ...(validation && isOfCase && { validation }),
    };
  }

  /** Prints the result as one line of JSON, with its format and the warnings. */
  printJson(format: string, result: object): void {
    this.io.stdout(JSON.stringify({ format, ...result, warnings: this.warnings }));
  }

  /** The known documents that passages lead to, by id. */
  known(passages: readonly Passage[]): Promise<ReadonlyMap<string, KnownDocument>> {
    return knownDocuments(passages, (id) => this.engine.knownDocument(this.index, id));
  }

  /** Adds the case's documents that its index lacks, unless the user named an index of their own. */
  async fillIndex(): Promise<void> {
    if (textOption(this.parsed, 'index') !== undefined) return;
    const files = await this.caseFolder.filesToIndex();
    if (files.length > 0) await this.engine.addFiles(this.index, files);
  }
}

/** Shows progress on stderr, and says once that an indexing goes on where an earlier one ended. */
function progressLines(io: CommandIo): (progress: EngineProgress) => void {
  const show = percentLine(io);
  let goesOn = false;
  return (progress) => {
    if ('stage' in progress) {
      show(progress.stage, progress.done, progress.total);
      return;
    }
    if ('mending' in progress) {
      show(progress.mending, progress.done, progress.total);
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
