import { rename, rm, stat } from 'node:fs/promises';
import type { KnownDocument } from '../../core/domain';
import { IdiographError } from '../../core/errors';
import type { IndexRepair, RepairRun } from '../../core/ports';
import { throwIfStopped } from '../../core/stop';
import { integerOf, textOf } from './blobs';
import { codeSpan, type CodedSpan } from './coding';
import { residentParts } from './damage';
import { Database, type Row } from './database';
import { fileError } from './databaseErrors';
import { documentId } from './documentId';
import { insertDocument, knownDocument } from './documentRows';
import type { IndexEncoder } from './indexFacts';
import { openIndexFile } from './indexFile';
import { contentHashOf } from './integrity';
import { formatOf } from './migrations';
import type { Segment } from './segment';
import { tailLimits } from './segmentRows';
import { soundSpans } from './soundSpans';

/** What was saved of a damaged file. */
export interface Salvage extends IndexRepair {
  /** Where the damaged file is kept. */
  readonly kept: string;
  /** Documents in the file that took its place. */
  readonly documents: number;
}

/** What a damaged file says that it holds. */
interface Listed {
  /** Ids by number, of all documents that were not removed. */
  readonly ids: ReadonlyMap<number, string>;
  readonly authors: ReadonlyMap<number, string>;
  readonly parts: ReadonlyMap<number, Segment>;
}

/**
 * Saves what can be read of an index with damaged pages into a new file, which then takes its name; the damaged one is kept
 * beside it. Rows that are sound are taken over, others made again from the text. Nobody may have the file open.
 *
 * @throws IndexCorrupt  where the file cannot be recognised as an index; Cancelled, and everything is as it was
 */
export async function salvageIndex(file: string, encoder: IndexEncoder, run: RepairRun): Promise<Salvage> {
  const saved = `${file}.saved`;
  await removeAll(saved);
  try {
    const result = await withDatabase(file, async (damaged) => {
      await formatOf(damaged);
      const listed = await listDocuments(damaged);
      return openIndexFile(saved, encoder, { create: true }, async (database) => {
        const repair = await saveAll({ damaged, database, encoder, listed }, run);
        await database.close();
        return repair;
      });
    });
    return { ...result, kept: await takeItsPlace(file, saved) };
  } catch (error) {
    await removeAll(saved);
    throw error;
  }
}

interface Saving {
  readonly damaged: Database;
  readonly database: Database;
  readonly encoder: IndexEncoder;
  readonly listed: Listed;
}

async function saveAll(saving: Saving, run: RepairRun): Promise<IndexRepair & { readonly documents: number }> {
  const { database, encoder, listed } = saving;
  const repaired: string[] = [];
  const unsound: string[] = [];
  let done = 0;
  for (const [number, id] of listed.ids) {
    throwIfStopped(run.stop);
    run.progress?.(done++, listed.ids.size);
    const document = await documentAt(saving, number);
    if (!document || documentId(document) !== document.id) {
      unsound.push(id);
      continue;
    }
    const sound = await soundSpansAt(saving, number);
    if (!sound) repaired.push(id);
    const spans = sound ?? (await run.encode(document.text)).map((span) => codeSpan(span, encoder));
    await database.transaction(() => insertDocument(database, document, spans, tailLimits));
  }
  const hash = await contentHashOf(database, encoder);
  await database.run("UPDATE meta SET value = ? WHERE key = 'contentHash'", hash);
  run.progress?.(listed.ids.size, listed.ids.size);
  return { repaired, unsound, documents: listed.ids.size - unsound.length };
}

/** Names in the tables, in their indexes and in the segments: what one of them has lost another may still have. */
async function listDocuments(damaged: Database): Promise<Listed> {
  const gone = new Set((await readable(damaged, 'SELECT number FROM gone')).map((row) => integerOf(row, 'number')));
  const parts = (await orNothing(() => residentParts(damaged)))?.parts ?? new Map<number, Segment>();
  const rows = [
    ...(await readable(damaged, 'SELECT number, id FROM documents NOT INDEXED')),
    ...(await readable(
      damaged,
      'SELECT number, id FROM documents INDEXED BY sqlite_autoindex_documents_1 ORDER BY id',
    )),
  ];
  const ids = new Map([...parts].map(([number, part]) => [number, part.documents[0]!.id]));
  for (const row of rows) ids.set(integerOf(row, 'number'), textOf(row, 'id'));
  for (const number of gone) ids.delete(number);
  const authors = [
    ...(await readable(damaged, 'SELECT id, label FROM authors NOT INDEXED')),
    ...(await readable(damaged, 'SELECT id, label FROM authors INDEXED BY sqlite_autoindex_authors_1 ORDER BY label')),
  ];
  return {
    ids: new Map([...ids].sort(([a], [b]) => a - b)),
    authors: new Map(authors.map((row) => [integerOf(row, 'id'), textOf(row, 'label')])),
    parts,
  };
}

async function documentAt({ damaged, listed }: Saving, number: number): Promise<KnownDocument | undefined> {
  const [row] = await readable(damaged, 'SELECT * FROM documents WHERE number = ?', number);
  const [text] = await readable(damaged, 'SELECT text FROM texts WHERE document = ?', number);
  const label = row && listed.authors.get(integerOf(row, 'author_id'));
  return row && text && label !== undefined ? knownDocument({ ...row, ...text, label }) : undefined;
}

async function soundSpansAt(
  { damaged, encoder, listed }: Saving,
  number: number,
): Promise<readonly CodedSpan[] | undefined> {
  const part = listed.parts.get(number);
  return part && orNothing(() => soundSpans(damaged, encoder, { number, part }));
}

/** The rows of a statement; none where they cannot be read. */
async function readable(database: Database, sql: string, ...values: readonly number[]): Promise<readonly Row[]> {
  return (await orNothing(() => database.all(sql, ...values))) ?? [];
}

async function orNothing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof IdiographError && error.code !== 'IndexCorrupt') throw error;
    return undefined; // a table that is gone, or types that no longer are what the schema says, are damage too
  }
}

async function withDatabase<T>(file: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await Database.open(file, 'readOnly');
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Gives the damaged file another name and the new one its own; says where the damaged one is. */
async function takeItsPlace(file: string, saved: string): Promise<string> {
  let kept = `${file}.damaged`;
  for (let again = 2; await isThere(kept); again++) kept = `${file}.damaged-${again}`;
  try {
    for (const suffix of ['-wal', '-shm'])
      if (await isThere(`${file}${suffix}`)) await rename(`${file}${suffix}`, `${kept}${suffix}`);
    await rename(file, kept);
    await rename(saved, file);
  } catch (error) {
    throw fileError(error, file);
  }
  return kept;
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function removeAll(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${file}${suffix}`, { force: true });
}
