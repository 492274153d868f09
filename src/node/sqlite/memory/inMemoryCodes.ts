import type { PatchVectors } from '../../../core/domain/evidence';
import type { StopSignal } from '../../../core/basics/work';
import type { EncodedSpan, IndexedDocument, ScoredSpan, ShortlistOptions } from '../../../core/ports';
import { computeCentroid, type SignCoding, toSigns } from '../../../lateInteraction/scoring/signCodes';
import type { CodeBank, Kernels, VectorBank } from '../../../lateInteraction/scoring/kernels';
import { shortlist } from '../../../lateInteraction/scoring/rerank';

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
      starts: fillWith(new Uint32Array(spans.length), (i) => spans[i]!.start),
      counts: fillWith(new Uint32Array(spans.length), (i) => spans[i]!.count),
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
    const cosines = fillWith(new Float32Array(spans.length), (i) => products[spans[i]!.row]!);
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

/** Fills an array with a number for each place. The `from` of typed arrays is slower. */
function fillWith<T extends Uint32Array | Float32Array>(array: T, numberOf: (place: number) => number): T {
  for (let i = 0; i < array.length; i++) array[i] = numberOf(i);
  return array;
}
