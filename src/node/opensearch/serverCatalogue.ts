import { indexCorrupt, serverPartial } from '../../core/errors';
import { Catalogue } from '../sqlite/memory/indexMemory';
import { createDamageError, otherFacts, recordSha256 } from '../sqlite/records/documentRows';
import { type ListedEntry, computeMarks } from './entries';
import { type Server, anyHit, listedHit, refuseAnswer } from './server';

/** At most this many documents are listed by one request. */
const pageSize = 2000;
/** A listing begins again at most this often because another program wrote in the meantime. */
const tries = 5;

/** Sums over all documents, which distinguish the states of the index. */
interface Fingerprint {
  readonly documents: number;
  readonly high: number;
  readonly low: number;
}

/** The documents of a server's index in memory. They are updated when others write. */
export class ServerCatalogue extends Catalogue {
  private entries: ReadonlyMap<string, ListedEntry> = new Map();
  private state: Fingerprint | undefined;
  private nextNumber = 1;
  /** Counts states. What was cached at another revision is no longer valid. */
  revision = 0;
  spans = 0;
  patches = 0;

  constructor(readonly server: Server) {
    super();
  }

  /** The list entry of a document. */
  findEntry(id: string): ListedEntry | undefined {
    return this.entries.get(id);
  }

  /** Lists the documents again if their fingerprint has changed. @throws IndexCorrupt, ServerPartial, and the errors of the server */
  async refresh(): Promise<void> {
    for (let attempt = 0; attempt < tries; attempt++) {
      const now = await this.readFingerprint();
      if (isSame(now, this.state)) return;
      const query = { term: { kind: 'document' } };
      const body = { size: pageSize, sort: [{ document: 'asc' }], query, _source: ['listed'] };
      const entries: ListedEntry[] = [];
      let [high, low] = [0, 0];
      for await (const { _source: source } of this.server.searchAll(body, listedHit)) {
        const marks = computeMarks(source.listed);
        high += marks[0];
        low += marks[1];
        entries.push(source.listed);
      }
      if (!isSame(now, { documents: entries.length, high, low })) continue;
      const documents = entries.map(({ document }) => {
        const known = this.get(document.facts.id);
        const isKept = known?.sha256 === document.sha256; // a document that was stored again has other spans
        const stored = { number: isKept ? known.number : this.nextNumber++, ...document };
        if (recordSha256(stored) !== stored.sha256) throw createDamageError(this.server.name, stored, otherFacts);
        return stored;
      });
      const listed = new Map(entries.map((entry) => [entry.document.facts.id, entry]));
      if (listed.size !== entries.length) throw indexCorrupt(this.server.name, 'it lists a document twice');
      this.clear();
      for (const document of documents) this.add(document);
      this.entries = listed;
      this.spans = entries.reduce((sum, { document }) => sum + document.facts.spans, 0);
      this.patches = entries.reduce((sum, { patches }) => sum + patches, 0);
      this.state = now;
      this.revision += 1;
      return;
    }
    throw serverPartial(this.server.name, 'its list of documents changes faster than it can be read');
  }

  private async readFingerprint(): Promise<Fingerprint> {
    const { hits, aggregations } = await this.server.search(
      {
        size: 0,
        track_total_hits: true,
        query: { term: { kind: 'document' } },
        aggs: { high: { sum: { field: 'mark_high' } }, low: { sum: { field: 'mark_low' } } },
      },
      anyHit,
    );
    const [documents, { high, low } = {}] = [hits.total?.value, aggregations];
    if (documents === undefined || !high || !low) throw refuseAnswer(this.server.name, 'a sum is missing');
    return { documents, high: high.value, low: low.value };
  }
}

/** The hashes in a document's list entry. */
export function listRecords({ document, profile }: ListedEntry): readonly string[] {
  return profile ? [document.sha256, profile.sha256] : [document.sha256];
}

function isSame(a: Fingerprint, b: Fingerprint | undefined): boolean {
  return a.documents === b?.documents && a.high === b.high && a.low === b.low;
}
