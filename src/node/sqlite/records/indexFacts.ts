import { modelMismatch } from '../../../core/errors';
import type { Encoder } from '../../../core/ports';
import { codeBits } from '../../../lateInteraction/scoring/signCodes';
import { toBytes, readJson } from '../database/blobs';
import { computeSha256 } from '../../sha256';
import { createHash } from 'node:crypto';
import type { Database } from '../database/database';

/** The facts about the encoder of its rows that an index needs. */
export type IndexEncoder = Pick<Encoder, 'modelId' | 'dim' | 'documentDim' | 'maxTokens' | 'patchTokens' | 'coding'>;

/** Windows in a span, which limits its tokens. */
const spanWindows = 4;

/** What the hashes of an index depend on besides its documents: the facts below, one on each line. */
export function formatContentHeader(encoder: IndexEncoder): string {
  return [...listIndexFacts(encoder)].map((fact) => fact.join(' ')).join('\n');
}

/** The facts in table `meta` of an index that must be equal for its codes and rows to be usable. */
export function listIndexFacts(encoder: IndexEncoder): ReadonlyMap<string, string> {
  return new Map([
    ['modelId', encoder.modelId],
    ['dim', String(encoder.dim)],
    ['documentDim', String(encoder.documentDim)],
    ['n', String(encoder.patchTokens)],
    ['bits', String(codeBits)],
    ['rotationSha256', computeSha256(toBytes(encoder.coding.known.rows))],
    ['meanSha256', computeSha256(toBytes(encoder.coding.known.centre))],
    ['windowTokens', String(encoder.maxTokens)],
    ['spanTokens', String(spanWindows * encoder.maxTokens)],
  ]);
}

/** Whether an index with these facts was built with this model and its patch length. */
export function isOfEncoder(results: ReadonlyMap<string, string>, encoder: IndexEncoder): boolean {
  return listDiffering(results, listIndexFacts(encoder)).length === 0;
}

function listDiffering(results: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): readonly string[] {
  return [...expected.keys()].filter((key) => results.get(key) !== expected.get(key));
}

/** Throws ModelMismatch if an index was built with another model, or with another patch length of this one. */
export function requireEncoder(results: ReadonlyMap<string, string>, encoder: IndexEncoder): void {
  const expected = listIndexFacts(encoder);
  const differing = listDiffering(results, expected);
  if (differing.length === 0) return;
  throw modelMismatch(formatLabel(results, differing), formatLabel(expected, differing));
}

/** The model's id, and other differences: "encoder@0123456789ab (n 2)". */
function formatLabel(facts: ReadonlyMap<string, string>, differing: readonly string[]): string {
  const id = facts.get('modelId') ?? 'an unknown model';
  const others = differing.filter((key) => key !== 'modelId');
  const named = others.map((key) => `${key} ${facts.get(key) ?? 'missing'}`);
  return differing.includes('modelId') || named.length === 0 ? id : `${id} (${named.join(', ')})`;
}

const buckets = 256;
const hashBytes = 32;

/**
 * Hashes of documents or of records as one SHA-256 that does not depend on the order of adding. They are put into 256 buckets by their
 * first two hex digits, each bucket is hashed in ascending order, and these hashes are hashed together (a Merkle tree of two levels). A
 * change costs one bucket.
 */
export class HashTree {
  private readonly records: string[][] = Array.from({ length: buckets }, () => []);
  private readonly hashes = new Uint8Array(buckets * hashBytes);
  private readonly changed = new Set<number>(Array.from({ length: buckets }).keys());

  /**
   * @param header  what the hash also depends on
   * @param records  SHA-256 of each, in hex
   */
  constructor(
    private readonly header: string,
    records: Iterable<string>,
  ) {
    for (const record of records) this.records[findBucket(record)]!.push(record);
  }

  add(record: string): void {
    const bucket = findBucket(record);
    this.records[bucket]!.push(record);
    this.changed.add(bucket);
  }

  delete(record: string): void {
    const bucket = findBucket(record);
    const at = this.records[bucket]!.indexOf(record);
    if (at >= 0) this.records[bucket]!.splice(at, 1);
    this.changed.add(bucket);
  }

  /** In hex. */
  computeValue(): string {
    for (const bucket of this.changed) {
      const sorted = this.records[bucket]!.sort();
      this.hashes.set(createHash('sha256').update(sorted.join('\n')).digest(), bucket * hashBytes);
    }
    this.changed.clear();
    return createHash('sha256').update(`${this.header}\n`).update(this.hashes).digest('hex');
  }
}

/** The hash that the records of a file should have. It is the row `contentHash` of `meta`. */
export async function computeRecordsHash(database: Database, encoder: IndexEncoder): Promise<HashTree> {
  const row = await database.get(`SELECT json_group_array(sha256) AS records
    FROM (SELECT sha256 FROM documents UNION ALL SELECT sha256 FROM profiles)`);
  return new HashTree(formatContentHeader(encoder), readJson(row, 'records') as readonly string[]);
}

/** The hash of its records, as the file states it. */
export async function readRecordsHash(database: Database): Promise<unknown> {
  return (await database.get("SELECT value FROM meta WHERE key = 'contentHash'"))?.['value'];
}

/** Part of a transaction. */
export async function storeRecordsHash(database: Database, hash: string): Promise<void> {
  await database.run("UPDATE meta SET value = ? WHERE key = 'contentHash'", hash);
}

/** The problem of a file with records that do not fit its content hash. */
export const foreignContent =
  'its content hash is not that of its documents: another program has added, changed or removed some';

/** A hash that is not hexadecimal, as in a damaged file, is put into the first bucket. */
function findBucket(record: string): number {
  const number = Number.parseInt(record.slice(0, 2), 16);
  return number >= 0 ? number : 0;
}
