import type { IndexedDocument } from '../../../core/ports';
import { hashOfSpan, type StoredDocument } from '../records/documentRows';
import { placeOfSpan, spanId } from '../records/spanRows';

/** Where a span belongs, and what the hash of its row is. */
interface SpanPlace {
  readonly document: StoredDocument;
  readonly position: number;
  readonly sha256: Uint8Array;
}

/** The documents of an index, each as it was stored, in memory. */
export class Catalogue {
  private readonly byNumber = new Map<number, { readonly document: StoredDocument; readonly hashes: Uint8Array }>();
  private readonly byId = new Map<string, StoredDocument>();
  private sorted: readonly IndexedDocument[] | undefined;

  get documents(): Iterable<StoredDocument> {
    return this.byId.values();
  }

  get(id: string): StoredDocument | undefined {
    return this.byId.get(id);
  }

  add(document: StoredDocument, hashes: Uint8Array): void {
    this.byNumber.set(document.number, { document, hashes });
    this.byId.set(document.facts.id, document);
    this.sorted = undefined;
  }

  delete({ facts, number }: StoredDocument): void {
    this.byNumber.delete(number);
    this.byId.delete(facts.id);
    this.sorted = undefined;
  }

  /** By author, title and id. */
  listed(): readonly IndexedDocument[] {
    this.sorted ??= Array.from(this.byId.values(), asListed).sort(byAuthorAndTitle);
    return this.sorted;
  }

  /** Ids of a document's spans, in order. */
  spansOf(id: string): readonly number[] {
    const document = this.byId.get(id);
    if (!document) return [];
    return Array.from({ length: document.facts.spans }, (_, position) => spanId(document.number, position));
  }

  /** Undefined for a span that is not there. */
  span(id: number): SpanPlace | undefined {
    const { document: number, position } = placeOfSpan(id);
    const found = this.byNumber.get(number);
    if (!found || position >= found.document.facts.spans) return undefined;
    return { document: found.document, position, sha256: hashOfSpan(found.hashes, position) };
  }
}

function asListed({ facts, onServer }: StoredDocument): IndexedDocument {
  return onServer ? { ...facts, onServer } : facts;
}

function byAuthorAndTitle(a: IndexedDocument, b: IndexedDocument): number {
  const [first, second] = [a, b].map(({ author, title, id }) => [author, title, id]);
  const at = first!.findIndex((value, i) => value !== second![i]);
  return at < 0 ? 0 : first![at]! < second![at]! ? -1 : 1;
}
