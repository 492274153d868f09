/** A question that is answered in one go. Neither resolves with an error: both report theirs to the asker. */
export type Question = () => Promise<void>;
/** Indexing that yields after each document. */
export type Indexing = AsyncGenerator<unknown, void>;

/** What the engine thread has to do: questions first, indexing between them. */
export class JobQueue {
  private readonly questions: Question[] = [];
  private readonly indexings: Indexing[] = [];
  private wake: (() => void) | undefined;
  private isClosed = false;

  get closed(): boolean {
    return this.isClosed;
  }

  ask(question: Question): void {
    this.questions.push(question);
    this.wake?.();
  }

  index(indexing: Indexing): void {
    this.indexings.push(indexing);
    this.wake?.();
  }

  close(): void {
    this.isClosed = true;
    this.wake?.();
  }

  takeQuestion(): Question | undefined {
    return this.questions.shift();
  }

  takeIndexing(): Indexing | undefined {
    return this.indexings.shift();
  }

  /** Resolves when something has come, or at once if something waits. */
  arrival(): Promise<void> {
    if (this.isClosed || this.questions.length > 0 || this.indexings.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = () => {
        this.wake = undefined;
        resolve();
      };
    });
  }
}
