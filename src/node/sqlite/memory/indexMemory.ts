import { indexCorrupt } from '../../../core/errors';
import type { Kernels } from '../../../lateInteraction/scoring/kernels';
import type { Database } from '../database/database';
import {
  createDamageError,
  listDocumentNumbers,
  type DocumentRow,
  readDocumentsAfter,
  fromCodes,
  findRowProblem,
  type StoredDocument,
} from '../records/documentRows';
import {
  type HashTree,
  computeRecordsHash,
  foreignContent,
  type IndexEncoder,
  readRecordsHash,
} from '../records/indexFacts';
import { toSpanId } from '../records/spanRows';
import { Catalogue } from './catalogue';
import { InMemoryCodes } from './inMemoryCodes';

/** The changes of one transaction of this connection. */
export interface IndexChange {
  readonly removed?: readonly StoredDocument[];
  readonly added?: DocumentRow;
  /** Hashes of the records, of documents and of profiles, that were removed and added. */
  readonly records: { readonly removed: readonly string[]; readonly added: readonly string[] };
}

/**
 * The part of an index that is in memory: its documents, their codes, and the hashes of everything else. It follows changes of other
 * connections by reading only these. Everything is compared with its hash when it is read.
 */
export class IndexMemory {
  codes: InMemoryCodes;
  catalogue = new Catalogue();
  /** Increases with every change of the documents. */
  revision = 0;
  /** The highest number of a document so far. */
  private last = 0;
  /** SQLite's counter of other connections' changes. If it changes, memory is out of date. */
  private version: unknown;
  private records: HashTree | undefined;

  constructor(
    readonly database: Database,
    readonly encoder: IndexEncoder & { readonly kernels: Kernels },
  ) {
    this.codes = this.createCodes();
  }

  /** Reads what other connections have written since the last call. @throws IndexCorrupt  which names the damage */
  refresh(): Promise<void> {
    return this.followOthers(() => this.database.runTransaction(() => this.follow(), 'DEFERRED'));
  }

  /** The same for a caller in a transaction of its own. */
  refreshInside(): Promise<void> {
    return this.followOthers(() => this.follow());
  }

  /** The hash of all records after the change. The change must then be applied, or everything be dropped. */
  hashAfter({ records: { removed, added } }: IndexChange): string {
    const records = this.records!;
    for (const record of removed) records.delete(record);
    for (const record of added) records.add(record);
    return records.computeValue();
  }

  /** Applies what this connection has committed. */
  apply({ removed = [], added }: IndexChange): void {
    if (removed.length === 0 && !added) return;
    this.revision += 1;
    this.drop(removed);
    if (added) this.hold([added]);
  }

  /** Memory no longer equals the file. Everything is read again at the next call. */
  forget(): void {
    this.version = undefined;
    this.last = 0;
  }

  /** Everything is read again after a failure. */
  private async followOthers(follow: () => Promise<void>): Promise<void> {
    const before = this.version;
    this.version = await this.database.readPragma('data_version');
    if (this.version === before) return;
    try {
      await follow();
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Reads inside one transaction, so that everything is of one moment. A document never changes while it keeps its number. */
  private async follow(): Promise<void> {
    this.revision += 1;
    if (this.last === 0) [this.codes, this.catalogue] = [this.createCodes(), new Catalogue()];
    const numbers = new Set(await listDocumentNumbers(this.database));
    this.drop([...this.catalogue.documents].filter(({ number }) => !numbers.has(number)));
    for await (const rows of readDocumentsAfter(this.database, this.last)) {
      for (const row of rows) {
        const problem = findRowProblem(row);
        if (problem) throw createDamageError(this.database.file, row.document, problem);
      }
      this.hold(rows);
    }
    this.records = await computeRecordsHash(this.database, this.encoder);
    if ((await readRecordsHash(this.database)) !== this.records.computeValue())
      throw indexCorrupt(this.database.file, foreignContent);
  }

  private hold(rows: readonly DocumentRow[]): void {
    for (const { document } of rows) {
      const hashes = Uint8Array.from(document.hashes!); // a copy, since a view would keep the whole blob
      this.catalogue.add({ ...document, hashes });
      this.last = Math.max(this.last, document.number);
    }
    this.codes.add(
      rows.map((row) => {
        const { number, facts } = row.document;
        const ids = Array.from({ length: facts.spans }, (_, position) => toSpanId(number, position));
        return { document: facts, ids, ...fromCodes(row) };
      }),
    );
  }

  private drop(documents: readonly StoredDocument[]): void {
    if (documents.length === 0) return;
    this.codes.remove(documents.map(({ facts }) => facts.id));
    for (const document of documents) this.catalogue.delete(document);
  }

  private createCodes(): InMemoryCodes {
    return new InMemoryCodes(this.encoder.coding, this.encoder.kernels);
  }
}
