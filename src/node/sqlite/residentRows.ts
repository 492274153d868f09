import type { KnownDocument } from '../../core/domain';
import type { ProjectionKernel, ScanKernel } from '../../core/scoring/kernels';
import { integerOf, jsonOf, textOf } from './blobs';
import { CodeArena } from './codeArena';
import { ContentDigest } from './contentDigest';
import type { Database } from './database';
import { digestHeader, type IndexEncoder } from './indexFacts';
import { arenaSegment, keepDocuments, type Segment } from './segment';
import { segmentsAfter } from './segmentRows';

/** What one transaction of this connection changed. */
export interface IndexChange {
  /** Ids of documents that were there. */
  readonly removed: readonly string[];
  readonly added?: { readonly document: KnownDocument; readonly segment: Segment };
}

/** How far the file was read: the highest number of a document, and how many were ever removed. Both only grow. */
interface Seen {
  readonly documents: number;
  readonly gone: number;
}

/** The part of an index that is in memory. It follows what other connections write by reading that alone. */
export class ResidentRows {
  arena: CodeArena;
  /** Grows with every change of the arena. */
  revision = 0;
  /** SHA-256 of what the index holds, as the file has it. */
  contentHash = '';
  private seen: Seen = { documents: 0, gone: 0 };
  /** SQLite's number for what other connections have written; a change means that memory is out of date. */
  private version: unknown;
  private digest: ContentDigest | undefined;

  constructor(
    private readonly database: Database,
    private readonly encoder: IndexEncoder,
    private readonly kernels: ScanKernel & ProjectionKernel,
  ) {
    this.arena = this.emptyArena();
  }

  /** Reads what other connections have written since the last call. @throws IndexCorrupt */
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

  /** The content hash once the change is made; the change must be applied, or `forgetDigest` called. */
  hashAfter({ removed, added }: IndexChange): string {
    this.digest ??= new ContentDigest(
      digestHeader(this.encoder),
      this.arena.documents.map(({ id }) => id),
    );
    for (const id of removed) this.digest.delete(id);
    if (added) this.digest.add(added.document.id);
    return this.digest.value();
  }

  forgetDigest(): void {
    this.digest = undefined;
  }

  /** Takes over what this connection has committed. */
  apply({ removed, added }: IndexChange, contentHash: string): void {
    this.revision += 1;
    if (removed.length > 0) this.arena.remove(new Set(removed));
    if (added) this.arena.addSegment([added.document], arenaSegment(added.segment));
    this.seen = {
      documents: added?.segment.documents[0]!.number ?? this.seen.documents,
      gone: this.seen.gone + removed.length,
    };
    this.contentHash = contentHash;
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

  private forget(): void {
    this.version = undefined;
    this.seen = { documents: 0, gone: 0 };
  }

  /** Inside one transaction, so that all that is read is of one moment. */
  private async follow(): Promise<void> {
    this.revision += 1;
    const now = await this.counters();
    const gone = await this.goneSince(this.seen.gone);
    if (this.seen.documents > 0 && gone.length !== now.gone - this.seen.gone) {
      this.seen = { documents: 0, gone: 0 }; // the list was cut: the file was compacted
    }
    if (this.seen.documents === 0) this.arena = this.emptyArena();
    const { documents: last } = this.seen;
    this.arena.remove(new Set(gone.filter(([number]) => number <= last).map(([, id]) => id)));
    await this.readAfter(last, new Set(gone.map(([number]) => number)));
    const row = await this.database.get("SELECT value FROM meta WHERE key = 'contentHash'");
    this.contentHash = row ? textOf(row, 'value') : '';
    this.seen = now;
    this.forgetDigest();
  }

  private async readAfter(last: number, gone: ReadonlySet<number>): Promise<void> {
    const authors = await this.authors();
    for await (const segments of segmentsAfter(this.database, last)) {
      for (const part of segments) {
        const segment = keepDocuments(part, ({ number }) => number > last && !gone.has(number));
        const documents = segment.documents.map(({ id, author, role }) => ({
          id,
          author: authors[author] ?? '',
          role,
        }));
        this.arena.addSegment(documents, arenaSegment(segment));
      }
    }
  }

  private async counters(): Promise<Seen> {
    const rows = await this.database.all('SELECT name, seq FROM sqlite_sequence');
    const counts = new Map(rows.map((row) => [textOf(row, 'name'), integerOf(row, 'seq')]));
    return { documents: counts.get('documents') ?? 0, gone: counts.get('gone') ?? 0 };
  }

  /** Number and id of the documents that were removed after the first `count` of all. */
  private async goneSince(count: number): Promise<readonly (readonly [number, string])[]> {
    const sql = 'SELECT json_group_array(json_array(number, id)) AS gone FROM gone WHERE change > ?';
    return jsonOf(await this.database.get(sql, count), 'gone') as readonly (readonly [number, string])[];
  }

  /** Labels by id. One string is read many times faster than a row for each. */
  private async authors(): Promise<Readonly<Record<number, string>>> {
    const row = await this.database.get('SELECT json_group_object(id, label) AS labels FROM authors');
    return jsonOf(row, 'labels') as Readonly<Record<number, string>>;
  }

  private emptyArena(): CodeArena {
    return new CodeArena(this.encoder.coding, this.kernels);
  }
}
