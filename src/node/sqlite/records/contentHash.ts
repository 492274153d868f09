import { createHash } from 'node:crypto';
import { jsonOf } from '../database/blobs';
import type { Database } from '../database/database';
import { contentHeader, type IndexEncoder } from './indexFacts';

const buckets = 256;
const hashBytes = 32;

/**
 * What an index holds, as one SHA-256 over the hashes of its records, whatever the order of adding: they are put into 256
 * buckets by their first two hex digits, each bucket is hashed in ascending order, and the hashes together (a Merkle tree
 * of two levels). A change costs one bucket.
 */
export class ContentHash {
  private readonly records: string[][] = Array.from({ length: buckets }, () => []);
  private readonly hashes = new Uint8Array(buckets * hashBytes);
  private readonly changed = new Set<number>(Array.from({ length: buckets }).keys());

  /**
   * @param header  what else the hash depends on
   * @param records  SHA-256 of each, in hex
   */
  constructor(
    private readonly header: string,
    records: Iterable<string>,
  ) {
    for (const record of records) this.records[bucketOf(record)]!.push(record);
  }

  add(record: string): void {
    const bucket = bucketOf(record);
    this.records[bucket]!.push(record);
    this.changed.add(bucket);
  }

  delete(record: string): void {
    const bucket = bucketOf(record);
    const at = this.records[bucket]!.indexOf(record);
    if (at >= 0) this.records[bucket]!.splice(at, 1);
    this.changed.add(bucket);
  }

  /** In hex. */
  value(): string {
    for (const bucket of this.changed) {
      const sorted = this.records[bucket]!.sort();
      this.hashes.set(createHash('sha256').update(sorted.join('\n')).digest(), bucket * hashBytes);
    }
    this.changed.clear();
    return createHash('sha256').update(`${this.header}\n`).update(this.hashes).digest('hex');
  }
}

/** The content hash that the records of a file should have. */
export async function contentHashOf(database: Database, encoder: IndexEncoder): Promise<ContentHash> {
  const row = await database.get(`SELECT json_group_array(sha256) AS records
    FROM (SELECT sha256 FROM documents UNION ALL SELECT sha256 FROM profiles)`);
  return new ContentHash(contentHeader(encoder), jsonOf(row, 'records') as readonly string[]);
}

/** The content hash that a file states. */
export async function statedContentHash(database: Database): Promise<unknown> {
  return (await database.get("SELECT value FROM meta WHERE key = 'contentHash'"))?.['value'];
}

/** Part of a transaction. */
export async function storeContentHash(database: Database, hash: string): Promise<void> {
  await database.run("UPDATE meta SET value = ? WHERE key = 'contentHash'", hash);
}

/** What a file says whose records are not those that its content hash was made of. */
export const foreignContent =
  'its content hash is not that of its documents: another program has added, changed or removed some';

/** A hash that is not hexadecimal, as a damaged file may have, is in the first bucket. */
function bucketOf(record: string): number {
  const number = Number.parseInt(record.slice(0, 2), 16);
  return number >= 0 ? number : 0;
}
