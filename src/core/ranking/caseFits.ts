import type { CaseFit } from './fitDiscriminant';

/** Fits that are kept, in bytes: that of 64 authors has some 34 million. */
const mostBytes = 48e6;

/** What tells authors from each other, of the sets of texts that came last: a fit takes as long as the encoding of thousands of words. */
export class CaseFits<Fit extends Pick<CaseFit, 'bytes'> = CaseFit> {
  private readonly kept = new Map<string, Fit>();

  /** @param key  names the texts, and the length of the pieces */
  async of(key: string, make: () => Promise<Fit>): Promise<Fit> {
    const found = this.kept.get(key) ?? (await make());
    this.kept.delete(key);
    this.kept.set(key, found);
    this.drop();
    return found;
  }

  private drop(): void {
    let bytes = [...this.kept.values()].reduce((sum, fit) => sum + fit.bytes, 0);
    for (const [key, fit] of this.kept) {
      if (bytes <= mostBytes || this.kept.size === 1) return;
      this.kept.delete(key);
      bytes -= fit.bytes;
    }
  }
}
