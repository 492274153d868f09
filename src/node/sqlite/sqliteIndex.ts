import { codeBits } from '../../core/scoring/projection';
import type { KnownDocument } from '../../core/domain';
import { indexLocked } from '../../core/errors';
import type {
  EncodedSpan,
  IndexedDocument,
  IndexInfo,
  IndexRepair,
  MadeProfile,
  ReferenceIndex,
  RepairRun,
  ScoredSpan,
  ShortlistOptions,
  StopSignal,
  StoredSpan,
  TextProfile,
} from '../../core/ports';
import { type Kernels, plainKernels } from '../../core/scoring/kernels';
import type { PackedRows } from '../../core/scoring/packedRows';
import { shortlistSpans } from '../../core/scoring/pruning';
import { type CodedRows, estimatedRest, rerank } from '../../core/scoring/rerank';
import { Recent } from '../recent';
import { blobOf, float16Blob, fromFloat16Blob, integerOf, textOf } from './blobs';
import { codeSpan, type CodedSpan } from './coding';
import { readPackedRows } from './coldRows';
import { compactIndex } from './compaction';
import type { Database } from './database';
import { documentId } from './documentId';
import { deleteDocument, documentColumns, insertDocument, knownDocument, listDocuments } from './documentRows';
import type { IndexEncoder } from './indexFacts';
import { type IndexOptions, openIndexFile } from './indexFile';
import { checkIndex } from './integrity';
import { indexFormat } from './migrations';
import { ProfileCache } from './profileCache';
import { insertProfiles, selectProfiles } from './profileRows';
import { repairIndex } from './repair';
import { type IndexChange, ResidentRows } from './residentRows';
import { type TailLimits, tailLimits } from './segmentRows';
import { SearchMemo } from './searchMemo';
import { selectSpans } from './spanRows';

/** Bytes of exact rows that are kept: those of some 700 spans. */
const keptRowBytes = 16_000_000;

/**
 * A reference index in one SQLite file (docs/index-format.md). Codes are in memory, exact rows are
 * read for the spans asked for only. Calls are answered one after the other; another window may write in between.
 */
export class SqliteIndex implements ReferenceIndex {
  private last: Promise<unknown> = Promise.resolve();
  private readonly memo = new SearchMemo();
  private readonly profileCache = new ProfileCache();
  /** Exact rows that were read last: the spans of one document are searched one after the other and find much the same. */
  private readonly rows = new Recent<number, PackedRows>(
    keptRowBytes,
    ({ rows, scales }) => rows.byteLength + scales.byteLength,
  );
  private coldReads = 0;

  private constructor(
    private readonly database: Database,
    private readonly encoder: IndexEncoder & { readonly kernels: Kernels },
    private readonly resident: ResidentRows,
    private readonly limits: TailLimits,
  ) {}

  /**
   * Opens an index built with this encoder; the name `:memory:` with `create` gives one that is never written.
   *
   * @throws IndexEmpty (no file), IndexCorrupt, IndexTooOld, IndexTooNew, IndexTooLarge, ModelMismatch, IndexLocked,
   *   IndexUnavailable, DiskFull
   */
  static async open(file: string, encoder: IndexEncoder, options: IndexOptions): Promise<SqliteIndex> {
    return openIndexFile(file, encoder, options, async (database) => {
      const kernels = options.kernels ?? plainKernels;
      const resident = new ResidentRows(database, encoder, kernels);
      await resident.refresh();
      return new SqliteIndex(database, { ...encoder, kernels }, resident, options.tail ?? tailLimits);
    });
  }

  info(): IndexInfo {
    const { documents, authors, spans, patches } = this.resident.arena;
    return {
      contentHash: this.resident.contentHash,
      modelId: this.encoder.modelId,
      indexFormat,
      n: this.encoder.patchTokens,
      bits: codeBits,
      documents: documents.length,
      authors,
      spans,
      patches,
      coldReads: this.coldReads,
    };
  }

  documents(): Promise<readonly IndexedDocument[]> {
    return this.turn(async () => {
      await this.resident.refresh();
      return listDocuments(this.database);
    });
  }

  document(id: string): Promise<KnownDocument | undefined> {
    return this.turn(async () => {
      const row = await this.database.get(`${documentColumns} WHERE d.id = ?`, id);
      return row && knownDocument(row);
    });
  }

  copiesOf(sha256: string): Promise<readonly string[]> {
    return this.turn(async () => {
      const rows = await this.database.all('SELECT id FROM documents WHERE text_sha256 = ? ORDER BY id', sha256);
      return rows.map((row) => textOf(row, 'id'));
    });
  }

  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.turn(async () => {
      await this.resident.refresh();
      const { arena, revision } = this.resident;
      return this.memo.listed(revision, query, options, () => arena.search(query, options, stop));
    });
  }

  /** @throws IndexLocked  where another window has removed one of the spans */
  rerank(query: EncodedSpan, listed: readonly ScoredSpan[], stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.turn(async () => {
      if (listed.length === 0) return [];
      return this.memo.reranked(this.resident.revision, query, listed, async () => {
        const first = listed.slice(0, shortlistSpans);
        const rows = await this.codedRows(first.map(({ id }) => id));
        const projected = this.resident.arena.projected(query.patches);
        const reranked = rerank(this.encoder.kernels.reranker(query.patches, projected), first, rows, stop);
        return [...reranked, ...estimatedRest(listed, reranked)];
      });
    });
  }

  /** @throws IndexLocked  where another window has removed one of the spans */
  read(ids: readonly number[]): Promise<readonly StoredSpan[]> {
    return this.turn(async () => {
      const spans = await selectSpans(this.database, ids, this.encoder.dim);
      this.coldReads += spans.size;
      return ids.map((id) => {
        const span = spans.get(id);
        if (!span) throw indexLocked(this.database.file);
        return span;
      });
    });
  }

  spansOf(document: string): Promise<readonly number[]> {
    return this.turn(async () => {
      const rows = await this.database.all(
        'SELECT s.id FROM spans s JOIN documents d ON d.number = s.document WHERE d.id = ? ORDER BY s.position',
        document,
      );
      return rows.map((row) => integerOf(row, 'id'));
    });
  }

  /** @throws RangeError  where the id is not `documentId(document)`, or the rows are not unit rows: bugs of the caller */
  add(document: KnownDocument, spans: readonly EncodedSpan[], made?: MadeProfile): Promise<'added' | 'present'> {
    return this.store(document, spans, { made });
  }

  /** @throws RangeError  as `add` does */
  replace(
    former: string,
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    made?: MadeProfile,
  ): Promise<'added' | 'present'> {
    return this.store(document, spans, { former, made });
  }

  remove(documents: readonly string[]): Promise<number> {
    return this.turn(async () => {
      const { removed } = await this.change(async () => ({ removed: await this.delete(documents) }));
      return removed.length;
    });
  }

  vectors(document: string, modelId: string): Promise<readonly Float32Array[]> {
    return this.turn(async () => {
      const sql = `SELECT v.row FROM vectors v JOIN documents d ON d.number = v.document
        WHERE d.id = ? AND v.model_id = ? ORDER BY v.position`;
      const rows = await this.database.all(sql, document, modelId);
      return rows.map((row) => fromFloat16Blob(blobOf(row, 'row')));
    });
  }

  /** Replaces the rows of this verifier; does nothing when another window has removed the document. */
  storeVectors(document: string, modelId: string, rows: readonly Float32Array[]): Promise<void> {
    return this.turn(() =>
      this.database.transaction(async () => {
        const found = await this.database.get('SELECT number FROM documents WHERE id = ?', document);
        if (!found) return;
        const number = integerOf(found, 'number');
        await this.database.run('DELETE FROM vectors WHERE document = ? AND model_id = ?', number, modelId);
        for (const [position, row] of rows.entries()) {
          const values = [number, modelId, position, float16Blob(row)];
          await this.database.run('INSERT INTO vectors VALUES (?, ?, ?, ?)', ...values);
        }
      }),
    );
  }

  profiles(documents: readonly string[], profiler: string): Promise<ReadonlyMap<string, TextProfile>> {
    return this.turn(async () => {
      await this.resident.refresh();
      const request = { revision: this.resident.revision, profiler, documents };
      return this.profileCache.profiles(request, (missing) => selectProfiles(this.database, missing, profiler));
    });
  }

  storeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<void> {
    return this.turn(async () => {
      this.profileCache.forget();
      await this.database.transaction(() => insertProfiles(this.database, profiles, profiler));
    });
  }

  check(stop: StopSignal): Promise<readonly string[]> {
    return this.turn(() => checkIndex(this.database, this.encoder, stop));
  }

  repair(run: RepairRun): Promise<IndexRepair> {
    return this.turn(async () => {
      const repair = await repairIndex(this.database, this.encoder, this.limits, run);
      await this.resident.reload();
      return repair;
    });
  }

  compact(stop: StopSignal): Promise<void> {
    return this.turn(() => compactIndex(this.database, this.limits, stop));
  }

  close(): Promise<void> {
    return this.turn(() => this.database.close());
  }

  /** One call at a time, so that no statement of one falls into the transaction of another. */
  private turn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private async codedRows(ids: readonly number[]): Promise<readonly CodedRows[]> {
    const missing = ids.filter((id) => !this.rows.get(id));
    const read = await readPackedRows(this.database, missing, this.encoder.dim);
    this.coldReads += read.size;
    const coded = ids.map((id) => {
      const rows = read.get(id) ?? this.rows.get(id);
      const codes = this.resident.arena.codesOf(id);
      if (!rows || !codes) throw indexLocked(this.database.file);
      return { ...rows, codes };
    });
    for (const [id, rows] of read) this.rows.set(id, rows);
    return coded;
  }

  private async store(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    { former, made }: { readonly former?: string; readonly made: MadeProfile | undefined },
  ): Promise<'added' | 'present'> {
    if (document.id !== documentId(document))
      throw new RangeError(`Document ${document.id} has the id of another text.`);
    const coded = spans.map((span) => codeSpan(span, this.encoder, this.encoder.kernels));
    return this.turn(async () => {
      const { added } = await this.change(async () => {
        const removed = former === undefined ? [] : await this.delete([former]);
        const stored = await this.insert(document, coded);
        if (stored && made) await insertProfiles(this.database, new Map([[document.id, made.profile]]), made.profiler);
        return { removed, ...(stored && { added: stored }) };
      });
      return added ? 'added' : 'present';
    });
  }

  /** Makes a change in one transaction, and in memory once it is committed. */
  private async change(work: () => Promise<IndexChange>): Promise<IndexChange> {
    try {
      const { change, hash } = await this.database.transaction(async () => {
        await this.resident.refreshInside();
        const change = await work();
        const hash = this.resident.hashAfter(change);
        await this.database.run("UPDATE meta SET value = ? WHERE key = 'contentHash'", hash);
        return { change, hash };
      });
      this.resident.apply(change, hash);
      return change;
    } catch (error) {
      this.resident.forgetDigest();
      throw error;
    }
  }

  private async insert(document: KnownDocument, spans: readonly CodedSpan[]): Promise<IndexChange['added']> {
    if (await this.database.get('SELECT 1 FROM documents WHERE id = ?', document.id)) return undefined;
    return { document, segment: await insertDocument(this.database, document, spans, this.limits) };
  }

  /** The ids of those that were there. */
  private async delete(documents: readonly string[]): Promise<readonly string[]> {
    const removed: string[] = [];
    for (const id of documents) if (await deleteDocument(this.database, id)) removed.push(id);
    return removed;
  }
}
