import { indexLocked, serverPartial } from '../../core/errors';
import type {
  EncodedSpan,
  IndexInfo,
  IndexRepair,
  ReferenceIndex,
  ScoredSpan,
  ShortlistOptions,
  StoredSpan,
  StoreOptions,
  TextProfile,
} from '../../core/ports';
import type { KnownDocument } from '../../core/domain';
import type { Kernels } from '../../core/scoring/kernels';
import type { CodedVectors } from '../../core/scoring/rerank';
import { codeBits } from '../../core/scoring/signCodes';
import type { ServerAddress } from '../../core/server';
import { type WorkRun, neverStops, type StopSignal } from '../../core/work';
import type { IndexEncoder } from '../sqlite/records/indexFacts';
import { type PackedDocument, packDocument } from '../sqlite/records/packedDocument';
import { type PackedProfile, packProfile } from '../sqlite/records/profileRows';
import type { StoredDocument } from '../sqlite/records/documentRows';
import { SerialIndex } from '../serialIndex';
import { placeOfSpan, quantizedVectors, spanId, storedSpan } from '../sqlite/records/spanRows';
import { type Deletion, sendDocuments, sendEntries } from './bulk';
import { documentEntry, type Entry, spanEntryId } from './entries';
import { createIndex, isThere, listSpans, requireIndex, serverFormat } from './indexDefinition';
import { countSpans, problemsOf, removeLeftovers } from './maintenance';
import { packedDocuments, packedProfiles, RowReader, type SpanPlace } from './rowReader';
import { Server } from './server';
import { recordsOf, ServerCatalogue } from './serverCatalogue';

/** How an index of a server is opened. */
export interface ServerOptions {
  readonly kernels: Kernels;
  /** Makes the index if there is none. */
  readonly create?: { readonly shards: number };
  readonly stop?: StopSignal;
}

/** A document that was sent, as it should be listed. */
export interface SentDocument {
  readonly id: string;
  readonly spans: number;
  /** Hashes of its record and of its profile's. */
  readonly records: readonly string[];
}

/**
 * A reference index on an OpenSearch server, which many machines share (docs/server.md). It holds codes, rows, ranges and what is listed of a
 * document, but no text; all codes are scored on the server, and exact rows are read for the spans asked for only. Calls
 * are answered one after the other; another machine may write in between.
 */
export class OpenSearchIndex extends SerialIndex implements ReferenceIndex {
  private readonly rows: RowReader;

  private constructor(
    private readonly server: Server,
    protected readonly encoder: IndexEncoder & { readonly kernels: Kernels },
    protected readonly catalogue: ServerCatalogue,
  ) {
    super();
    this.rows = new RowReader(server);
  }

  /**
   * Opens an index that was made with this encoder.
   *
   * @throws Usage (address), ServerUnreachable, ServerRefused, ServerPartial, IndexEmpty (there is none), ModelMismatch, IndexTooNew,
   *   IndexTooOld, IndexCorrupt, Cancelled
   */
  static async open(
    address: ServerAddress,
    encoder: IndexEncoder,
    { kernels, create, stop }: ServerOptions,
  ): Promise<OpenSearchIndex> {
    const server = await Server.connect(address, stop);
    try {
      if (create && !(await isThere(server, stop))) await createIndex(server, encoder, create.shards, stop);
      await requireIndex(server, encoder, stop);
      const catalogue = new ServerCatalogue(server);
      await catalogue.refresh(stop);
      return new OpenSearchIndex(server, { ...encoder, kernels }, catalogue);
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  protected get revision(): number {
    return this.catalogue.revision;
  }

  /** Host and index. */
  get name(): string {
    return this.server.name;
  }

  /** From now on this signal ends what is asked without one of its own. */
  endWith(stop: StopSignal): void {
    this.server.stop = stop;
  }

  /** The profiler that made the document's profile; undefined: it has none. */
  profilerOf(document: string): string | undefined {
    return this.catalogue.entry(document)?.profile?.profiler;
  }

  info(): IndexInfo {
    const { size, spans, patches } = this.catalogue;
    return {
      ...{ contentHash: this.catalogue.contentHash(this.encoder), spans, patches, documents: size },
      indexFormat: serverFormat,
      n: this.encoder.patchTokens,
      bits: codeBits,
      exactReads: this.rows.exactReads,
    };
  }

  /** The server holds no text. */
  document(): Promise<KnownDocument | undefined> {
    return Promise.resolve(undefined);
  }

  /** Every span in scope is scored, by the bits in which codes agree. */
  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.reading(async () => {
      const { exclude = [], role } = options.scope;
      // Spans without their documents were left by an adding that was ended, or came this moment: they take nobody's place.
      for (const unlisted = new Set<string>(); ;) {
        const scope = { role, exclude: [...exclude, ...unlisted] };
        const hits = await listSpans(this.server, this.encoder, { query, options: { ...options, scope } }, stop);
        const left = hits.filter(({ document }) => !this.catalogue.get(document));
        for (const { document } of left) unlisted.add(document);
        if (left.length === 0)
          return hits.map(({ document, position, score }) => {
            const { number, facts } = this.catalogue.get(document)!;
            return { id: spanId(number, position), document, author: facts.author, score, tier: 'sign' };
          });
      }
    });
  }

  /** @throws  as `rerank` */
  read(ids: readonly number[]): Promise<readonly StoredSpan[]> {
    return this.turn(async () => {
      const rows = await this.rows.rows(ids.map((id) => this.placeOf(id)));
      return rows.map((row, i) => {
        const { document } = this.placeOf(ids[i]!);
        const { author } = this.catalogue.get(document)!.facts;
        return storedSpan(row, { id: ids[i]!, document, author }, this.encoder.dim);
      });
    });
  }

  /** Stores packed documents, in place of what is there of them; they are found once `verify` has been called. Throws Cancelled. */
  addPacked(documents: readonly PackedDocument[], stop: StopSignal): Promise<void> {
    return this.turn(() => sendDocuments(this.server, documents, stop, false));
  }

  /** Documents with their rows, as they can be stored elsewhere. @throws IndexLocked, IndexCorrupt, and what the server throws */
  packed(ids: readonly string[], stop: StopSignal): Promise<readonly PackedDocument[]> {
    return this.reading(() => packedDocuments(this.catalogue, this.rows, ids, stop));
  }

  /** What is listed of a document as it was when the index was last read: hashes of its record and of its profile's. */
  recordsOf(document: string): readonly string[] {
    const entry = this.catalogue.entry(document);
    return entry ? recordsOf(entry) : [];
  }

  /** Reads what the server holds, and compares it with what was sent. @throws ServerPartial  where some of it is not there as it was sent */
  verify(sent: readonly SentDocument[]): Promise<void> {
    return this.turn(async () => {
      await this.server.ask({ method: 'POST', path: '_refresh' });
      await this.refresh();
      const lost = sent.filter(({ id, records }) => this.recordsOf(id).join() !== records.join()).length;
      const spans =
        sent.reduce((sum, each) => sum + each.spans, 0) -
        (await countSpans(
          this.server,
          sent.map(({ id }) => id),
        ));
      if (lost === 0 && spans === 0) return;
      throw serverPartial(this.server.name, `${lost} documents and ${spans} spans that were sent are not there`);
    });
  }

  /** How many documents the server lists. */
  count(): Promise<number> {
    return this.reading(() => this.catalogue.size);
  }

  remove(documents: readonly string[]): Promise<number> {
    return this.turn(() => this.delete(documents));
  }

  storeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<void> {
    return this.reading(async () => {
      const entries: Entry[] = [];
      for (const [id, profile] of profiles) {
        const listed = this.catalogue.entry(id); // undefined: another program has removed it
        if (listed)
          entries.push(
            documentEntry({ ...listed.document, profile: packProfile({ profile, profiler }) }, listed.patches),
          );
      }
      await sendEntries(this.server, entries, neverStops, true);
      await this.refresh();
    });
  }

  check(run: WorkRun): Promise<readonly string[]> {
    return this.reading(() => problemsOf(this.catalogue, run));
  }

  /** Nothing is encoded again where no text is: damaged documents are named, and leftovers are deleted. */
  repair(run: WorkRun): Promise<IndexRepair> {
    return this.reading(async () => {
      await removeLeftovers(this.catalogue, run.stop);
      const unsound: string[] = [];
      await problemsOf(this.catalogue, run, (id) => unsound.push(id));
      return { repaired: [], unsound, documents: this.catalogue.size, lostLog: false };
    });
  }

  /** Deletes what endings in the middle have left; the server gives room back in its own time. */
  compact(stop: StopSignal): Promise<void> {
    return this.reading(() => removeLeftovers(this.catalogue, stop));
  }

  async close(): Promise<void> {
    await this.turn(() => this.server.close());
  }

  protected async refresh(stop?: StopSignal): Promise<void> {
    const { revision } = this.catalogue;
    await this.catalogue.refresh(stop);
    if (this.catalogue.revision !== revision) this.rows.forget();
  }

  protected async coded(ids: readonly number[], stop: StopSignal): Promise<readonly CodedVectors[]> {
    const places = ids.map((id) => this.placeOf(id));
    const rows = await this.rows.rows(places, stop);
    return rows.map(({ vectors, codes }) => ({ ...quantizedVectors(vectors, this.encoder.dim), codes }));
  }

  protected readProfiles(
    documents: readonly StoredDocument[],
    profiler: string,
  ): Promise<ReadonlyMap<string, PackedProfile>> {
    const ids = documents.map(({ facts }) => facts.id);
    const theirs = ids.filter((id) => this.profilerOf(id) === profiler);
    return packedProfiles(this.catalogue, theirs);
  }

  /** The former document is removed before the new one comes. */
  protected async store(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    options: StoreOptions,
    former?: string,
  ): Promise<'added' | 'present'> {
    const packed = packDocument(document, spans, this.encoder, options);
    return this.turn(async () => {
      await (former === undefined ? this.refresh() : this.delete([former]));
      if (this.catalogue.get(packed.facts.id)) return 'present';
      await sendDocuments(this.server, [packed], options.stop ?? neverStops, true);
      await this.refresh();
      return 'added';
    });
  }

  private async delete(ids: readonly string[]): Promise<number> {
    await this.refresh();
    const listed = [...new Set(ids)].flatMap((id) => this.catalogue.get(id) ?? []);
    const deletions = listed.flatMap(({ facts: { id, spans } }): Deletion[] => [
      { action: 'delete', document: id, id },
      ...Array.from({ length: spans }, (_, i): Deletion => ({
        action: 'delete',
        document: id,
        id: spanEntryId(id, i),
      })),
    ]);
    const absent = await sendEntries(this.server, deletions, neverStops, true);
    await this.refresh();
    return listed.filter(({ facts }) => !absent.has(facts.id)).length;
  }

  private placeOf(id: number): SpanPlace {
    const { document: number, position } = placeOfSpan(id);
    const document = this.catalogue.numbered(number);
    if (!document) throw indexLocked(this.server.name);
    return { document: document.facts.id, position };
  }
}
