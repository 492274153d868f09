import type { PatchVectors, Role } from '../../../core/domain';
import type { StopSignal } from '../../../core/work';
import type { EncodedSpan, ScoredSpan, ShortlistOptions } from '../../../core/ports';
import { codeCentroid, type ProjectedPatches, type SignCoding, signsOf } from '../../../core/scoring/signCodes';
import type { CodeBank, Kernels, VectorBank } from '../../../core/scoring/kernels';
import { shortlist } from '../../../core/scoring/rerank';

/** The document of a span, as far as a search needs it. */
export interface CodedDocument {
  readonly id: string;
  readonly author: string;
  readonly role: Role;
}

/** The spans of a document, end to end. */
export interface CodedSpans {
  readonly document: CodedDocument;
  /** Ascending. */
  readonly ids: readonly number[];
  /** Patches of each span. */
  readonly counts: Uint32Array;
  /** 8 bytes a patch. */
  readonly codes: Uint8Array;
}

/**
 * Sign codes of all spans of an index in memory, and their centroids. Spans are appended; those of a removed
 * document are passed over, and their memory comes back when this is filled anew.
 */
export class InMemoryCodes {
  private readonly listed: (CodedDocument | undefined)[] = [];
  private readonly ids = new GrowableArray((length) => new Float64Array(length));
  /** Per span: place of its document, place of its first patch in the bank, number of patches. */
  private readonly owners = new GrowableArray((length) => new Uint32Array(length));
  private readonly starts = new GrowableArray((length) => new Uint32Array(length));
  private readonly counts = new GrowableArray((length) => new Uint32Array(length));
  private readonly bank: CodeBank;
  private readonly centroids: VectorBank;
  /** Place of each document's first span, by its id. */
  private readonly firsts = new Map<string, number>();
  private coded: { readonly patches: PatchVectors; readonly projected: ProjectedPatches } | undefined;
  private held = { spans: 0, patches: 0 };
  /** The documents that were not removed, and how many authors they have; found on demand. */
  private present: { readonly documents: readonly CodedDocument[]; readonly authors: number } | undefined;

  constructor(
    private readonly coding: SignCoding,
    private readonly kernels: Omit<Kernels, 'bestMatches' | 'reranker'>,
  ) {
    this.bank = kernels.bank();
    this.centroids = kernels.vectorBank(coding.known.bits);
  }

  get documents(): readonly CodedDocument[] {
    return this.found().documents;
  }

  /** Authors of all documents. */
  get authors(): number {
    return this.found().authors;
  }

  get spans(): number {
    return this.held.spans;
  }

  /** Patches of all spans. */
  get patches(): number {
    return this.held.patches;
  }

  /** Appends documents: their codes are copied as they are. */
  add(documents: readonly CodedSpans[]): void {
    const codes = Buffer.concat(documents.map((document) => document.codes));
    const start = this.bank.append(codes);
    const first = this.counts.length;
    for (const { document, ids, counts } of documents) {
      this.firsts.set(document.id, this.counts.length);
      this.owners.append(new Uint32Array(counts.length).fill(this.listed.length));
      this.ids.append(ids);
      this.counts.append(counts);
      this.listed.push(document);
    }
    this.present = undefined;
    const counts = this.counts.values.subarray(first);
    this.starts.append(startsOf(counts, start));
    this.centroids.append(this.bank.centroids(start, counts));
    this.hold(counts.length, codes.length / this.width);
  }

  /** Forgets documents; ids that are not there change nothing. */
  remove(documents: ReadonlySet<string>): void {
    const gone = this.listed.map((document) => document !== undefined && documents.has(document.id));
    gone.forEach((is, owner) => {
      if (is) this.listed[owner] = undefined;
    });
    this.present = undefined;
    const owners = this.owners.values;
    const counts = this.counts.values;
    for (let span = 0; span < owners.length; span++) if (gone[owners[span]!]) this.hold(-1, -counts[span]!);
  }

  /** The spans most like the query: of those in scope the `options.scanned` with the nearest centroids, ordered by their codes. */
  search(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): ScoredSpan[] {
    const scope = this.inScope(options.scope);
    const kept = options.scanned < scope.length ? this.nearest(query.patches, scope, options.scanned) : scope;
    if (kept.length === 0 || query.patches.values.length === 0) return [];
    const scores = this.signScores(query.patches, kept, stop);
    const best = shortlist(scores, options.limit, (a, b) => this.isBefore(kept[a]!, kept[b]!));
    return best.map((place) => this.scored(kept[place]!, scores[place]!));
  }

  private found(): NonNullable<typeof this.present> {
    if (this.present) return this.present;
    const documents = this.listed.filter((document) => document !== undefined);
    return (this.present = { documents, authors: new Set(documents.map(({ author }) => author)).size });
  }

  private hold(spans: number, patches: number): void {
    this.held = { spans: this.held.spans + spans, patches: this.held.patches + patches };
  }

  /** Codes of a span's patches, by its document and its position there: valid until spans are added. */
  codesOf(document: string, position: number): Uint8Array {
    const place = this.firsts.get(document)! + position;
    return this.bank.read(this.starts.values[place]!, this.counts.values[place]!);
  }

  /** The projection of a query's patches; those of the last query are kept. */
  projected(patches: PatchVectors): ProjectedPatches {
    if (this.coded?.patches !== patches) {
      this.coded = { patches, projected: this.kernels.project(patches, this.coding.questioned) };
    }
    return this.coded.projected;
  }

  /** Bytes of one code. */
  private get width(): number {
    return this.coding.known.bits / 8;
  }

  private inScope(scope: ShortlistOptions['scope']): Uint32Array {
    const excluded = new Set(scope.exclude);
    const allowed = this.listed.map((document) => document?.role === scope.role && !excluded.has(document.id));
    const owners = this.owners.values;
    const counts = this.counts.values;
    const spans = new Uint32Array(owners.length);
    let found = 0;
    for (let span = 0; span < owners.length; span++) {
      if (allowed[owners[span]!] && counts[span]! > 0) spans[found++] = span;
    }
    return spans.subarray(0, found);
  }

  /** The spans whose centroids have the largest cosine to that of the query, in the order in which they were added. */
  private nearest(query: PatchVectors, spans: Uint32Array, limit: number): Uint32Array {
    const { known } = this.coding;
    const bytes = signsOf(this.kernels.project(query, known).values);
    const centroid = codeCentroid({ bits: known.bits, bytes });
    const cosines = chosen(this.centroids.products(centroid), spans, new Float32Array(spans.length));
    const best = shortlist(cosines, limit, (a, b) => this.isBefore(spans[a]!, spans[b]!));
    return Uint32Array.from(best, (place) => spans[place]!).sort();
  }

  private signScores(query: PatchVectors, spans: Uint32Array, stop: StopSignal): Float32Array {
    const places = {
      starts: chosen(this.starts.values, spans, new Uint32Array(spans.length)),
      counts: chosen(this.counts.values, spans, new Uint32Array(spans.length)),
    };
    return this.bank.scan(this.projected(query), places, stop);
  }

  /** The order of equal scores: by document and place in it, whatever order documents were added in. */
  private isBefore(a: number, b: number): boolean {
    const first = this.documentOf(a).id;
    const second = this.documentOf(b).id;
    return first === second ? this.ids.values[a]! < this.ids.values[b]! : first < second;
  }

  private scored(span: number, score: number): ScoredSpan {
    const { id, author } = this.documentOf(span);
    return { id: this.ids.values[span]!, document: id, author, score, tier: 'sign' };
  }

  private documentOf(span: number): CodedDocument {
    return this.listed[this.owners.values[span]!]!;
  }
}

/** Where each of several spans begins that lie end to end from `first` on. */
function startsOf(counts: Uint32Array, first: number): Uint32Array {
  const starts = new Uint32Array(counts.length);
  let start = first;
  for (let span = 0; span < counts.length; span++) {
    starts[span] = start;
    start += counts[span]!;
  }
  return starts;
}

/** The values of some places, in the order given. */
function chosen<T extends Uint32Array | Float32Array>(values: T, places: Uint32Array, into: T): T {
  for (let i = 0; i < places.length; i++) into[i] = values[places[i]!]!;
  return into;
}

type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array;

/** A typed array that is appended to. Full memory grows by half, or to what is needed. */
export class GrowableArray<T extends Numbers> {
  private array: T;
  private used = 0;

  constructor(private readonly make: (length: number) => T) {
    this.array = make(0);
  }

  get length(): number {
    return this.used;
  }

  /** What was appended; valid until the next append. */
  get values(): T {
    return this.array.subarray(0, this.used) as T;
  }

  append(values: ArrayLike<number>): void {
    const length = this.used + values.length;
    if (length > this.array.length) {
      const larger = this.make(this.used === 0 ? length : Math.max(length, Math.ceil(1.5 * this.array.length)));
      larger.set(this.values);
      this.array = larger;
    }
    this.array.set(values, this.used);
    this.used = length;
  }
}
