/** Something that is loaded on first use and then kept; after a failure the next use loads it again. */
export class RetryingLazy<T> {
  private loaded: Promise<T> | undefined;

  constructor(private readonly load: () => Promise<T>) {}

  async get(): Promise<T> {
    this.loaded ??= this.load();
    try {
      return await this.loaded;
    } catch (error) {
      this.loaded = undefined;
      throw error;
    }
  }

  /** What was loaded, without loading it; undefined where nothing was, or it failed. */
  async held(): Promise<T | undefined> {
    return this.loaded?.catch(() => undefined);
  }
}
