import { createHash } from 'node:crypto';

const buckets = 256;
const hashBytes = 32;

/**
 * What an index holds, as one SHA-256 that does not depend on the order of adding: ids are put into 256 buckets by their
 * first two hex digits, each bucket is hashed in ascending order, and the hashes together. A change costs one bucket.
 */
export class ContentDigest {
  private readonly ids: string[][] = Array.from({ length: buckets }, () => []);
  private readonly hashes = new Uint8Array(buckets * hashBytes);
  private readonly changed = new Set<number>(Array.from({ length: buckets }).keys());

  /** @param header  what else the digest depends on */
  constructor(
    private readonly header: string,
    ids: Iterable<string>,
  ) {
    for (const id of ids) this.ids[bucketOf(id)]!.push(id);
  }

  add(id: string): void {
    const bucket = bucketOf(id);
    this.ids[bucket]!.push(id);
    this.changed.add(bucket);
  }

  delete(id: string): void {
    const bucket = bucketOf(id);
    this.ids[bucket] = this.ids[bucket]!.filter((other) => other !== id);
    this.changed.add(bucket);
  }

  /** In hex. */
  value(): string {
    for (const bucket of this.changed) {
      const sorted = this.ids[bucket]!.sort();
      this.hashes.set(createHash('sha256').update(sorted.join('\n')).digest(), bucket * hashBytes);
    }
    this.changed.clear();
    return createHash('sha256').update(`${this.header}\n`).update(this.hashes).digest('hex');
  }
}

/** An id that is not hexadecimal, as a damaged file may have, is in the first bucket. */
function bucketOf(id: string): number {
  const number = Number.parseInt(id.slice(0, 2), 16);
  return number >= 0 ? number : 0;
}
