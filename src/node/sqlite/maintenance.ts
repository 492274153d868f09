import { IdiographError, indexCorrupt } from '../../core/errors';
import type { IndexRepair, RepairRun } from '../../core/ports';
import { type WorkRun, type StopSignal, throwIfStopped } from '../../core/work';
import { integerOf, textOf } from './database/blobs';
import type { Database } from './database/database';
import {
  anotherText,
  deleteDocument,
  documentNumbers,
  type DocumentRow,
  documentsAfter,
  fromCodes,
  hashOfSpan,
  nameOf,
  otherFacts,
  rowProblem,
  type StoredDocument,
  storedText,
} from './records/documentRows';
import type { IndexMemory } from './memory/indexMemory';
import {
  recordsHashOf,
  foreignContent,
  type IndexEncoder,
  statedRecordsHash,
  storeRecordsHash,
} from './records/indexFacts';
import { insertDocument, packDocument } from './records/packedDocument';
import { isProfileAsStored } from './records/profileRows';
import { spansOfDocument } from './records/spanRows';

/** One document that is not as it was stored. */
interface DamagedDocument {
  readonly document: StoredDocument;
  /** A clause that follows its name. */
  readonly problem: string;
  /** Its text where that and the facts are those that were added, so that encoding it again repairs the rest. */
  readonly text: string | undefined;
}

/** Rows that belong to no document, by table. */
const stray = {
  spans: 'id >> 16 NOT IN (SELECT number FROM documents)',
  profiles: 'document NOT IN (SELECT number FROM documents)',
} as const;

/** Everything that is not as it was stored, as sentences; an empty list for a sound index. Throws Cancelled. */
export async function checkIndex(database: Database, encoder: IndexEncoder, run: WorkRun): Promise<readonly string[]> {
  try {
    const pages = await damagedPages(database);
    if (pages.length > 0) return pages;
    return await database.transaction(async () => {
      const problems: string[] = [];
      for (const [table, rows] of Object.entries(stray)) {
        const row = await database.get(`SELECT count(*) AS count FROM ${table} WHERE ${rows}`);
        if (integerOf(row!, 'count') > 0) problems.push(`Rows of ${table} belong to no document.`);
      }
      const hash = (await recordsHashOf(database, encoder)).value();
      if ((await statedRecordsHash(database)) !== hash) problems.push(`In the file, ${foreignContent}.`);
      const damaged = await damagedDocuments(database, run);
      return [...problems, ...damaged.map(({ document, problem }) => `Document ${nameOf(document)} ${problem}.`)];
    }, 'DEFERRED');
  } catch (error) {
    if (!(error instanceof IdiographError) || error.code !== 'IndexCorrupt') throw error;
    return [error.message];
  }
}

/** What SQLite's own check says of the pages of a file. */
async function damagedPages(database: Database): Promise<readonly string[]> {
  const pages = (await database.all('PRAGMA integrity_check')).map((row) => textOf(row, Object.keys(row)[0]!));
  return pages.filter((answer) => answer !== 'ok').map((answer) => `The file is damaged: ${answer}.`);
}

async function damagedDocuments(database: Database, { stop, progress }: WorkRun): Promise<readonly DamagedDocument[]> {
  const found: DamagedDocument[] = [];
  const total = (await documentNumbers(database)).length;
  let done = 0;
  for await (const rows of documentsAfter(database, 0)) {
    for (const row of rows) {
      throwIfStopped(stop);
      progress?.(done++, total);
      const text = await storedText(database, row.document);
      const isLost = text === undefined && !row.document.onServer;
      const problem = rowProblem(row) ?? (isLost ? anotherText : await partsProblem(database, row, stop));
      if (problem) found.push({ document: row.document, problem, text: problem === otherFacts ? undefined : text });
    }
  }
  return found;
}

/** What of a document's spans and profile is not as it was stored, as a clause. */
async function partsProblem(database: Database, row: DocumentRow, stop: StopSignal): Promise<string | undefined> {
  const { hashes } = fromCodes(row);
  let spans = 0;
  for await (const span of spansOfDocument(database, row.document.number, stop)) {
    throwIfStopped(stop);
    if (Buffer.compare(span.sha256, hashOfSpan(hashes, spans++)) !== 0) return 'has damaged exact vectors';
  }
  if (spans !== row.document.facts.spans) return 'lacks a span';
  const profile = await database.get('SELECT * FROM profiles WHERE document = ?', row.document.number);
  return profile && !isProfileAsStored(profile, row.document) ? 'has a damaged profile' : undefined;
}

/**
 * Encodes damaged documents again, one transaction each, and then puts right what holds them together. Their profiles go with
 * their rows; a review makes them again.
 *
 * @throws IndexCorrupt  where pages are damaged: then the index must be built again; Cancelled
 */
export async function repairIndex(
  { database, encoder }: Pick<IndexMemory, 'database' | 'encoder'>,
  { encode, stop, progress }: RepairRun,
): Promise<Omit<IndexRepair, 'lostLog'>> {
  const [page] = await damagedPages(database);
  if (page !== undefined) throw indexCorrupt(database.file, 'its pages are damaged, which no repair mends');
  const damaged = await damagedDocuments(database, { stop });
  const mendable = damaged.flatMap(({ document: { facts }, text }) => (text === undefined ? [] : { ...facts, text }));
  for (const [done, document] of mendable.entries()) {
    throwIfStopped(stop);
    progress?.(done, mendable.length);
    const packed = packDocument(document, await encode(document), encoder, { stop });
    await database.transaction(async () => {
      if (await deleteDocument(database, document.id)) await insertDocument(database, packed, document.text, stop);
    });
  }
  await database.transaction(async () => {
    for (const [table, rows] of Object.entries(stray)) await database.run(`DELETE FROM ${table} WHERE ${rows}`);
    await storeRecordsHash(database, (await recordsHashOf(database, encoder)).value());
  });
  progress?.(mendable.length, mendable.length);
  return {
    repaired: mendable.map(({ id }) => id),
    unsound: damaged.filter(({ text }) => text === undefined).map(({ document }) => document.facts.id),
    documents: (await documentNumbers(database)).length,
  };
}

/** Writes the file without free pages. Ids of spans and numbers stay: nothing changes for windows that have it open. */
export async function compactIndex(database: Database, stop: StopSignal): Promise<void> {
  throwIfStopped(stop);
  await database.exec('VACUUM');
  await database.pragma('wal_checkpoint(TRUNCATE)');
}
