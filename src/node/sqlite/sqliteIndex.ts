import type { KnownDocument } from '../../core/domain';
import type {
  CheckRun,
  EncodedSpan,
  IndexedDocument,
  IndexInfo,
  IndexRepair,
  ReferenceIndex,
  RepairRun,
  ScoredSpan,
  ShortlistOptions,
  StopSignal,
  StoreOptions,
  StoredSpan,
  TextProfile,
} from '../../core/ports';
import type { Kernels } from '../../core/scoring/kernels';
import { codeBits } from '../../core/scoring/signCodes';
import { estimatedRest, rerank, screenedSpans } from '../../core/scoring/rerank';
import { integerOf } from './database/blobs';
import { neverStops } from '../../core/stop';
import type { CodedSpan } from './records/spanRows';
import { type Database, unwritable } from './database/database';
import { markClosed, markWriting } from './log';
import { contentHashOf, storeContentHash } from './records/contentHash';
import { anotherText, damagedDocument, deleteDocument, insertDocument, storedText } from './records/documentRows';
import { sha256Of } from '../sha256';
import type { IndexEncoder } from './records/indexFacts';
import { type IndexOptions, openIndexFile } from './indexFile';
import { checkIndex, compactIndex, repairIndex } from './maintenance';
import { ProfileCache } from './memory/profileCache';
import { codedSpans, insertPulled, markPulled, type PackedDocument, readPacked } from './records/packedDocument';
import { insertProfile, insertProfiles, recordsOf, selectProfiles } from './records/profileRows';
import { type IndexChange, IndexMemory } from './memory/indexMemory';
import { indexFormat } from './schema';
import { SearchMemo } from './memory/searchMemo';
import { SpanReader } from './memory/spanReader';

/** What an index is made of. */
interface IndexDependencies {
  readonly database: Database;
  readonly encoder: IndexEncoder & { readonly kernels: Kernels };
  readonly memory: IndexMemory;
  /** Opened whatever its state: nothing was read yet. */
  readonly damaged: boolean;
}

/** How a document is stored, in place of a former one if that is given. */
interface Exchange {
  readonly former?: string | undefined;
  readonly made?: StoreOptions['made'] | undefined;
  readonly stop?: StopSignal;
}

/**
 * A reference index in one SQLite file (docs/index-format.md). Codes are in memory, exact vectors are
 * read for the spans asked for only. Calls are answered one after the other; another window may write in between.
 */
export class SqliteIndex implements ReferenceIndex {
  private last: Promise<unknown> = Promise.resolve();
  private readonly memo = new SearchMemo();
  private readonly profileCache = new ProfileCache();
  private readonly spans: SpanReader;

  private constructor(
    private readonly deps: IndexDependencies,
    private lostLog: boolean,
  ) {
    this.spans = new SpanReader(deps);
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
      const { kernels } = options;
      const memory = new IndexMemory(database, encoder, kernels);
      if (!options.damaged) await memory.refresh();
      const damaged = options.damaged !== undefined;
      return new SqliteIndex({ database, encoder: { ...encoder, kernels }, memory, damaged }, lostLog);
    });
  }

  info(): IndexInfo {
    const { documents, authors, spans, patches } = this.deps.memory.codes;
    return {
      contentHash: this.deps.memory.contentHash,
      modelId: this.deps.encoder.modelId,
      indexFormat,
      n: this.deps.encoder.patchTokens,
      bits: codeBits,
      documents: documents.length,
      authors,
      spans,
      patches,
      exactReads: this.spans.exactReads,
    };
  }

  documents(): Promise<readonly IndexedDocument[]> {
    return this.reading(() => this.deps.memory.catalogue.listed());
  }

  /** @throws IndexCorrupt  where the text is not the one that was added */
  document(id: string): Promise<KnownDocument | undefined> {
    return this.reading(async () => {
      const stored = this.deps.memory.catalogue.get(id);
      if (!stored || stored.onServer) return undefined;
      const text = await storedText(this.deps.database, stored);
      if (text === undefined) throw damagedDocument(this.deps.database.file, stored, anotherText);
      const { author, role, title, mode, genre, language, source } = stored.facts;
      return { id, text, author, role, title, mode, genre, language, ...(source !== undefined && { source }) };
    });
  }

  copiesOf(text: string): Promise<readonly string[]> {
    return this.reading(() => {
      const hash = sha256Of(text);
      const copies = [...this.deps.memory.catalogue.documents].filter(({ facts }) => facts.textSha256 === hash);
      return copies.map(({ facts }) => facts.id).sort();
    });
  }

  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.reading(() => {
      const { codes, revision } = this.deps.memory;
      return this.memo.listed(revision, query, options, () => codes.search(query, options, stop));
    });
  }

  /** @throws IndexLocked  where another window has removed one of the spans; IndexCorrupt  where one is not as stored */
  rerank(query: EncodedSpan, listed: readonly ScoredSpan[], stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.turn(async () => {
      if (listed.length === 0) return [];
      return this.memo.reranked(this.deps.memory.revision, query, listed, async () => {
        const first = listed.slice(0, screenedSpans);
        const rows = await this.spans.coded(first.map(({ id }) => id));
        const projected = this.deps.memory.codes.projected(query.patches);
        const reranked = rerank(this.deps.encoder.kernels.reranker(query.patches, projected), first, rows, stop);
        return [...reranked, ...estimatedRest(listed, reranked)];
      });
    });
  }

  /** @throws IndexLocked  where another window has removed one of the spans; IndexCorrupt  where one is not as stored */
  read(ids: readonly number[]): Promise<readonly StoredSpan[]> {
    return this.turn(() => this.spans.read(ids));
  }

  spansOf(document: string): Promise<readonly number[]> {
    return this.reading(() => this.deps.memory.catalogue.spansOf(document));
  }

  /** @throws RangeError  where the id is not `documentId(document)`, or the patches have not unit length: bugs of the caller */
  add(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    options: StoreOptions = {},
  ): Promise<'added' | 'present'> {
    return this.store(document, spans, options);
  }

  /** @throws RangeError  as `add` does */
  replace(
    former: string,
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    options: StoreOptions = {},
  ): Promise<'added' | 'present'> {
    return this.store(document, spans, { ...options, former });
  }

  remove(documents: readonly string[]): Promise<number> {
    return this.turn(async () => {
      if (this.deps.damaged) return this.removeUnread(documents);
      const { removed = [] } = await this.change(() => this.delete(documents));
      return removed.length;
    });
  }

  /** How many documents the file lists, sound or not. */
  count(): Promise<number> {
    return this.turn(async () =>
      integerOf((await this.deps.database.get('SELECT count(*) AS count FROM documents'))!, 'count'),
    );
  }

  /** A document with its rows as they are stored; undefined where there is none. @throws IndexCorrupt */
  packed(id: string): Promise<PackedDocument | undefined> {
    return this.reading(() => {
      const { catalogue, codes } = this.deps.memory;
      const stored = catalogue.get(id);
      return stored && readPacked(this.deps.database, stored, (position) => codes.codesOf(id, position));
    });
  }

  /** Stores a document that a server holds, in place of what is there of it. Throws Cancelled. */
  async addPacked(document: PackedDocument, stop: StopSignal): Promise<void> {
    await this.turn(() => this.change(() => this.exchangePulled(document, stop)));
  }

  /** Hashes of a document's record and of its profile's; none where it is not there. */
  recordsOf(id: string): Promise<readonly string[]> {
    return this.reading(async () => {
      const stored = this.deps.memory.catalogue.get(id);
      return stored ? [stored.sha256, ...(await recordsOf(this.deps.database, stored.number))] : [];
    });
  }

  /** From now on the file holds documents of this server without their texts. @throws Usage  where it holds others */
  pullFrom(server: string): Promise<void> {
    return this.reading(() => this.writing(() => markPulled(this.deps.database, server)));
  }

  profiles(documents: readonly string[], profiler: string): Promise<ReadonlyMap<string, TextProfile>> {
    return this.reading(() => {
      const { catalogue, revision } = this.deps.memory;
      return this.profileCache.profiles({ revision, profiler, documents }, (missing) => {
        const listed = missing.flatMap((id) => catalogue.get(id) ?? []);
        return selectProfiles(this.deps.database, listed, profiler);
      });
    });
  }

  /** An index that cannot be written keeps them in memory. */
  storeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<void> {
    return this.turn(async () => {
      const { revision } = this.deps.memory;
      if (this.deps.database.readOnly) {
        this.profileCache.keep({ revision, profiler }, profiles);
        return;
      }
      this.profileCache.forget();
      const { database, memory } = this.deps;
      await this.change(() => insertProfiles(database, memory.catalogue, profiles, profiler));
    });
  }

  check(run: CheckRun): Promise<readonly string[]> {
    return this.turn(() => checkIndex(this.deps.database, this.deps.encoder, run));
  }

  repair(run: RepairRun): Promise<IndexRepair> {
    return this.turn(async () => {
      const repair = { ...(await this.opened(() => repairIndex(this.deps, run))), lostLog: this.lostLog };
      this.lostLog = false;
      this.deps.memory.forget();
      return repair;
    });
  }

  compact(stop: StopSignal): Promise<void> {
    return this.turn(() => this.opened(() => compactIndex(this.deps.database, stop)));
  }

  close(): Promise<void> {
    return this.turn(async () => {
      if (!this.lostLog) await markClosed(this.deps.database).catch(() => undefined); // what cannot be marked is noticed at the next opening
      await this.deps.database.close();
    });
  }

  /** One call at a time, so that no statement of one falls into the transaction of another. */
  private turn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** A turn that answers from what the file holds now. */
  private reading<T>(work: () => T | Promise<T>): Promise<T> {
    return this.turn(async () => {
      await this.deps.memory.refresh();
      return work();
    });
  }

  /** @throws IndexUnavailable, DiskFull  where the file cannot be written */
  private async opened<T>(work: () => Promise<T>): Promise<T> {
    if (this.deps.database.readOnly) throw unwritable(this.deps.database.file);
    await markWriting(this.deps.database);
    return work();
  }

  private writing<T>(work: () => Promise<T>): Promise<T> {
    return this.opened(() => this.deps.database.transaction(work));
  }

  private async store(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    { former, made, stop = neverStops }: Exchange,
  ): Promise<'added' | 'present'> {
    const coded = codedSpans(document, spans, this.deps.encoder, stop);
    return this.turn(async () => {
      const { added } = await this.change(() => this.exchange(document, coded, { former, made, stop }));
      return added ? 'added' : 'present';
    });
  }

  /** Makes a change in one transaction, and in memory once it is committed. */
  private async change(work: () => Promise<IndexChange>): Promise<IndexChange> {
    try {
      const { change, hash } = await this.writing(async () => {
        await this.deps.memory.refreshInside();
        const change = await work();
        const hash = this.deps.memory.hashAfter(change);
        await storeContentHash(this.deps.database, hash);
        return { change, hash };
      });
      this.deps.memory.apply(change, hash);
      return change;
    } catch (error) {
      this.deps.memory.forget();
      throw error;
    }
  }

  /** The former document goes, if there is one, and the new one comes, unless it is there. */
  private async exchange(
    document: KnownDocument,
    spans: readonly CodedSpan[],
    { former, made, stop = neverStops }: Exchange,
  ): Promise<IndexChange> {
    const removed = await this.delete(former === undefined ? [] : [former]);
    const present = await this.deps.database.get('SELECT 1 FROM documents WHERE id = ?', document.id);
    if (present) return removed;
    const added = await insertDocument(this.deps.database, document, spans, stop);
    const profile = made ? await insertProfile(this.deps.database, added.document, made) : { added: [] };
    return { ...removed, added, profiles: { removed: removed.profiles.removed, added: profile.added } };
  }

  private async exchangePulled(document: PackedDocument, stop: StopSignal): Promise<IndexChange> {
    const former = await this.delete([document.facts.id]);
    const { added, profiles } = await insertPulled(this.deps.database, document, stop);
    return { ...former, added, profiles: { removed: former.profiles.removed, added: profiles } };
  }

  private async delete(ids: readonly string[]): Promise<IndexChange> {
    const removed = [...new Set(ids)].flatMap((id) => this.deps.memory.catalogue.get(id) ?? []);
    const profiles: string[] = [];
    for (const { number, facts } of removed) {
      profiles.push(...(await recordsOf(this.deps.database, number)));
      await deleteDocument(this.deps.database, facts.id);
    }
    return { removed, profiles: { removed: profiles, added: [] } };
  }

  /** What is removed from a damaged index need not be sound, nor what stays. */
  private async removeUnread(ids: readonly string[]): Promise<number> {
    this.deps.memory.forget();
    return this.writing(async () => {
      let removed = 0;
      for (const id of ids) if (await deleteDocument(this.deps.database, id)) removed += 1;
      await storeContentHash(this.deps.database, (await contentHashOf(this.deps.database, this.deps.encoder)).value());
      return removed;
    });
  }
}
