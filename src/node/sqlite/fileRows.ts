import type { EncodedSpan, ScoredSpan, ShortlistOptions, SpanId } from '../../core/ports';
import { neverStops, type StopSignal, throwIfStopped } from '../../core/basics/work';
import type { Change, FoundSpan, RowStore } from '../rowStore';
import { StoredIndex } from '../storedIndex';
import { readInteger, readText } from './database/blobs';
import { type Database, createUnwritableError } from './database/database';
import { type IndexOptions, openIndexFile } from './indexFile';
import { markClosed, markWriting } from './log';
import { type IndexChange, IndexMemory } from './memory/indexMemory';
import {
  deleteDocument,
  readDocumentsAfter,
  hashOfSpan,
  findRowProblem,
  type SpanPlace,
  type StoredDocument,
  readStoredTexts,
} from './records/documentRows';
import {
  foreignContent,
  type IndexEncoder,
  computeRecordsHash,
  readRecordsHash,
  storeRecordsHash,
} from './records/indexFacts';
import { insertDocument, markPulled } from './records/packedDocument';
import {
  type FoundProfile,
  insertProfile,
  type PackedProfile,
  readRecords,
  selectProfiles,
} from './records/profileRows';
import { selectSpans } from './records/spanRows';
import { indexFormat } from './schema';

/** An index in one SQLite file. */
export type FileIndex = StoredIndex<FileRows>;

/** Rows that belong to no document, by table. */
const stray = {
  spans: 'NOT EXISTS (SELECT 1 FROM documents WHERE number = spans.id >> 16 AND documents.spans > (spans.id & 65535))',
  profiles: 'document NOT IN (SELECT number FROM documents)',
} as const;

/**
 * Opens an index that was built with this encoder. The name `:memory:` with `create` opens one that is never written. If the file or its
 * folder cannot be written, it is opened read-only.
 * @throws IndexEmpty (no file), IndexCorrupt, IndexTooOld, IndexTooNew, IndexTooLarge, ModelMismatch, IndexLocked,
 * IndexUnavailable, DiskFull
 */
export async function openFile(file: string, encoder: IndexEncoder, options: IndexOptions): Promise<FileIndex> {
  return openIndexFile(file, encoder, options, async (database, lostLog) => {
    const encoding = { ...encoder, kernels: options.kernels };
    const memory = new IndexMemory(database, encoding);
    if (!options.damaged) await memory.refresh();
    return new StoredIndex(new FileRows(memory, options.damaged !== undefined, lostLog), encoding);
  });
}

/** The rows of a file (docs/index-format.md). Codes are in memory. */
export class FileRows implements RowStore {
  readonly format = indexFormat;
  readonly holdsTexts = true;
  private readonly database: Database;

  /** @param damaged  whether the file was opened in any condition, and nothing was read yet */
  constructor(
    private readonly memory: IndexMemory,
    private readonly damaged: boolean,
    private lostLog: boolean,
  ) {
    this.database = memory.database;
  }

  get name(): string {
    return this.database.file;
  }

  get readOnly(): boolean {
    return this.database.readOnly;
  }

  get catalogue(): IndexMemory['catalogue'] {
    return this.memory.catalogue;
  }

  get revision(): number {
    return this.memory.revision;
  }

  get size(): RowStore['size'] {
    const { spans, patches } = this.memory.codes.summariseHeld();
    return { spans: spans.length, patches };
  }

  refresh(): Promise<void> {
    return this.memory.refresh();
  }

  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return Promise.resolve(this.memory.codes.search(query, options, stop));
  }

  async spans(places: readonly SpanPlace[]): Promise<ReadonlyMap<SpanId, FoundSpan>> {
    const byId = new Map(places.map((place) => [place.id, place]));
    const rows = await selectSpans(this.database, [...byId.keys()]);
    const found = rows.map(({ id, ...row }) => {
      const { document, position } = byId.get(id)!;
      return [id, { ...row, stated: hashOfSpan(document, position) }] as const;
    });
    return new Map(found);
  }

  codesOf({ document, position }: SpanPlace): Uint8Array {
    return this.memory.codes.readCodes(document.facts.id, position);
  }

  profiles(documents: readonly StoredDocument[], profiler?: string): Promise<ReadonlyMap<string, FoundProfile>> {
    return selectProfiles(this.database, documents, profiler);
  }

  texts(documents: readonly StoredDocument[]): Promise<ReadonlyMap<string, string>> {
    return readStoredTexts(this.database, documents);
  }

  recordsOf(document: StoredDocument): Promise<readonly string[]> {
    return readRecords(this.database, document);
  }

  /** Makes a change in one transaction, and in memory after it is committed. */
  async change(change: Change): Promise<{ readonly removed: number; readonly isAdded: boolean }> {
    if (this.damaged || change.unread) return this.changeUnread(change);
    try {
      const made = await this.writing(async () => {
        await this.memory.refresh(true);
        const made = await this.make(change);
        await storeRecordsHash(this.database, this.memory.hashAfter(made));
        return made;
      });
      this.memory.apply(made);
      return { removed: made.removed!.length, isAdded: made.added !== undefined };
    } catch (error) {
      this.memory.forget();
      throw error;
    }
  }

  async count(): Promise<number> {
    return readInteger((await this.database.get('SELECT count(*) AS count FROM documents'))!, 'count');
  }

  async close(): Promise<void> {
    if (!this.lostLog) await markClosed(this.database).catch(() => undefined); // the next opening notices a file that could not be marked
    await this.database.close();
  }

  /** Marks that the file has documents of this server without their texts. @throws Usage  if it has others */
  async pullFrom(server: string): Promise<void> {
    await this.refresh();
    await this.writing(() => markPulled(this.database, server));
  }

  /** The result of SQLite's own check of the file's pages. */
  async damage(stop: StopSignal): Promise<readonly string[]> {
    const rows = await this.database.runUntil(stop, () => this.database.selectAll('PRAGMA integrity_check'));
    const pages = rows.map((row) => readText(row, Object.keys(row)[0]!));
    return pages.filter((answer) => answer !== 'ok').map((answer) => `The file is damaged: ${answer}.`);
  }

  reading<T>(work: () => Promise<T>): Promise<T> {
    return this.database.runTransaction(work, 'DEFERRED');
  }

  strays(stop: StopSignal): Promise<readonly string[]> {
    return this.database.runUntil(stop, async () => {
      const problems: string[] = [];
      for (const [table, rows] of Object.entries(stray)) {
        const row = await this.database.get(`SELECT count(*) AS count FROM ${table} WHERE ${rows}`);
        if (readInteger(row!, 'count') > 0) problems.push(`Rows of ${table} belong to no document.`);
      }
      if ((await readRecordsHash(this.database)) !== (await this.recordsHash()))
        problems.push(`In the file, ${foreignContent}.`);
      return problems;
    });
  }

  async *audited(): ReturnType<RowStore['audited']> {
    for await (const rows of readDocumentsAfter(this.database, 0))
      for (const row of rows) yield { document: row.document, problem: findRowProblem(row) };
  }

  async tidy(): Promise<{ readonly lostLog: boolean }> {
    await this.writing(async () => {
      for (const [table, rows] of Object.entries(stray)) await this.database.run(`DELETE FROM ${table} WHERE ${rows}`);
      await storeRecordsHash(this.database, await this.recordsHash());
    });
    this.memory.forget();
    const { lostLog } = this;
    this.lostLog = false;
    return { lostLog };
  }

  private async recordsHash(): Promise<string> {
    return (await computeRecordsHash(this.database, this.memory.encoder)).computeValue();
  }

  /** @throws IndexUnavailable, DiskFull  if the file cannot be written */
  private async writing<T>(work: () => Promise<T>): Promise<T> {
    if (this.database.readOnly) throw createUnwritableError(this.database.file);
    await markWriting(this.database);
    return this.database.runTransaction(work);
  }

  /** Removes documents, and then adds the new one unless it is there. */
  private async make(change: Change): Promise<IndexChange> {
    const { removed: ids = [], added: packed, text, profiles, stop = neverStops } = change;
    const { database, catalogue } = this.memory;
    const removed = [...new Set(ids)].flatMap((id) => catalogue.get(id) ?? []);
    const former: string[] = [];
    for (const document of removed) {
      throwIfStopped(stop);
      former.push(...(await readRecords(database, document)));
      await deleteDocument(database, document.facts.id);
    }
    const stored = await this.storeProfiles(profiles ?? new Map());
    const records = { removed: [...former, ...stored.removed], added: stored.added };
    const isThere = packed && (await database.get('SELECT 1 FROM documents WHERE id = ?', packed.facts.id));
    if (!packed || isThere) return { removed, records };
    const { added, records: own } = await insertDocument(database, packed, text, stop);
    return { removed, added, records: { ...records, added: own } };
  }

  /** Profiles of documents that another window removed are ignored. */
  private async storeProfiles(profiles: ReadonlyMap<string, PackedProfile>): Promise<IndexChange['records']> {
    const [removed, added]: [string[], string[]] = [[], []];
    for (const [id, profile] of profiles) {
      const document = this.catalogue.get(id);
      if (!document) continue;
      removed.push(...(await readRecords(this.database, document)));
      added.push(document.sha256, await insertProfile(this.database, document, profile));
    }
    return { removed, added };
  }

  /** Changes a damaged index: neither removed nor other documents need be intact. A document replaces one that was there. */
  private async changeUnread({ removed: ids = [], added, text, stop = neverStops }: Change) {
    this.memory.forget();
    return this.writing(async () => {
      let removed = 0;
      for (const id of ids) {
        throwIfStopped(stop);
        if (await deleteDocument(this.database, id)) removed += 1;
      }
      if (added && removed > 0) await insertDocument(this.database, added, text, stop);
      await storeRecordsHash(this.database, await this.recordsHash());
      return { removed, isAdded: added !== undefined && removed > 0 };
    });
  }
}
