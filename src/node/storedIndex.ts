import { LRUCache } from 'lru-cache';
import type { KnownDocument } from '../core/domain/evidence';
import { indexLocked } from '../core/errors';
import type {
  EncodedSpan,
  IndexedDocument,
  IndexInfo,
  IndexRepair,
  ReferenceIndex,
  RepairRun,
  ScoredSpan,
  ShortlistOptions,
  SpanId,
  StoredSpan,
  StoreOptions,
  TextProfile,
} from '../core/ports';
import type { Kernels } from '../lateInteraction/scoring/kernels';
import { estimateRest, rerank, screenedSpans } from '../lateInteraction/scoring/rerank';
import { codeBits } from '../lateInteraction/scoring/signCodes';
import { neverStops, type StopSignal, type WorkRun } from '../core/basics/work';
import { type FoundSpan, KeptTexts, type RowStore } from './rowStore';
import { computeSha256 } from './sha256';
import { checkRows, isAsStored, placesOf, repairRows } from './soundness';
import { toCodesBlob, createDamageError, type SpanPlace, type StoredDocument } from './sqlite/records/documentRows';
import type { IndexEncoder } from './sqlite/records/indexFacts';
import { packDocument, type PackedDocument } from './sqlite/records/packedDocument';
import { isProfileAsStored, type PackedProfile, packProfile, unpackProfile } from './sqlite/records/profileRows';
import { parseVectorBlob, toStoredSpan } from './sqlite/records/spanRows';

/** This many profiles are cached, at about 35 kB each. A review needs fewer. */
const keptProfiles = 2048;
/** At most this many bytes of rows are cached, those of about 700 spans. */
const keptBytes = 18_000_000;

/** This many searches of a span are cached, because a text is searched again without each further copy. */
const keptSearches = 4;

/** A search for a span, in one state of the index. */
interface KeptSearch {
  readonly revision: number;
  /** The options. */
  readonly asked: string;
  readonly listed: readonly ScoredSpan[];
  reranked?: readonly ScoredSpan[];
}

/**
 * A reference index over rows in a file or on a server (docs/index-format.md, docs/server.md). It reads exact vectors only of requested
 * spans, and compares every row with its hash. Calls are answered one after the other. Other programs may write between two calls.
 */
export class StoredIndex<Rows extends RowStore = RowStore> implements ReferenceIndex {
  private last: Promise<unknown> = Promise.resolve();
  /** The number of rows that were read since the index was opened. */
  private exactReads = 0;
  /** The rows that were read last. The spans of one document are searched one after the other and often find the same rows. */
  private readonly kept = new LRUCache<SpanId, FoundSpan>({
    maxSize: keptBytes,
    sizeCalculation: ({ vectors, ranges, documentVector }) => vectors.length + ranges.length + documentVector.length,
  });
  /** The last searches by the patches of a span, as long as these are kept. */
  private readonly searches = new WeakMap<Float32Array, readonly KeptSearch[]>();
  private readonly texts: KeptTexts;
  /** Whether changes of other programs were checked for in this turn of the event loop. */
  private isCurrent = false;
  /** The profiles that were read last, by revision, profiler and document. */
  private readonly profileCache = new LRUCache<string, TextProfile>({ max: keptProfiles });

  constructor(
    readonly rows: Rows,
    private readonly encoder: IndexEncoder & { readonly kernels: Kernels },
  ) {
    this.texts = new KeptTexts(rows);
  }

  readInfo(): IndexInfo {
    const { catalogue, format, size } = this.rows;
    return {
      ...{ contentHash: catalogue.computeContentHash(this.encoder), indexFormat: format, documents: catalogue.size },
      ...{ ...size, n: this.encoder.patchTokens, bits: codeBits, exactReads: this.exactReads },
    };
  }

  listDocuments(): Promise<readonly IndexedDocument[]> {
    return this.reading(() => this.rows.catalogue.listDocuments());
  }

  /** @throws IndexCorrupt  if the text is not the one that was added */
  readDocument(id: string): Promise<KnownDocument | undefined> {
    this.texts.ask(id);
    return this.reading(() => this.texts.read(id));
  }

  findCopies(text: string): Promise<readonly string[]> {
    return this.reading(() => {
      const hash = computeSha256(text);
      const copies = [...this.rows.catalogue.documents].filter(({ facts }) => facts.textSha256 === hash);
      return copies.map(({ facts }) => facts.id).sort();
    });
  }

  listSpans(document: string): Promise<readonly SpanId[]> {
    return this.reading(() => {
      const stored = this.rows.catalogue.get(document);
      return stored ? placesOf(stored).map(({ id }) => id) : [];
    });
  }

  shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.reading(async () => {
      const { revision } = this.rows;
      const { scope } = options;
      const asked = JSON.stringify({ ...options, scope: { ...scope, exclude: scope.exclude?.toSorted() } });
      const kept = (this.searches.get(query.patches.values) ?? []).filter((each) => each.revision === revision);
      const before = kept.find((each) => each.asked === asked);
      const listed = before?.listed ?? (await this.rows.shortlist(query, options, stop));
      const last = [before ?? { revision, asked, listed }, ...kept.filter((each) => each !== before)];
      this.searches.set(query.patches.values, last.slice(0, keptSearches));
      return listed;
    });
  }

  /** @throws IndexLocked  if another program has removed one of the spans; IndexCorrupt  if one is damaged */
  rerank(query: EncodedSpan, listed: readonly ScoredSpan[], stop: StopSignal): Promise<readonly ScoredSpan[]> {
    return this.turn(async () => {
      if (listed.length === 0) return [];
      const { revision } = this.rows;
      const search = this.searches
        .get(query.patches.values)
        ?.find((each) => each.listed === listed && each.revision === revision);
      if (search?.reranked) return search.reranked;
      const { kernels, coding, dim } = this.encoder;
      const first = listed.slice(0, screenedSpans);
      const places = first.map(({ id }) => this.placeOf(id));
      const coded = (await this.rowsOf(places, stop)).map((row, i) => {
        return { ...parseVectorBlob(row.vectors, dim), codes: this.rows.codesOf(places[i]!, row) };
      });
      const projected = kernels.project(query.patches, coding.questioned);
      const reranked = rerank(kernels.createReranker(query.patches, projected), first, coded, stop);
      const scored = [...reranked, ...estimateRest(listed, reranked)];
      if (search) search.reranked = scored;
      return scored;
    });
  }

  /** @throws  as `rerank` */
  read(ids: readonly SpanId[]): Promise<readonly StoredSpan[]> {
    return this.turn(async () => {
      const places = ids.map((id) => this.placeOf(id));
      const rows = await this.rowsOf(places);
      return rows.map((row, i) => {
        const { id, document } = places[i]!;
        const { id: of, author } = document.facts;
        return toStoredSpan(row, { id, document: of, author }, this.encoder.dim);
      });
    });
  }

  readProfiles(documents: readonly string[], profiler: string): Promise<ReadonlyMap<string, TextProfile>> {
    return this.reading(async () => {
      const { catalogue } = this.rows;
      const key = (id: string): string => this.profileKey(id, profiler);
      const kept = new Map(documents.map((id) => [id, this.profileCache.get(key(id))]));
      const missing = documents.flatMap((id) => (kept.get(id) ? [] : (catalogue.get(id) ?? [])));
      const results = missing.length === 0 ? undefined : await this.profilesOf(missing, profiler);
      for (const [id, packed] of results ?? []) {
        const profile = unpackProfile(packed, catalogue.get(id)!.facts.mode);
        this.profileCache.set(key(id), profile);
        kept.set(id, profile);
      }
      return new Map([...kept].flatMap(([id, profile]) => (profile ? [[id, profile] as const] : [])));
    });
  }

  /** Stores profiles. An index that cannot be written keeps them in memory. */
  storeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<void> {
    return this.turn(async () => {
      if (this.rows.readOnly) {
        for (const [id, profile] of profiles) this.profileCache.set(this.profileKey(id, profiler), profile);
        return;
      }
      this.profileCache.clear();
      const packed = Array.from(profiles, ([id, profile]) => [id, packProfile({ profile, profiler })] as const);
      await this.rows.change({ profiles: new Map(packed) });
    });
  }

  /**
   * @throws RangeError  if the id is not `computeDocumentId(document)`, or the patches do not have unit length; these are bugs of the
   * caller
   */
  async add(
    document: KnownDocument,
    spans: readonly EncodedSpan[],
    options: StoreOptions = {},
  ): Promise<'added' | 'present'> {
    const added = packDocument(document, spans, this.encoder, options);
    const { text } = document;
    const { former, stop = neverStops } = options;
    const removed = former === undefined ? [] : [former];
    return this.turn(async () => {
      const { isAdded } = await this.rows.change({ removed, added, text, stop });
      return isAdded ? 'added' : 'present';
    });
  }

  remove(documents: readonly string[], stop: StopSignal = neverStops): Promise<number> {
    return this.turn(async () => (await this.rows.change({ removed: documents, stop })).removed);
  }

  /** Documents with their rows, in the form in which another index can store them. @throws IndexLocked, IndexCorrupt */
  packed(ids: readonly string[], stop: StopSignal): Promise<readonly PackedDocument[]> {
    return this.reading(async () => {
      const stored = ids.map((id) => this.rows.catalogue.get(id) ?? this.gone());
      const places = stored.flatMap(placesOf);
      const rows = await this.rowsOf(places, stop);
      const packed = rows.map((row, i) => ({ ...row, codes: Uint8Array.from(this.rows.codesOf(places[i]!, row)) }));
      const profiles = await this.profilesOf(stored);
      let at = 0;
      return stored.map((document) => {
        const { facts, codesSha256 } = document;
        const spans = packed.slice(at, (at += facts.spans));
        if (computeSha256(toCodesBlob(spans)) !== codesSha256)
          throw createDamageError(this.rows.name, document, 'has damaged codes');
        const profile = profiles.get(facts.id);
        return { facts, codesSha256, spans, ...(profile && { profile }) };
      });
    });
  }

  /** Stores a document of a server without its text, and replaces what is there of it. Throws Cancelled. */
  async addPacked(document: PackedDocument, stop: StopSignal): Promise<void> {
    await this.turn(() => this.rows.change({ removed: [document.facts.id], added: document, stop }));
  }

  /** The hashes of the records of a document and of its profile, as they were at the last refresh. */
  recordsOf(id: string): Promise<readonly string[]> {
    return this.turn(async () => {
      const stored = this.rows.catalogue.get(id);
      return stored ? this.rows.recordsOf(stored) : [];
    });
  }

  /** The number of documents listed, intact or damaged. */
  count(): Promise<number> {
    return this.turn(() => this.rows.count());
  }

  check(run: WorkRun): Promise<readonly string[]> {
    return this.turn(() => checkRows(this.rows, run));
  }

  repair(run: RepairRun): Promise<IndexRepair> {
    return this.turn(() => repairRows(this.rows, this.encoder, run));
  }

  close(): Promise<void> {
    return this.turn(() => this.rows.close());
  }

  /** Runs one call at a time, so that no part of a call is in a transaction of another. */
  turn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  /**
   * A turn that answers from what is stored now. The calls in one turn of the event loop check once whether another program has written.
   */
  private reading<T>(work: () => T | Promise<T>): Promise<T> {
    return this.turn(async () => {
      if (!this.isCurrent) {
        await this.rows.refresh();
        this.isCurrent = true;
        setImmediate(() => (this.isCurrent = false));
      }
      return work();
    });
  }

  private profileKey(id: string, profiler: string): string {
    return `${this.rows.revision} ${profiler} ${id}`;
  }

  private async profilesOf(
    documents: readonly StoredDocument[],
    profiler?: string,
  ): Promise<ReadonlyMap<string, PackedProfile>> {
    const results = await this.rows.profiles(documents, profiler);
    for (const document of documents) {
      const profile = results.get(document.facts.id);
      if (profile && !isProfileAsStored(profile, document))
        throw createDamageError(this.rows.name, document, 'has a damaged profile');
    }
    return results;
  }

  private placeOf(id: SpanId): SpanPlace {
    return this.rows.catalogue.findSpan(id) ?? this.gone();
  }

  /** Throws that another program has removed what is requested. */
  private gone(): never {
    throw indexLocked(this.rows.name);
  }

  /** Rows in the requested order, each compared with its hash. */
  private async rowsOf(places: readonly SpanPlace[], stop?: StopSignal): Promise<readonly FoundSpan[]> {
    const rows = new Map(places.map(({ id }) => [id, this.kept.get(id)]));
    const missing = places.filter(({ id }) => !rows.get(id));
    const results = missing.length === 0 ? undefined : await this.rows.spans(missing, stop);
    this.exactReads += results?.size ?? 0;
    for (const { id, document } of missing) {
      const row = results!.get(id);
      if (!row || !isAsStored(row)) {
        const { revision } = this.rows;
        if (!row) await this.rows.refresh();
        if (this.rows.revision !== revision) this.gone(); // another program has written since the last refresh
        const problem = row ? 'has damaged exact vectors' : 'lacks the exact vectors of a span';
        throw createDamageError(this.rows.name, document, problem);
      }
      rows.set(id, row);
      this.kept.set(id, row);
    }
    return places.map(({ id }) => rows.get(id)!);
  }
}
