import { stat } from 'node:fs/promises';
import { IdiographError } from '../core/errors';
import type { FileIndex } from './sqlite/fileRows';

/** An index, and the identity of the file that it was opened from. */
interface OpenIndex {
  readonly index: FileIndex;
  readonly identity: string | undefined;
}

/**
 * Milliseconds after the last question until the files are closed, because Windows neither moves nor deletes a folder with an open file.
 */
const idleTime = 120_000;

/** The open indexes of an engine. All questions share one connection to each. */
export class OpenIndexes {
  private readonly byFile = new Map<string, Promise<OpenIndex>>();
  /** Indexes without a file. They stay open until their questions are answered. */
  private readonly gone = new Set<FileIndex>();
  /** The number of questions in progress, and the timer that closes the files after the last. */
  private users = 0;
  private closing: NodeJS.Timeout | undefined;

  constructor(
    private readonly openFile: (file: string, create: boolean) => Promise<FileIndex>,
    private readonly closes: () => void = () => undefined,
    private readonly idle = idleTime,
  ) {}

  /**
   * Opens an index. If this fails, the next question tries again. If the file was deleted or replaced since, it is opened again, so that
   * nothing is written to a file without a name. If it could only be read, it is opened again for writing once no other question uses it.
   */
  async open(file: string, create = false, writes = create): Promise<FileIndex> {
    const known = this.byFile.get(file);
    if (!known) return this.keep(file, this.openAnew(file, create));
    const { index, identity } = await known;
    const isSame = identity === (await readIdentity(file));
    if (isSame && !(writes && index.rows.readOnly && this.users <= 1)) return index;
    if (this.byFile.get(file) !== known) return this.open(file, create, writes);
    // SQLite shares the log of a file among all connections of a process, so one that only reads keeps the others from writing.
    if (isSame)
      return this.keep(
        file,
        index.close().then(() => this.openAnew(file, create)),
      );
    this.gone.add(index);
    return this.keep(file, this.openAnew(file, create));
  }

  private async keep(file: string, opening: Promise<OpenIndex>): Promise<FileIndex> {
    this.byFile.set(file, opening);
    opening.catch(() => this.byFile.delete(file));
    return (await opening).index;
  }

  /** Opens an index as `open` does. Undefined if there is no such file. */
  openIfThere(file: string): Promise<FileIndex | undefined> {
    return this.open(file).catch((error: unknown) => {
      if (error instanceof IdiographError && error.code === 'IndexEmpty') return undefined;
      throw error;
    });
  }

  /** Answers a question. All files are closed some time after the last question, and the next one opens them again. */
  async *during<Told, Answer>(answer: AsyncGenerator<Told, Answer, void>): AsyncGenerator<Told, Answer, void> {
    clearTimeout(this.closing);
    this.users += 1;
    try {
      return yield* answer;
    } finally {
      this.users -= 1;
      if (this.users === 0) this.closing = setTimeout(() => void this.leave(), this.idle).unref();
    }
  }

  /** Closes all files unless more questions than these use them. */
  async closeUnused(users: number): Promise<void> {
    if (this.users <= users) await this.leave();
  }

  private leave(): Promise<void> {
    this.closes();
    return this.close();
  }

  /** Closes all indexes that could be opened. */
  async close(): Promise<void> {
    clearTimeout(this.closing);
    const open = [...this.byFile.values()];
    const gone = [...this.gone];
    this.byFile.clear();
    this.gone.clear();
    for (const opened of await Promise.allSettled(open))
      if (opened.status === 'fulfilled') await opened.value.index.close();
    for (const index of gone) await index.close();
  }

  private async openAnew(file: string, create: boolean): Promise<OpenIndex> {
    const index = await this.openFile(file, create);
    return { index, identity: await readIdentity(file) };
  }
}

/** The identity of the file with a name. Undefined if there is none, or if the index is in memory. */
async function readIdentity(file: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}
