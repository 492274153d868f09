import { stat } from 'node:fs/promises';
import { IdiographError } from '../core/errors';
import type { Kernels } from '../core/scoring/kernels';
import type { IndexEncoder } from './sqlite/records/indexFacts';
import { SqliteIndex } from './sqlite/sqliteIndex';

/** An index and the file that it was opened from. */
interface OpenIndex {
  readonly index: SqliteIndex;
  readonly identity: string | undefined;
}

/** The indexes that an engine has open, each by one connection for all questions. */
export class OpenIndexes {
  private readonly byFile = new Map<string, Promise<OpenIndex>>();
  /** Whose files are gone, kept open for the questions that are still at them. */
  private readonly gone: SqliteIndex[] = [];

  constructor(
    private readonly encoder: () => Promise<IndexEncoder>,
    private readonly kernels: Kernels,
  ) {}

  /**
   * One that failed to open is tried again with the next question; one whose file was deleted or replaced since is opened anew,
   * so that nothing is written to a file that no longer has a name.
   */
  async open(file: string, create = false): Promise<SqliteIndex> {
    const known = this.byFile.get(file);
    if (known) {
      const { index, identity } = await known;
      if (identity === (await identityOf(file))) return index;
      if (this.byFile.get(file) === known) {
        this.byFile.delete(file);
        this.gone.push(index);
      }
      return this.open(file, create);
    }
    const opened = this.openAnew(file, create);
    this.byFile.set(file, opened);
    opened.catch(() => this.byFile.delete(file));
    return (await opened).index;
  }

  /** As `open`; undefined where there is no such file. */
  openIfThere(file: string): Promise<SqliteIndex | undefined> {
    return this.open(file).catch((error: unknown) => {
      if (error instanceof IdiographError && error.code === 'IndexEmpty') return undefined;
      throw error;
    });
  }

  /** Closes all that could be opened. */
  async close(): Promise<void> {
    for (const opened of await Promise.allSettled(this.byFile.values())) {
      if (opened.status === 'fulfilled') await opened.value.index.close();
    }
    for (const index of this.gone) await index.close();
  }

  private async openAnew(file: string, create: boolean): Promise<OpenIndex> {
    const index = await SqliteIndex.open(file, await this.encoder(), { create, kernels: this.kernels });
    return { index, identity: await identityOf(file) };
  }
}

/** Which file a name stands for; undefined where there is none, or the index is in memory. */
async function identityOf(file: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}
