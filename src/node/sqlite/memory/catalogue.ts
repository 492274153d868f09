import type { IndexedDocument, SpanId } from '../../../core/ports';
import { computeContentSha256, type SpanPlace, type StoredDocument } from '../records/documentRows';
import { formatContentHeader, HashTree, type IndexEncoder } from '../records/indexFacts';
import { parseSpanId } from '../records/spanRows';

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
    return (this.listed ??= Array.from(this.byId.values(), toListed).sort(compareAuthorAndTitle));
  }

  /** The place of a span. Undefined if there is no such span. */
  findSpan(id: SpanId): SpanPlace | undefined {
    const { document: number, position } = parseSpanId(id);
    const document = this.byNumber.get(number);
    return document && position < document.facts.spans ? { id, document, position } : undefined;
  }
}

function toListed({ facts, onServer }: StoredDocument): IndexedDocument {
  return onServer ? { ...facts, onServer } : facts;
}

function compareAuthorAndTitle(a: IndexedDocument, b: IndexedDocument): number {
  const [first, second] = [a, b].map(({ author, title, id }) => [author, title, id]);
  const at = first!.findIndex((value, i) => value !== second![i]);
  return at < 0 ? 0 : first![at]! < second![at]! ? -1 : 1;
}
