import type { IndexedDocument } from '../../../core/ports';
import { contentSha256, hashOfSpan, type StoredDocument } from '../records/documentRows';
import { contentHeader, HashTree, type IndexEncoder } from '../records/indexFacts';
import { placeOfSpan, spanId } from '../records/spanRows';

/** The documents of an index, each as it was stored, in memory. */
export class Catalogue {
  private readonly byNumber = new Map<number, { readonly document: StoredDocument; readonly hashes: Uint8Array }>();
  private readonly byId = new Map<string, StoredDocument>();
  /** All documents, by author, title and id; undefined: they have changed. */
  private told: readonly IndexedDocument[] | undefined;
  /** The hash of the contents; undefined: they have changed. */
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

  /** The document with this number. */
  numbered(number: number): StoredDocument | undefined {
    return this.byNumber.get(number)?.document;
  }

  add(document: StoredDocument, hashes: Uint8Array): void {
    this.byNumber.set(document.number, { document, hashes });
    this.byId.set(document.facts.id, document);
    this.change();
  }

  delete({ facts, number }: StoredDocument): void {
    this.byNumber.delete(number);
    this.byId.delete(facts.id);
    this.change();
  }

  protected clear(): void {
    this.byNumber.clear();
    this.byId.clear();
    this.change();
  }

  private change(): void {
    this.told = undefined;
    this.hash = undefined;
  }

  /** The content hash: equal documents, encoded by one model, give the same one wherever their files and the index are. */
  contentHash(encoder: IndexEncoder): string {
    this.hash ??= new HashTree(contentHeader(encoder), Array.from(this.byId.values(), contentSha256)).value();
    return this.hash;
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
