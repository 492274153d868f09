import type { StopSignal } from '../../../core/basics/work';
import type { PatchVectors } from '../../../core/domain/evidence';
import { indexCorrupt } from '../../../core/errors';
import type { EncodedSpan, IndexedDocument, ScoredSpan, ShortlistOptions, SpanId } from '../../../core/ports';
import type { CodeBank, Kernels, VectorBank } from '../../../lateInteraction/scoring/kernels';
import { shortlist } from '../../../lateInteraction/scoring/rerank';
import { type SignCoding, computeCentroid, toSigns } from '../../../lateInteraction/scoring/signCodes';
import type { Database } from '../database/database';
import {
  type DocumentRow,
  type SpanPlace,
  type StoredDocument,
  computeContentSha256,
  createDamageError,
  findRowProblem,
  fromCodes,
  listDocumentNumbers,
  readDocumentsAfter,
} from '../records/documentRows';
import {
  HashTree,
  type IndexEncoder,
  computeRecordsHash,
  foreignContent,
  formatContentHeader,
  readRecordsHash,
} from '../records/indexFacts';
import { parseSpanId, toSpanId } from '../records/spanRows';

/** The documents of an index in memory, each as it was stored. */
export class Catalogue {
  private readonly byNumber = new Map<number, StoredDocument>();
  private readonly byId = new Map<string, StoredDocument>();
  /** All documents, by author, title and id. Undefined after a change. */
  private listed: readonly IndexedDocument[] | undefined;
  /** The hash of the contents. Undefined after a change. */
  private hash: string | undefined;

  get size(): number {
    return this.byId.size;
  }

  get documents(): Iterable<StoredDocument> {
    return this.byId.values();
  }

  get(id: string): StoredDocument | undefined {
    return this.byId.get(id);
  }

  add(document: StoredDocument): void {
    this.byNumber.set(document.number, document);
    this.byId.set(document.facts.id, document);
    this.markChanged();
  }

  delete({ facts, number }: StoredDocument): void {
    this.byNumber.delete(number);
    this.byId.delete(facts.id);
    this.markChanged();
  }

  protected clear(): void {
    this.byNumber.clear();
    this.byId.clear();
    this.markChanged();
  }

  private markChanged(): void {
    this.listed = undefined;
    this.hash = undefined;
  }

  /** The content hash. Equal documents that one model encoded have equal hashes, wherever their files and the index are. */
  computeContentHash(encoder: IndexEncoder): string {
    this.hash ??= new HashTree(
      formatContentHeader(encoder),
      Array.from(this.byId.values(), computeContentSha256),
    ).computeValue();
    return this.hash;
  }

  listDocuments(): readonly IndexedDocument[] {
    const list = ({ facts, onServer }: StoredDocument): IndexedDocument => (onServer ? { ...facts, onServer } : facts);
    return (this.listed ??= Array.from(this.byId.values(), list).sort((a, b) => {
      const [first, second] = [a, b].map(({ author, title, id }) => [author, title, id]);
      const at = first!.findIndex((value, i) => value !== second![i]);
      return at < 0 ? 0 : first![at]! < second![at]! ? -1 : 1;
    }));
  }

  /** The place of a span. Undefined if there is no such span. */
  findSpan(id: SpanId): SpanPlace | undefined {
    const { document: number, position } = parseSpanId(id);
    const document = this.byNumber.get(number);
    return document && position < document.facts.spans ? { id, document, position } : undefined;
  }
}

/** The changes of one transaction of this connection. */
export interface IndexChange {
  readonly removed?: readonly StoredDocument[];
  readonly added?: DocumentRow;
  /** Hashes of the records, of documents and of profiles, that were removed and added. */
  readonly records: { readonly removed: readonly string[]; readonly added: readonly string[] };
}

/**
 * The part of an index that is in memory: its documents, their codes, and the hashes of everything else. It follows changes of other
 * connections by reading only these. Everything is compared with its hash when it is read.
 */
export class IndexMemory {
  codes: InMemoryCodes;
  catalogue = new Catalogue();
  /** Increases with every change of the documents. */
  revision = 0;
  /** The highest number of a document so far. */
  private last = 0;
  /** SQLite's counter of other connections' changes. If it changes, memory is out of date. */
  private version: unknown;
  private records: HashTree | undefined;

  constructor(
    readonly database: Database,
    readonly encoder: IndexEncoder & { readonly kernels: Kernels },
  ) {
    this.codes = this.createCodes();
  }

  /**
   * Reads what other connections have written since the last call. After a failure everything is read again.
   * @param isInside  whether the caller is in a transaction
   * @throws IndexCorrupt  which names the damage
   */
  async refresh(isInside = false): Promise<void> {
    const before = this.version;
    this.version = await this.database.readPragma('data_version');
    if (this.version === before) return;
    try {
      await (isInside ? this.follow() : this.database.runTransaction(() => this.follow(), 'DEFERRED'));
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** The hash of all records after the change. The change must then be applied, or everything be dropped. */
  hashAfter({ records: { removed, added } }: IndexChange): string {
    const records = this.records!;
    for (const record of removed) records.delete(record);
    for (const record of added) records.add(record);
    return records.computeValue();
  }

  /** Applies what this connection has committed. */
  apply({ removed = [], added }: IndexChange): void {
    if (removed.length === 0 && !added) return;
    this.revision += 1;
    this.drop(removed);
    if (added) this.hold([added]);
  }

  /** Memory no longer equals the file. Everything is read again at the next call. */
  forget(): void {
    this.version = undefined;
    this.last = 0;
  }

  /** Reads inside one transaction, so that everything is of one moment. A document never changes while it keeps its number. */
  private async follow(): Promise<void> {
    this.revision += 1;
    if (this.last === 0) [this.codes, this.catalogue] = [this.createCodes(), new Catalogue()];
    const numbers = new Set(await listDocumentNumbers(this.database));
    this.drop([...this.catalogue.documents].filter(({ number }) => !numbers.has(number)));
    for await (const rows of readDocumentsAfter(this.database, this.last)) {
      for (const row of rows) {
        const problem = findRowProblem(row);
        if (problem) throw createDamageError(this.database.file, row.document, problem);
      }
      this.hold(rows);
    }
    this.records = await computeRecordsHash(this.database, this.encoder);
    if ((await readRecordsHash(this.database)) !== this.records.computeValue())
      throw indexCorrupt(this.database.file, foreignContent);
  }

  private hold(rows: readonly DocumentRow[]): void {
    for (const { document } of rows) {
      const hashes = Uint8Array.from(document.hashes!); // a copy, since a view would keep the whole blob
      this.catalogue.add({ ...document, hashes });
      this.last = Math.max(this.last, document.number);
    }
    this.codes.add(
      rows.map((row) => {
        const { number, facts } = row.document;
        const ids = Array.from({ length: facts.spans }, (_, position) => toSpanId(number, position));
        return { document: facts, ids, ...fromCodes(row) };
      }),
    );
  }

  private drop(documents: readonly StoredDocument[]): void {
    if (documents.length === 0) return;
    this.codes.remove(documents.map(({ facts }) => facts.id));
    for (const document of documents) this.catalogue.delete(document);
  }

  private createCodes(): InMemoryCodes {
    return new InMemoryCodes(this.encoder.coding, this.encoder.kernels);
  }
}

/** The facts of a document that a search needs. */
export type CodedDocument = Pick<IndexedDocument, 'id' | 'author' | 'role'>;

/** The spans of a document, in sequence. */
export interface CodedSpans {
  readonly document: CodedDocument;
  /** Ascending. */
  readonly ids: readonly number[];
  /** Patches of each span. */
  readonly counts: Uint32Array;
  /** 8 bytes a patch. */
  readonly codes: Uint8Array;
}

/** A span with its place in memory. */
interface PlacedSpan {
  readonly id: number;
  readonly document: CodedDocument;
  /** The row of the centroid. */
  readonly row: number;
  /** Place of its first patch, and the number of its patches. */
  readonly start: number;
  readonly count: number;
}

/**
 * Sign codes of all spans of an index in memory, and their centroids. Spans are appended. Those of a removed document are ignored, and
 * their memory is freed when this is filled again.
 */
export class InMemoryCodes {
  private readonly bank: CodeBank;
  private readonly centroids: VectorBank;
  /** The number of centroids that were appended. */
  private rows = 0;
  private readonly byDocument = new Map<string, readonly PlacedSpan[]>();
  /** The spans of all documents, and their patches. Undefined after a change. */
  private all: { readonly spans: readonly PlacedSpan[]; readonly patches: number } | undefined;

  constructor(
    private readonly coding: SignCoding,
    private readonly kernels: Omit<Kernels, 'findBestMatches' | 'createReranker'>,
  ) {
    this.bank = kernels.createBank();
    this.centroids = kernels.createVectorBank(coding.known.bits);
  }

  /** Appends documents: their codes are copied as they are. */
  add(documents: readonly CodedSpans[]): void {
    const first = this.bank.append(Buffer.concat(documents.map(({ codes }) => codes)));
    let start = first;
    for (const { document, ids, counts } of documents) {
      const spans = ids.map((id, position) => {
        const span = { id, document, row: this.rows, start, count: counts[position]! };
        this.rows += 1;
        start += span.count;
        return span;
      });
      this.byDocument.set(document.id, spans);
    }
    const counts = Uint32Array.from(documents.flatMap((document) => [...document.counts]));
    this.centroids.append(this.bank.computeCentroids(first, counts));
    this.all = undefined;
  }

  /** Removes documents. Unknown ids change nothing. */
  remove(documents: Iterable<string>): void {
    for (const document of documents) this.byDocument.delete(document);
    this.all = undefined;
  }

  /**
   * The spans that are most similar to the query: of those in scope the `options.scanned` with the nearest centroids, ordered by their
   * codes.
   */
  search(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): ScoredSpan[] {
    const { role, exclude } = options.scope;
    const excluded = new Set(exclude);
    const inScope = this.summariseHeld().spans.filter(
      ({ count, document }) => count > 0 && document.role === role && !excluded.has(document.id),
    );
    const spans =
      options.scanned < inScope.length ? this.findNearest(query.patches, inScope, options.scanned) : inScope;
    if (spans.length === 0 || query.patches.values.length === 0) return [];
    const places = {
      starts: new Uint32Array(spans.length).map((_, i) => spans[i]!.start),
      counts: new Uint32Array(spans.length).map((_, i) => spans[i]!.count),
    };
    const scores = this.bank.scan(this.kernels.project(query.patches, this.coding.questioned), places, stop);
    return selectBest(spans, scores, options.limit).map((place) => {
      const { id, document } = spans[place]!;
      return { id, document: document.id, author: document.author, score: scores[place]!, tier: 'sign' };
    });
  }

  /** The totals of the documents that were not removed. */
  summariseHeld(): { readonly spans: readonly PlacedSpan[]; readonly patches: number } {
    if (this.all) return this.all;
    const spans = [...this.byDocument.values()].flat();
    return (this.all = { spans, patches: spans.reduce((sum, { count }) => sum + count, 0) });
  }

  /** Codes of a span's patches, by its document and its position there. They are valid until spans are added. */
  readCodes(document: string, position: number): Uint8Array {
    const { start, count } = this.byDocument.get(document)![position]!;
    return this.bank.read(start, count);
  }

  /** The spans with the largest cosine between their centroid and that of the query, in the order in which they were added. */
  private findNearest(query: PatchVectors, spans: readonly PlacedSpan[], limit: number): readonly PlacedSpan[] {
    const { known } = this.coding;
    const bytes = toSigns(this.kernels.project(query, known).values);
    const products = this.centroids.computeProducts(computeCentroid({ bits: known.bits, bytes }));
    const cosines = new Float32Array(spans.length).map((_, i) => products[spans[i]!.row]!);
    const near = selectBest(spans, cosines, limit).toSorted((a, b) => a - b);
    return near.map((place) => spans[place]!);
  }
}

/** Places of the spans with the largest scores. Equal scores are ordered by document and place, whatever the order of adding. */
function selectBest(spans: readonly PlacedSpan[], scores: Float32Array, limit: number): readonly number[] {
  return shortlist(scores, limit, (a, b) => {
    const [first, second] = [spans[a]!, spans[b]!];
    if (first.document.id !== second.document.id) return first.document.id < second.document.id;
    return first.id < second.id;
  });
}
