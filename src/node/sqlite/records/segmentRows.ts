import { createHash } from 'node:crypto';
import { IdiographError, indexCorrupt } from '../../../core/errors';
import { blobOf, bytesOf, fromUint32Blob, integerOf } from '../database/blobs';
import type { Database, Row } from '../database/database';
import {
  codeBytes,
  directoryNumbers,
  fromDirectoryNumbers,
  hashBytes,
  joinSegments,
  keepDocuments,
  patchesOf,
  type Segment,
  type SegmentDocument,
} from './segment';

/** When the tail, one row for each document, becomes one segment: patches, or documents where these are short. */
export interface TailLimits {
  readonly patches: number;
  readonly documents: number;
}

export const tailLimits: TailLimits = { patches: 2 ** 16, documents: 256 };

/** Patches read at once, so that memory holds codes once and not twice. */
const batchPatches = 2 ** 18;

const columns = 'id, last_document, documents, counts, hashes, codes, directory_sha256';

/** Stores a segment; one that is not sealed is the tail's row for one document. */
export async function insertSegment(database: Database, segment: Segment, sealed: boolean): Promise<void> {
  const documents = bytesOf(directoryNumbers(segment.documents));
  const counts = bytesOf(segment.counts);
  await database.run(
    `INSERT INTO segments (last_document, sealed, patches, directory_sha256, documents, counts, hashes, codes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    segment.documents.at(-1)!.number,
    sealed ? 1 : 0,
    patchesOf(segment),
    directorySha256(documents, counts),
    documents,
    counts,
    segment.hashes,
    segment.codes,
  );
}

/** Joins the rows of the tail once they are many. Part of the transaction that added the last of them. */
export async function sealTail(database: Database, limits: TailLimits): Promise<void> {
  const tail = await database.get(
    'SELECT count(*) AS documents, CAST(total(patches) AS INTEGER) AS patches FROM segments WHERE sealed = 0',
  );
  if (!tail || integerOf(tail, 'documents') < 2) return;
  if (integerOf(tail, 'patches') < limits.patches && integerOf(tail, 'documents') < limits.documents) return;
  const rows = await database.all(`SELECT ${columns} FROM segments WHERE sealed = 0 ORDER BY last_document`);
  await insertSegment(database, joinSegments(soundSegments(database, rows, refuse)), true);
  await database.run('DELETE FROM segments WHERE sealed = 0');
}

/** Called with what is wrong with a segment, which is then passed over. */
export type DamagedSegment = (error: IdiographError) => void;

/**
 * The segments that hold documents above this number, some 2^18 patches at a time, in ascending order of the numbers.
 *
 * @param damaged  what is done about segments whose arrays do not fit together; unless given, IndexCorrupt is thrown
 */
export async function* segmentsAfter(
  database: Database,
  document: number,
  damaged: DamagedSegment = refuse,
): AsyncGenerator<readonly Segment[]> {
  const listed = await database.all(
    'SELECT id, patches FROM segments WHERE last_document > ? ORDER BY last_document',
    document,
  );
  for (const ids of batchesOf(listed)) {
    const sql = `SELECT ${columns} FROM segments WHERE id IN (SELECT value FROM json_each(?))`;
    const rows = await database.all(sql, JSON.stringify(ids));
    const inOrder = rows.toSorted((a, b) => integerOf(a, 'last_document') - integerOf(b, 'last_document'));
    yield soundSegments(database, inOrder, damaged); // SQLite would copy the blobs to sort them
  }
}

const refuse: DamagedSegment = (error) => {
  throw error;
};

function* batchesOf(listed: readonly Row[]): Generator<readonly number[]> {
  let ids: number[] = [];
  let patches = 0;
  for (const row of listed) {
    if (ids.length > 0 && patches + integerOf(row, 'patches') > batchPatches) {
      yield ids;
      [ids, patches] = [[], 0];
    }
    ids.push(integerOf(row, 'id'));
    patches += integerOf(row, 'patches');
  }
  if (ids.length > 0) yield ids;
}

/** What a rewriting keeps, and what it does about damaged segments. */
export interface Rewriting {
  readonly keeps: (document: SegmentDocument) => boolean;
  readonly damaged?: DamagedSegment;
}

/** Writes all segments again, each as large as a sealed one. Part of a transaction. */
export async function rewriteSegments(
  database: Database,
  limits: TailLimits,
  { keeps, damaged }: Rewriting,
): Promise<void> {
  const last = await database.get('SELECT max(id) AS id FROM segments');
  if (!last || last['id'] === null) return;
  let waiting: Segment[] = [];
  const write = async (): Promise<void> => {
    const joined = joinSegments(waiting);
    if (joined.documents.length > 0) await insertSegment(database, joined, true);
    waiting = [];
  };
  for await (const segments of segmentsAfter(database, 0, damaged)) {
    for (const segment of segments) {
      waiting.push(keepDocuments(segment, keeps));
      if (waiting.reduce((sum, part) => sum + patchesOf(part), 0) >= limits.patches) await write();
    }
  }
  await write();
  await database.run('DELETE FROM segments WHERE id <= ?', integerOf(last, 'id'));
}

function soundSegments(database: Database, rows: readonly Row[], damaged: DamagedSegment): readonly Segment[] {
  return rows.flatMap((row) => {
    const segment = storedSegment(database, row);
    if (!(segment instanceof IdiographError)) return [segment];
    damaged(segment);
    return [];
  });
}

/** A row of the table as a segment; the error where its arrays do not fit together. */
function storedSegment(database: Database, row: Row): Segment | IdiographError {
  const directory = blobOf(row, 'documents');
  const counts = blobOf(row, 'counts');
  const name = `segment ${integerOf(row, 'id')}`;
  if (Buffer.compare(directorySha256(directory, counts), blobOf(row, 'directory_sha256')) !== 0) {
    return indexCorrupt(database.file, `the directory of ${name} is damaged`);
  }
  const segment: Segment = {
    documents: fromDirectoryNumbers(fromUint32Blob(directory)),
    counts: fromUint32Blob(counts),
    hashes: blobOf(row, 'hashes'),
    codes: blobOf(row, 'codes'),
  };
  return fits(segment) ? segment : indexCorrupt(database.file, `${name} has rows of a wrong length`);
}

function fits({ documents, counts, hashes, codes }: Segment): boolean {
  const spans = documents.reduce((sum, document) => sum + document.spans, 0);
  const patches = counts.reduce((sum, count) => sum + count, 0);
  return codes.length === patches * codeBytes && counts.length === spans && hashes.length === spans * hashBytes;
}

/** The hash of a segment's directory: its documents and counts. */
function directorySha256(documents: Uint8Array, counts: Uint8Array): Uint8Array {
  return createHash('sha256').update(documents).update(counts).digest();
}
