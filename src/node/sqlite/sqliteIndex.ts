import type { KnownDocument } from '../../core/domain';
import type {
  EncodedSpan,
  IndexInfo,
  IndexRepair,
  ReferenceIndex,
  RepairRun,
  ScoredSpan,
  ShortlistOptions,
  StoredSpan,
  StoreOptions,
  TextProfile,
} from '../../core/ports';
import { codeBits } from '../../core/scoring/signCodes';
import type { CodedVectors } from '../../core/scoring/rerank';
import { integerOf } from './database/blobs';
import { type WorkRun, neverStops, type StopSignal } from '../../core/work';
import { unwritable } from './database/database';
import { markClosed, markWriting } from './log';
import { anotherText, damagedDocument, deleteDocument, type StoredDocument, storedText } from './records/documentRows';
import { SerialIndex } from '../serialIndex';
import { recordsHashOf, type IndexEncoder, storeRecordsHash } from './records/indexFacts';
import { type IndexOptions, openIndexFile } from './indexFile';
import { checkIndex, compactIndex, repairIndex } from './maintenance';
import { insertDocument, markPulled, packDocument, type PackedDocument, readPacked } from './records/packedDocument';
import { insertProfile, type PackedProfile, packProfile, recordsOf, selectProfiles } from './records/profileRows';
import { type IndexChange, IndexMemory } from './memory/indexMemory';
import { indexFormat } from './schema';
import { SpanReader } from './memory/spanReader';

/**
 * A reference index in one SQLite file (docs/index-format.md). Codes are in memory, exact vectors are
 * read for the spans asked for only. Calls are answered one after the other; another window may write in between.
 */
export class SqliteIndex extends SerialIndex implements ReferenceIndex {
  private readonly spans: SpanReader;

  /** @param damaged  opened whatever its state: nothing was read yet */
  private constructor(
    private readonly memory: IndexMemory,
    private readonly damaged: boolean,
    private lostLog: boolean,
  ) {
    super();
    this.spans = new SpanReader(memory);
  }

  /**
   * Opens an index built with this encoder; the name `:memory:` with `create` gives one that is never written. Where the file
   * or its folder cannot be written, it is opened for reading only.
   *
   * @throws IndexEmpty (no file), IndexCorrupt, IndexTooOld, IndexTooNew, IndexTooLarge, ModelMismatch, IndexLocked,
   *   IndexUnavailable, DiskFull
   */
  static async open(file: string, encoder: IndexEncoder, options: IndexOptions): Promise<SqliteIndex> {
    return openIndexFile(file, encoder, options, async (database, lostLog) => {
      const memory = new IndexMemory(database, { ...encoder, kernels: options.kernels });
      if (!options.damaged) await memory.refresh();
      return new SqliteIndex(memory, options.damaged !== undefined, lostLog);
    });
  }

  protected get catalogue(): IndexMemory['catalogue'] {
    return this.memory.catalogue;
  }

  protected get encoder(): IndexMemory['encoder'] {
    return this.memory.encoder;
  }

  protected get revision(): number {
    return this.memory.revision;
  }

  protected refresh(): Promise<void> {
    return this.memory.refresh();
  }

  info(): IndexInfo {
    const { contentHash, encoder, catalogue, codes } = this.memory;
    const { spans, patches } = codes.held();
    return {
      ...{ contentHash, indexFormat, patches },
      n: encoder.patchTokens,
      bits: codeBits,
      documents: catalogue.size,
      spans: spans.length,
      exactReads: this.spans.exactReads,
    };
  }

  /** @throws IndexCorrupt  where the text is not the one that was added */
  document(id: string): Promise<KnownDocument | undefined> {
    return this.reading(async () => {
      const stored = this.catalogue.get(id);
      if (!stored || stored.onServer) return undefined;
      const text = await storedText(this.memory.database, stored);
      if (text === undefined) throw damagedDocument(this.memory.database.file, stored, anotherText);
      const { author, role, title, mode, genre, language, source, byHand } = stored.facts;
      const document = { id, text, author, role, title, mode, genre, language };
      return { ...document, ...(source !== undefined && { source }), ...(byHand && { byHand }) };
    });
  }

  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.reading(() => this.memory.codes.search(query, options, stop));
  }

  /** @throws IndexLocked  where another window has removed one of the spans; IndexCorrupt  where one is not as stored */
  read(ids: readonly number[]): Promise<readonly StoredSpan[]> {
    return this.turn(() => this.spans.read(ids));
  }

  remove(documents: readonly string[]): Promise<number> {
    return this.turn(async () => {
      if (this.damaged) return this.removeUnread(documents);
      const { removed = [] } = await this.change(() => this.delete(documents));
      return removed.length;
    });
  }

  /** How many documents the file lists, sound or not. */
  count(): Promise<number> {
    return this.turn(async () =>
      integerOf((await this.memory.database.get('SELECT count(*) AS count FROM documents'))!, 'count'),
    );
  }

  /** A document with its rows as they are stored; undefined where there is none. @throws IndexCorrupt */
  packed(id: string): Promise<PackedDocument | undefined> {
    return this.reading(() => {
      const { catalogue, codes } = this.memory;
      const stored = catalogue.get(id);
      return stored && readPacked(this.memory.database, stored, (position) => codes.codesOf(id, position));
    });
  }

  /** Stores a document that a server holds, in place of what is there of it. Throws Cancelled. */
  async addPacked(document: PackedDocument, stop: StopSignal): Promise<void> {
    await this.turn(() => this.change(() => this.exchange(document, undefined, document.facts.id, stop)));
  }

  /** Hashes of a document's record and of its profile's; none where it is not there. */
  recordsOf(id: string): Promise<readonly string[]> {
    return this.reading(() => {
      const stored = this.catalogue.get(id);
      return stored ? recordsOf(this.memory.database, stored) : [];
    });
  }

  /** From now on the file holds documents of this server without their texts. @throws Usage  where it holds others */
  pullFrom(server: string): Promise<void> {
    return this.reading(() => this.writing(() => markPulled(this.memory.database, server)));
  }

  /** An index that cannot be written keeps them in memory. */
  storeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<void> {
    return this.turn(async () => {
      const { revision } = this.memory;
      if (this.memory.database.readOnly) {
        this.profileCache.keep({ revision, profiler }, profiles);
        return;
      }
      this.profileCache.forget();
      await this.change(() => this.exchangeProfiles(profiles, profiler));
    });
  }

  check(run: WorkRun): Promise<readonly string[]> {
    return this.turn(() => checkIndex(this.memory.database, this.encoder, run));
  }

  repair(run: RepairRun): Promise<IndexRepair> {
    return this.turn(async () => {
      const repair = { ...(await this.opened(() => repairIndex(this.memory, run))), lostLog: this.lostLog };
      this.lostLog = false;
      this.memory.forget();
      return repair;
    });
  }

  compact(stop: StopSignal): Promise<void> {
    return this.turn(() => this.opened(() => compactIndex(this.memory.database, stop)));
  }

  close(): Promise<void> {
    return this.turn(async () => {
      if (!this.lostLog) await markClosed(this.memory.database).catch(() => undefined); // what cannot be marked is noticed at the next opening
      await this.memory.database.close();
    });
  }

  /** @throws IndexUnavailable, DiskFull  where the file cannot be written */
  private async opened<T>(work: () => Promise<T>): Promise<T> {
    if (this.memory.database.readOnly) throw unwritable(this.memory.database.file);
    await markWriting(this.memory.database);
    return work();
  }

  private writing<T>(work: () => Promise<T>): Promise<T> {
    return this.opened(() => this.memory.database.transaction(work));
  }

  protected coded(ids: readonly number[]): Promise<readonly CodedVectors[]> {
    return this.spans.coded(ids);
  }

  protected readProfiles(
    documents: readonly StoredDocument[],
    profiler: string,
  ): Promise<ReadonlyMap<string, PackedProfile>> {
    return selectProfiles(this.memory.database, documents, profiler);
  }

  protected async store(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    options: StoreOptions,
    former?: string,
  ): Promise<'added' | 'present'> {
    const packed = packDocument(document, spans, this.encoder, options);
    return this.turn(async () => {
      const { added } = await this.change(() => this.exchange(packed, document.text, former, options.stop));
      return added ? 'added' : 'present';
    });
  }

  /** Makes a change in one transaction, and in memory once it is committed. */
  private async change(work: () => Promise<IndexChange>): Promise<IndexChange> {
    try {
      const change = await this.writing(async () => {
        await this.memory.refreshInside();
        const change = await work();
        await storeRecordsHash(this.memory.database, this.memory.hashAfter(change));
        return change;
      });
      this.memory.apply(change);
      return change;
    } catch (error) {
      this.memory.forget();
      throw error;
    }
  }

  /** The former document goes, if there is one, and the new one comes, unless it is there. */
  private async exchange(
    packed: PackedDocument,
    text: string | undefined,
    former: string | undefined,
    stop = neverStops,
  ): Promise<IndexChange> {
    const gone = await this.delete(former === undefined ? [] : [former]);
    const present = await this.memory.database.get('SELECT 1 FROM documents WHERE id = ?', packed.facts.id);
    if (present) return gone;
    const { added, records } = await insertDocument(this.memory.database, packed, text, stop);
    return { ...gone, added, records: { ...gone.records, added: records } };
  }

  private async delete(ids: readonly string[]): Promise<IndexChange> {
    const removed = [...new Set(ids)].flatMap((id) => this.catalogue.get(id) ?? []);
    const records: string[] = [];
    for (const document of removed) {
      records.push(...(await recordsOf(this.memory.database, document)));
      await deleteDocument(this.memory.database, document.facts.id);
    }
    return { removed, records: { removed: records, added: [] } };
  }

  /** Profiles of documents that another window has removed are passed over. */
  private async exchangeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<IndexChange> {
    const { database, catalogue } = this.memory;
    const [removed, added]: [string[], string[]] = [[], []];
    for (const [id, profile] of profiles) {
      const document = catalogue.get(id);
      if (!document) continue;
      removed.push(...(await recordsOf(database, document)));
      added.push(document.sha256, await insertProfile(database, document, packProfile({ profile, profiler })));
    }
    return { records: { removed, added } };
  }

  /** What is removed from a damaged index need not be sound, nor what stays. */
  private async removeUnread(ids: readonly string[]): Promise<number> {
    this.memory.forget();
    return this.writing(async () => {
      let removed = 0;
      for (const id of ids) if (await deleteDocument(this.memory.database, id)) removed += 1;
      await storeRecordsHash(this.memory.database, (await recordsHashOf(this.memory.database, this.encoder)).value());
      return removed;
    });
  }
}
