import { hashBytes, type Segment } from '../records/segment';

/** Where a span belongs, and what the hash of its rows is. */
export interface SpanPlace {
  /** Id of its document. */
  readonly document: string;
  readonly sha256: Uint8Array;
}

interface DocumentSpans {
  readonly document: string;
  readonly first: number;
  readonly hashes: Uint8Array;
}

/** The hashes of all spans in memory: 32 bytes a span. Ids of spans ascend as documents are added. */
export class SpanHashes {
  private list: DocumentSpans[] = [];
  private readonly byDocument = new Map<string, DocumentSpans>();

  /** Takes over a segment of one document, whose spans have higher ids than all before. */
  add(document: string, { documents, hashes }: Segment): void {
    const spans = { document, first: documents[0]!.firstSpan, hashes: hashes.slice() };
    this.byDocument.set(document, spans);
    if (hashes.length > 0) this.list.push(spans);
  }

  delete(documents: ReadonlySet<string>): void {
    if (documents.size === 0) return;
    this.list = this.list.filter(({ document }) => !documents.has(document));
    for (const document of documents) this.byDocument.delete(document);
  }

  holds(document: string): boolean {
    return this.byDocument.has(document);
  }

  /** Ids of a document's spans, in order. */
  spansOf(document: string): readonly number[] {
    const { first, hashes } = this.byDocument.get(document) ?? { first: 0, hashes: new Uint8Array() };
    return Array.from({ length: hashes.length / hashBytes }, (_, i) => first + i);
  }

  /** The place of a span; undefined where it is not held. */
  get(id: number): SpanPlace | undefined {
    const { document, first, hashes } = this.list[this.lastFrom(id)] ?? {
      document: '',
      first: 0,
      hashes: new Uint8Array(),
    };
    const at = (id - first) * hashBytes;
    return at >= 0 && at < hashes.length ? { document, sha256: hashes.subarray(at, at + hashBytes) } : undefined;
  }

  /** Place in the list of the last document whose first span is not above this id. */
  private lastFrom(id: number): number {
    let [low, high] = [0, this.list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.list[middle]!.first <= id) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
