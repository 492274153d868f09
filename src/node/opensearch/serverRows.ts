import { indexLocked, serverPartial } from '../../core/errors';
import type { EncodedSpan, ScoredSpan, ShortlistOptions, SpanId } from '../../core/ports';
import type { Kernels } from '../../lateInteraction/scoring/kernels';
import type { ServerAddress } from '../../core/domain/basis';
import { neverStops, type StopSignal } from '../../core/basics/work';
import type { Change, FoundSpan, RowStore } from '../rowStore';
import { StoredIndex } from '../storedIndex';
import type { SpanPlace, StoredDocument } from '../sqlite/records/documentRows';
import type { IndexEncoder } from '../sqlite/records/indexFacts';
import type { PackedDocument } from '../sqlite/records/packedDocument';
import type { FoundProfile } from '../sqlite/records/profileRows';
import { toSpanId, computeSpanSha256 } from '../sqlite/records/spanRows';
import {
  type Deletion,
  type Entry,
  createDocumentEntry,
  formatSpanEntryId,
  profileFields,
  readStoredBytes,
  sendDocuments,
  sendEntries,
} from './entries';
import { createIndex, isThere, listSpans, requireIndex, serverFormat } from './indexDefinition';
import { type ReadEntry, Server, anyAnswer, countAnswer, entriesAnswer, placedHit, refuseAnswer } from './server';
import { listRecords, ServerCatalogue } from './serverCatalogue';

/** The options for opening an index on a server. */
export interface ServerOptions {
  readonly kernels: Kernels;
  /** Creates the index if there is none. */
  readonly create?: { readonly shards: number };
  readonly stop?: StopSignal;
}

/** A document that was sent, and its expected list entry. */
export interface SentDocument {
  readonly id: string;
  readonly spans: number;
  /** Hashes of its record and of its profile's. */
  readonly records: readonly string[];
}

/** An index on an OpenSearch server. */
export type ServerIndex = StoredIndex<ServerRows>;

/** At most this many entries are read by one request: some megabytes. */
const readAtOnce = 64;
/** At most this many spans are listed by one request. */
const pageSize = 5000;
/** The spans of at most this many documents are counted by one request. */
const countedAtOnce = 1000;

/**
 * Opens an index that was made with this encoder.
 *
 * @throws Usage (address), ServerUnreachable, ServerRefused, ServerPartial, IndexEmpty (there is none), ModelMismatch, IndexTooNew,
 *   IndexTooOld, IndexCorrupt, Cancelled
 */
export async function openServer(
  address: ServerAddress,
  encoder: IndexEncoder,
  { kernels, create, stop }: ServerOptions,
): Promise<ServerIndex> {
  const server = await Server.connect(address, stop);
  try {
    if (create && !(await isThere(server))) await createIndex(server, encoder, create.shards);
    await requireIndex(server, encoder);
    const catalogue = new ServerCatalogue(server);
    await catalogue.refresh();
    server.stop = neverStops;
    const encoding = { ...encoder, kernels };
    return new StoredIndex(new ServerRows(server, encoding, catalogue), encoding);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/**
 * The rows of an index on an OpenSearch server, which many machines share (docs/server.md). It has codes, rows, ranges and the list entries
 * of documents, but no text. All codes are scored on the server.
 */
export class ServerRows implements RowStore {
  readonly format = serverFormat;
  readonly holdsTexts = false;
  readonly readOnly = false;

  constructor(
    readonly server: Server,
    private readonly encoder: IndexEncoder & { readonly kernels: Kernels },
    readonly catalogue: ServerCatalogue,
  ) {}

  /** Host and index. */
  get name(): string {
    return this.server.name;
  }

  get revision(): number {
    return this.catalogue.revision;
  }

  get size(): RowStore['size'] {
    const { spans, patches } = this.catalogue;
    return { spans, patches };
  }

  refresh(): Promise<void> {
    return this.catalogue.refresh();
  }

  /** The profiler of the document's profile. Undefined if it has none. */
  profilerOf(document: string): string | undefined {
    return this.catalogue.findEntry(document)?.profile?.profiler;
  }

  /** Scores every span in scope by the bits in which codes agree. */
  async shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    const { exclude = [], role } = options.scope;
    // Spans without their documents are left by an interrupted run, or were just added. They take no place in the list.
    for (const unlisted = new Set<string>(); ;) {
      const scope = { role, exclude: [...exclude, ...unlisted] };
      const hits = await listSpans(this.server, this.encoder, { query, options: { ...options, scope } }, stop);
      const left = hits.filter(
        ({ document, position }) => !(position < (this.catalogue.get(document)?.facts.spans ?? 0)),
      );
      if (left.some(({ document }) => unlisted.has(document) || this.catalogue.get(document)))
        throw refuseAnswer(this.name, 'it finds spans that it does not list');
      for (const { document } of left) unlisted.add(document);
      if (left.length === 0)
        return hits.map(({ document, position, score }) => {
          const { number, facts } = this.catalogue.get(document)!;
          return { id: toSpanId(number, position), document, author: facts.author, score, tier: 'sign' };
        });
    }
  }

  async spans(places: readonly SpanPlace[], stop?: StopSignal): Promise<ReadonlyMap<SpanId, FoundSpan>> {
    const found = new Map<SpanId, FoundSpan>();
    const entries = places.map((place) => {
      const { id: document } = place.document.facts;
      return { id: formatSpanEntryId(document, place.position), document, place };
    });
    for await (const { asked, answer } of this.readEntries(entries, { source: ['span'], stored: spanFields }, stop)) {
      const { _source: source, fields = {} } = answer;
      if (!source) continue;
      const { id, position } = asked.place;
      const { sha256: stated, ...place } = source.span;
      const row = {
        ...place,
        documentVector: readStoredBytes(fields, 'document_vector'),
        ranges: readStoredBytes(fields, 'ranges'),
        vectors: readStoredBytes(fields, 'vectors'),
      };
      const codes = readStoredBytes(fields, 'signs');
      const sha256 = computeSpanSha256(position, row);
      found.set(id, { ...row, codes, sha256, stated: Buffer.from(stated, 'hex') });
    }
    return found;
  }

  codesOf(_place: SpanPlace, { codes }: FoundSpan): Uint8Array {
    return codes!;
  }

  async profiles(documents: readonly StoredDocument[], profiler?: string): Promise<ReadonlyMap<string, FoundProfile>> {
    const found = new Map<string, FoundProfile>();
    const places = documents.flatMap(({ facts: { id } }) => {
      const { profile } = this.catalogue.findEntry(id) ?? {};
      return profile && (profiler ?? profile.profiler) === profile.profiler ? [{ id, document: id, profile }] : [];
    });
    for await (const { asked, answer } of this.readEntries(places, { source: false, stored: profileFields })) {
      if (!answer.found) throw indexLocked(this.name);
      const { profiler, sha256: stated } = asked.profile;
      const blobs = profileFields.map((name) => readStoredBytes(answer.fields ?? {}, name));
      found.set(asked.id, { profiler, blobs, stated });
    }
    return found;
  }

  /** The server stores no text. */
  texts(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map());
  }

  recordsOf({ facts }: StoredDocument): Promise<readonly string[]> {
    return Promise.resolve(listRecords(this.catalogue.findEntry(facts.id)!));
  }

  /** The former documents are removed before the new one is added. */
  async change({ removed: ids = [], added, profiles = new Map(), stop = neverStops }: Change) {
    await this.refresh();
    const listed = [...new Set(ids)].flatMap((id) => this.catalogue.get(id) ?? []);
    const absent = await this.send(
      listed.flatMap(({ facts: { id, spans } }) => {
        const ofSpans = Array.from({ length: spans }, (_, i) => formatSpanEntryId(id, i));
        return [id, ...ofSpans].map((entry) => ({ action: 'delete', document: id, id: entry }));
      }),
    );
    if (listed.length > 0) await this.refresh();
    const isAdded = added !== undefined && !this.catalogue.get(added.facts.id);
    if (isAdded) await sendDocuments(this.server, [added], stop, true);
    await this.send(
      Array.from(profiles).flatMap(([id, profile]): Entry[] => {
        const entry = this.catalogue.findEntry(id); // undefined if another program has removed it
        return entry ? [createDocumentEntry({ ...entry.document, profile }, entry.patches)] : [];
      }),
    );
    if (isAdded || profiles.size > 0) await this.refresh();
    return { removed: listed.filter(({ facts }) => !absent.has(facts.id)).length, isAdded };
  }

  async count(): Promise<number> {
    await this.refresh();
    return this.catalogue.size;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  damage(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async reading<T>(work: () => Promise<T>): Promise<T> {
    await this.refresh();
    return work();
  }

  async strays(stop: StopSignal): Promise<readonly string[]> {
    const { length } = await this.findLeftovers(stop);
    return length > 0 ? [`${length} spans belong to no document: an adding was ended. A repair deletes them.`] : [];
  }

  // oxlint-disable-next-line typescript/require-await -- the documents are in memory
  async *audited(): ReturnType<RowStore['audited']> {
    for (const document of this.catalogue.documents) yield { document, problem: undefined };
  }

  /** Deletes what interrupted runs have left. The server frees the space later. */
  async tidy(stop: StopSignal): Promise<{ readonly lostLog: boolean }> {
    await this.refresh();
    await this.send(await this.findLeftovers(stop), stop);
    return { lostLog: false };
  }

  /** Sends documents, which replace what is there of them. They are found after `verify` is called. Throws Cancelled. */
  sendPacked(documents: readonly PackedDocument[], stop: StopSignal): Promise<void> {
    return sendDocuments(this.server, documents, stop, false);
  }

  /** Reads what the server has, and compares it with what was sent. @throws ServerPartial  if some of it is missing or different */
  async verify(sent: readonly SentDocument[]): Promise<void> {
    await this.server.ask({ method: 'POST', path: '_refresh' }, anyAnswer);
    await this.refresh();
    const isThere = ({ id, records }: SentDocument): boolean => {
      const entry = this.catalogue.findEntry(id);
      return !!entry && listRecords(entry).join() === records.join();
    };
    const lost = sent.filter((each) => !isThere(each)).length;
    const expected = sent.reduce((sum, each) => sum + each.spans, 0);
    const spans = expected - (await this.countSpans(sent.map(({ id }) => id)));
    if (lost === 0 && spans === 0) return;
    throw serverPartial(this.name, `${lost} documents and ${spans} spans that were sent are not there`);
  }

  private send(entries: readonly (Entry | Deletion)[], stop: StopSignal = neverStops): Promise<ReadonlySet<string>> {
    return sendEntries(this.server, entries, stop, true);
  }

  /** Reads fields beside the source, and paths in it, of entries by their ids and routing documents. */
  private async *readEntries<Place extends { readonly id: string; readonly document: string }>(
    places: readonly Place[],
    { stored, source }: { readonly stored: readonly string[]; readonly source: false | readonly string[] },
    stop?: StopSignal,
  ): AsyncGenerator<{ readonly asked: Place; readonly answer: ReadEntry }> {
    for (let at = 0; at < places.length; at += readAtOnce) {
      const some = places.slice(at, at + readAtOnce);
      const docs = some.map(({ id, document }) => ({
        ...{ _id: id, routing: document, _source: source },
        stored_fields: stored,
      }));
      const answers = await this.server.ask({ method: 'POST', path: '_mget', body: { docs } }, entriesAnswer, stop);
      if (answers.docs.length !== some.length) throw serverPartial(this.name, 'entries are missing');
      for (const [i, answer] of answers.docs.entries()) {
        const { reason = 'no reason is given' } = answer.error ?? {};
        if (answer.error) throw serverPartial(this.name, `an entry cannot be read (${reason})`);
        yield { asked: some[i]!, answer };
      }
    }
  }

  /** The number of spans of these documents that the server has. */
  private async countSpans(documents: readonly string[]): Promise<number> {
    let spans = 0;
    for (let at = 0; at < documents.length; at += countedAtOnce) {
      const filter = [{ term: { kind: 'span' } }, { terms: { document: documents.slice(at, at + countedAtOnce) } }];
      const body = { query: { bool: { filter } } };
      spans += (await this.server.ask({ method: 'POST', path: '_count', body }, countAnswer)).count;
    }
    return spans;
  }

  /** Spans without a listed document. */
  private async findLeftovers(stop: StopSignal): Promise<readonly Deletion[]> {
    const left: Deletion[] = [];
    const sort = [{ document: 'asc' }, { position: 'asc' }];
    const body = { size: pageSize, _source: false, sort, query: { term: { kind: 'span' } } };
    for await (const { sort } of this.server.searchAll(body, placedHit, stop)) {
      const [document, position] = sort;
      const spans = this.catalogue.get(document)?.facts.spans ?? 0;
      if (position >= spans) left.push({ action: 'delete', document, id: formatSpanEntryId(document, position) });
    }
    return left;
  }
}

/** The fields of a span that are stored beside the source. */
const spanFields = ['signs', 'ranges', 'vectors', 'document_vector'];
