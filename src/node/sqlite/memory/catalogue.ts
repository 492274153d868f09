import type { IndexedDocument } from '../../../core/ports';
import { hashOfSpan, type StoredDocument } from '../records/documentRows';
import { placeOfSpan, spanId } from '../records/spanRows';

/** The documents of an index, each as it was stored, in memory. */
export class Catalogue {
  private readonly byNumber = new Map<number, { readonly document: StoredDocument; readonly hashes: Uint8Array }>();
  private readonly byId = new Map<string, StoredDocument>();
  /** All documents, by author, title and id; undefined: they have changed. */
  private told: readonly IndexedDocument[] | undefined;

  get size(): number {
    return this.byId.size;
  }

  get documents(): Iterable<StoredDocument> {
    return this.byId.values();
  }

  get(id: string): StoredDocument | undefined {
    return this.byId.get(id);
  }

  /** The document with this number. */
  numbered(number: number): StoredDocument | undefined {
    return this.byNumber.get(number)?.document;
  }

  add(document: StoredDocument, hashes: Uint8Array): void {
    this.byNumber.set(document.number, { document, hashes });
    this.byId.set(document.facts.id, document);
    this.told = undefined;
  }

  delete({ facts, number }: StoredDocument): void {
    this.byNumber.delete(number);
    this.byId.delete(facts.id);
    this.told = undefined;
  }

  protected clear(): void {
    this.byNumber.clear();
    this.byId.clear();
    this.told = undefined;
  }

  /** By author, title and id. */
  listed(): readonly IndexedDocument[] {
    return (this.told ??= Array.from(this.byId.values(), asListed).sort(byAuthorAndTitle));
  }

  /** Ids of a document's spans, in order. */
  spansOf(id: string): readonly number[] {
    const document = this.byId.get(id);
    if (!document) return [];
    return Array.from({ length: document.facts.spans }, (_, position) => spanId(document.number, position));
  }

  /** Where a span belongs, and what the hash of its row is; undefined for one that is not there. */
  span(id: number) {
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
