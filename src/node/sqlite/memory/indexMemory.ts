import { indexCorrupt } from '../../../core/errors';
import type { ProjectionKernel, ScanKernel } from '../../../core/scoring/kernels';
import { textOf } from '../database/blobs';
import { Catalogue, damagedDocument, type ListedDocument } from '../records/catalogue';
import { codeSegment, InMemoryCodes } from './inMemoryCodes';
import { ContentHash } from '../records/contentHash';
import type { Database } from '../database/database';
import type { StoredDocument } from '../records/documentRows';
import { contentHeader, type IndexEncoder } from '../records/indexFacts';
import { profileRecords } from '../records/profileRows';
import { rowsSha256 } from '../records/records';
import { documentParts, keepDocuments, type Segment } from '../records/segment';
import { segmentsAfter } from '../records/segmentRows';
import { SpanHashes } from './spanHashes';

/** What one transaction of this connection changed. */
export interface IndexChange {
  readonly removed?: readonly ListedDocument[];
  readonly added?: StoredDocument;
  /** Hashes of records of profiles that went and came. */
  readonly profiles: { readonly removed: readonly string[]; readonly added: readonly string[] };
}

/**
 * The part of an index that is in memory: what its documents are, their codes, and the hashes of all else. It follows what
 * other connections write by reading that alone. Everything is compared with its hash as it comes in.
 */
export class IndexMemory {
  codes: InMemoryCodes;
  catalogue = new Catalogue();
  spans = new SpanHashes();
  /** Grows with every change of the documents. */
  revision = 0;
  /** What the index holds, as one hash (docs/index-format.md). */
  contentHash = '';
  /** The highest number of a document that was read. */
  private last = 0;
  /** SQLite's number for what other connections have written; a change means that memory is out of date. */
  private version: unknown;
  private content: ContentHash | undefined;

  constructor(
    private readonly database: Database,
    private readonly encoder: IndexEncoder,
    private readonly kernels: ScanKernel & ProjectionKernel,
  ) {
    this.codes = this.emptyCodes();
  }

  /** Reads what other connections have written since the last call. @throws IndexCorrupt  naming what is not as stored */
  async refresh(): Promise<void> {
    if (!(await this.isCurrent()))
      await this.following(() => this.database.transaction(() => this.follow(), 'DEFERRED'));
  }

  /** The same for a caller that is in a transaction of its own. */
  async refreshInside(): Promise<void> {
    if (!(await this.isCurrent())) await this.following(() => this.follow());
  }

  /** Reads all of it again. @throws IndexCorrupt */
  async reload(): Promise<void> {
    this.forget();
    await this.refresh();
  }

  /** The content hash once the change is made; the change must be applied, or `reload` called. */
  hashAfter({ removed = [], added, profiles }: IndexChange): string {
    const content = this.content!;
    for (const { sha256 } of removed) content.delete(sha256);
    if (added) content.add(added.listed.sha256);
    for (const record of profiles.removed) content.delete(record);
    for (const record of profiles.added) content.add(record);
    return content.value();
  }

  /** Takes over what this connection has committed. */
  apply({ removed = [], added }: IndexChange, contentHash: string): void {
    this.contentHash = contentHash;
    if (removed.length === 0 && !added) return;
    this.revision += 1;
    this.drop(removed);
    if (!added) return;
    this.catalogue.add(added.listed);
    this.hold(added.listed, added.segment);
    this.codes.add([added.listed.facts], codeSegment(added.segment));
    this.last = added.listed.number;
  }

  /** Memory is no longer what the file is: all is read again at the next call. */
  forget(): void {
    this.version = undefined;
    this.catalogue = new Catalogue();
    this.last = 0;
  }

  private async isCurrent(): Promise<boolean> {
    const before = this.version;
    this.version = await this.database.pragma('data_version');
    return this.version === before;
  }

  /** After a failure all is read again. */
  private async following(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Inside one transaction, so that all that is read is of one moment. */
  private async follow(): Promise<void> {
    this.revision += 1;
    const catalogue = await Catalogue.read(this.database);
    await this.readContent(catalogue);
    if (this.last === 0) [this.codes, this.spans] = [this.emptyCodes(), new SpanHashes()];
    this.drop([...this.catalogue.documents].filter(({ number }) => !catalogue.numbered(number)));
    const last = this.last;
    this.catalogue = catalogue;
    await this.readAfter(last);
    const lacking = [...catalogue.documents].find(({ number, facts }) => number > last && !this.spans.holds(facts.id));
    if (lacking) throw damagedDocument(this.database.file, lacking, 'is in no segment');
  }

  /** Compares the content hash with the records. */
  private async readContent(catalogue: Catalogue): Promise<void> {
    const records = [...catalogue.documents].map(({ sha256 }) => sha256);
    this.content = new ContentHash(contentHeader(this.encoder), [...records, ...(await profileRecords(this.database))]);
    const row = await this.database.get("SELECT value FROM meta WHERE key = 'contentHash'");
    this.contentHash = row ? textOf(row, 'value') : '';
    if (this.contentHash !== this.content.value()) throw indexCorrupt(this.database.file, foreignContent);
  }

  private async readAfter(last: number): Promise<void> {
    for await (const segments of segmentsAfter(this.database, last)) {
      for (const part of segments) {
        const segment = keepDocuments(
          part,
          ({ number }) => number > last && this.catalogue.numbered(number) !== undefined,
        );
        const listed = segment.documents.map(({ number }) => this.catalogue.numbered(number)!);
        let at = 0;
        for (const document of documentParts(segment)) this.hold(listed[at++]!, document);
        this.codes.add(
          listed.map(({ facts }) => facts),
          codeSegment(segment),
        );
      }
    }
  }

  /** Takes over the hashes of a document's spans. @throws IndexCorrupt */
  private hold(listed: ListedDocument, segment: Segment): void {
    const { facts, number } = listed;
    if (this.spans.holds(facts.id)) throw damagedDocument(this.database.file, listed, 'is in the segments twice');
    if (rowsSha256(segment) !== facts.rowsSha256) {
      throw damagedDocument(this.database.file, listed, 'has damaged codes');
    }
    this.spans.add(facts.id, segment);
    this.last = Math.max(this.last, number);
  }

  private drop(documents: readonly ListedDocument[]): void {
    const ids = new Set(documents.map(({ facts }) => facts.id));
    if (ids.size === 0) return;
    this.codes.remove(ids);
    this.spans.delete(ids);
    for (const document of documents) this.catalogue.delete(document);
  }

  private emptyCodes(): InMemoryCodes {
    return new InMemoryCodes(this.encoder.coding, this.kernels);
  }
}

/** What a file says whose records are not those that its content hash was made of. */
export const foreignContent =
  'its content hash is not that of its documents: another program has added, changed or removed some';
