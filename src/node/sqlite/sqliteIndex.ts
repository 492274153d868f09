import type { KnownDocument } from '../../core/domain';
import { indexLocked } from '../../core/errors';
import type {
  EncodedSpan,
  IndexedDocument,
  IndexInfo,
  ReferenceIndex,
  ScoredSpan,
  ShortlistOptions,
  StopSignal,
  StoredSpan,
} from '../../core/ports';
import { plainKernels, type ScanKernel } from '../../core/scoring/kernels';
import type { Rotation } from '../../core/scoring/rotation';
import { signsOf, rotatedRows } from '../../core/scoring/signCodes';
import { sketchOfRotated } from '../../core/scoring/sketch';
import { readArena } from './arenaRows';
import { blobOf, float16Blob, fromFloat16Blob, integerOf, textOf } from './blobs';
import { CodeArena, placeOf } from './codeArena';
import type { Database } from './database';
import { documentId } from './documentId';
import { codeBits, contentHash, type IndexEncoder, indexRotation } from './indexFacts';
import { type IndexOptions, openIndexFile } from './indexFile';
import { checkIndex } from './integrity';
import { indexFormat } from './migrations';
import { documentColumns, indexedDocument, insertSpan, knownDocument, requireSound, selectSpans } from './spanRows';

/**
 * A reference index in one SQLite file (docs/index-format.md). Codes and open rows are in memory, exact rows are read
 * for the spans asked for only. Calls are answered one after the other; another window may write in between.
 */
export class SqliteIndex implements ReferenceIndex {
  private arena: CodeArena;
  private hash = '';
  /** SQLite's number for what other connections have written; a change means that memory is out of date. */
  private version: unknown;
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly database: Database,
    private readonly encoder: IndexEncoder,
    private readonly rotation: Rotation,
    private readonly kernel: ScanKernel = plainKernels,
  ) {
    this.arena = this.emptyArena();
  }

  /**
   * Opens an index built with this encoder; the name `:memory:` with `create` gives one that is never written.
   *
   * @throws IndexEmpty (no file), IndexCorrupt, IndexTooOld, IndexTooNew, ModelMismatch, IndexLocked, IndexUnavailable,
   *   DiskFull
   */
  static async open(file: string, encoder: IndexEncoder, options: IndexOptions): Promise<SqliteIndex> {
    return openIndexFile(file, encoder, options, async (database) => {
      const index = new SqliteIndex(database, encoder, indexRotation(encoder), options.kernel);
      await index.load();
      return index;
    });
  }

  info(): IndexInfo {
    const { documents, spans, patches } = this.arena;
    return {
      contentHash: this.hash,
      modelId: this.encoder.modelId,
      indexFormat,
      n: this.encoder.patchTokens,
      bits: codeBits,
      documents: documents.length,
      authors: new Set(documents.map(({ author }) => author)).size,
      spans,
      patches,
    };
  }

  documents(): Promise<readonly IndexedDocument[]> {
    return this.turn(async () => {
      await this.refresh();
      const counts = await this.database.all('SELECT document_id, count(*) AS spans FROM spans GROUP BY document_id');
      const spans = new Map(counts.map((row) => [textOf(row, 'document_id'), integerOf(row, 'spans')]));
      const rows = await this.database.all(`${documentColumns} ORDER BY a.label, d.title, d.id`);
      return rows.map((row) => indexedDocument(row, spans.get(textOf(row, 'id')) ?? 0));
    });
  }

  document(id: string): Promise<KnownDocument | undefined> {
    return this.turn(async () => {
      const row = await this.database.get(`${documentColumns} WHERE d.id = ?`, id);
      return row && knownDocument(row);
    });
  }

  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.turn(async () => {
      await this.refresh();
      return this.arena.search(query, options, stop);
    });
  }

  /** @throws IndexLocked  where another window has removed one of the spans */
  read(ids: readonly number[]): Promise<readonly StoredSpan[]> {
    return this.turn(async () => {
      const spans = await selectSpans(this.database, ids, this.encoder.dim);
      return ids.map((id) => {
        const span = spans.get(id);
        if (!span) throw indexLocked(this.database.file);
        return span;
      });
    });
  }

  spansOf(document: string): Promise<readonly number[]> {
    return this.turn(async () => {
      const rows = await this.database.all('SELECT id FROM spans WHERE document_id = ? ORDER BY position', document);
      return rows.map((row) => integerOf(row, 'id'));
    });
  }

  /** @throws RangeError  where the id is not `documentId(document)`, or the rows are not unit rows: bugs of the caller */
  async add(document: KnownDocument, spans: readonly EncodedSpan[]): Promise<'added' | 'present'> {
    if (document.id !== documentId(document))
      throw new RangeError(`Document ${document.id} has the id of another text.`);
    for (const span of spans) requireSound(span, this.encoder);
    const rotated = spans.map((span) => rotatedRows(span.patches, this.rotation, this.encoder.mean));
    const coded = rotated.map(signsOf);
    return this.turn(async () => {
      const stored = await this.database.transaction(() => this.insert(document, spans, coded));
      if (!stored) return 'present';
      const added = stored.ids.map((id, at) => {
        const sketch = sketchOfRotated(rotated[at]!, codeBits);
        return { id, codes: coded[at]!, sketch, open: spans[at]!.open };
      });
      this.arena.add({ id: document.id, author: document.author, role: document.role }, added);
      this.hash = stored.hash;
      return 'added';
    });
  }

  remove(documents: readonly string[]): Promise<number> {
    return this.turn(async () => {
      const removed = await this.database.transaction(() => this.delete(documents));
      if (removed > 0) await this.load();
      return removed;
    });
  }

  vectors(document: string, modelId: string): Promise<readonly Float32Array[]> {
    return this.turn(async () => {
      const sql = 'SELECT row FROM vectors WHERE document_id = ? AND model_id = ? ORDER BY position';
      const rows = await this.database.all(sql, document, modelId);
      return rows.map((row) => fromFloat16Blob(blobOf(row, 'row')));
    });
  }

  /** Replaces the rows of this verifier; does nothing when another window has removed the document. */
  storeVectors(document: string, modelId: string, rows: readonly Float32Array[]): Promise<void> {
    return this.turn(() =>
      this.database.transaction(async () => {
        await this.database.run('DELETE FROM vectors WHERE document_id = ? AND model_id = ?', document, modelId);
        if (!(await this.database.get('SELECT 1 FROM documents WHERE id = ?', document))) return;
        for (const [position, row] of rows.entries()) {
          const values = [document, modelId, position, float16Blob(row)];
          await this.database.run('INSERT INTO vectors VALUES (?, ?, ?, ?)', ...values);
        }
      }),
    );
  }

  check(stop: StopSignal): Promise<readonly string[]> {
    return this.turn(() => checkIndex(this.database, { encoder: this.encoder, rotation: this.rotation }, stop));
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

  /** Reads the codes again when another connection has written. */
  private async refresh(): Promise<void> {
    if ((await this.database.pragma('data_version')) !== this.version) await this.load();
  }

  private async load(): Promise<void> {
    const version = await this.database.pragma('data_version');
    this.arena = await readArena(this.database, this.emptyArena(), {
      encoder: this.encoder,
      rotation: this.rotation,
    });
    this.hash = contentHash(this.encoder, this.arena.sortedIds);
    this.version = version;
  }

  private emptyArena(): CodeArena {
    return new CodeArena(this.rotation, this.encoder.mean, this.encoder.openDim, this.kernel);
  }

  private async insert(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    codes: readonly Uint8Array[],
  ): Promise<{ readonly ids: readonly number[]; readonly hash: string } | undefined> {
    await this.refresh();
    const { id, author, role, title, mode, genre, language, text } = document;
    if (await this.database.get('SELECT 1 FROM documents WHERE id = ?', id)) return undefined;
    await this.database.run('INSERT INTO authors (label) VALUES (?) ON CONFLICT DO NOTHING', author);
    await this.database.run(
      'INSERT INTO documents SELECT ?, id, ?, ?, ?, ?, ?, ? FROM authors WHERE label = ?',
      ...[id, role, title, mode, genre, language, text, author],
    );
    const ids: number[] = [];
    for (const [position, span] of spans.entries()) {
      ids.push(await insertSpan(this.database, { document: id, position }, span, codes[position]!));
    }
    return {
      ids,
      hash: await this.storeHash(this.arena.sortedIds.toSpliced(placeOf(this.arena.sortedIds, id), 0, id)),
    };
  }

  private async delete(documents: readonly string[]): Promise<number> {
    await this.refresh();
    let removed = 0;
    for (const id of documents) removed += (await this.database.run('DELETE FROM documents WHERE id = ?', id)).changes;
    if (removed === 0) return 0;
    await this.database.run('DELETE FROM authors WHERE id NOT IN (SELECT author_id FROM documents)');
    const gone = new Set(documents);
    await this.storeHash(this.arena.sortedIds.filter((id) => !gone.has(id)));
    return removed;
  }

  private async storeHash(ids: readonly string[]): Promise<string> {
    const hash = contentHash(this.encoder, ids);
    await this.database.run("INSERT OR REPLACE INTO meta VALUES ('contentHash', ?)", hash);
    return hash;
  }
}
