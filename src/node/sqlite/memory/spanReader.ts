import { LRUCache } from 'lru-cache';
import { indexLocked } from '../../../core/errors';
import type { StoredSpan } from '../../../core/ports';
import type { QuantizedVectors } from '../../../core/scoring/quantizedVectors';
import type { CodedVectors } from '../../../core/scoring/rerank';
import { damagedDocument } from '../records/documentRows';
import { quantizedVectors, selectSpans, storedSpan, type StoredSpanRow } from '../records/spanRows';
import type { IndexMemory } from './indexMemory';

/** Bytes of exact vectors that are kept: those of some 700 spans. */
const keptVectorBytes = 16_000_000;

/** Reads exact vectors; every span is compared with its hash. */
export class SpanReader {
  /** Spans read since the index was opened. */
  exactReads = 0;
  /** Vectors that were read last: the spans of one document are searched one after the other and find much the same. */
  private readonly kept = new LRUCache<number, QuantizedVectors>({
    maxSize: keptVectorBytes,
    sizeCalculation: ({ steps, scales }) => steps.byteLength + scales.byteLength,
  });

  constructor(private readonly memory: IndexMemory) {}

  /** Spans with their vectors, in the order asked. @throws IndexLocked, IndexCorrupt  as `storedRows` does */
  async read(ids: readonly number[]): Promise<readonly StoredSpan[]> {
    const rows = await this.storedRows(ids);
    const { catalogue, encoder } = this.memory;
    return ids.map((id) => {
      const { document } = catalogue.span(id)!;
      return storedSpan(rows.get(id)!, { id, document: document.facts.id, author: document.facts.author }, encoder.dim);
    });
  }

  /** Quantized vectors with their codes, in the order asked. @throws IndexLocked, IndexCorrupt  as `storedRows` does */
  async coded(ids: readonly number[]): Promise<readonly CodedVectors[]> {
    const { catalogue, codes, database, encoder } = this.memory;
    const read = await this.storedRows(ids.filter((id) => !this.kept.get(id)));
    return ids.map((id) => {
      const row = read.get(id);
      const vectors = row ? quantizedVectors(row.vectors, encoder.dim) : this.kept.get(id)!;
      this.kept.set(id, vectors);
      const place = catalogue.span(id);
      if (!place) throw indexLocked(database.file);
      return { ...vectors, codes: codes.codesOf(place.document.facts.id, place.position) };
    });
  }

  /**
   * Spans by id, each as it was stored.
   *
   * @throws IndexLocked  where another window has removed one of them; IndexCorrupt  where one is not as it was stored
   */
  private async storedRows(ids: readonly number[]): Promise<ReadonlyMap<number, StoredSpanRow>> {
    const { memory } = this;
    const { database } = memory;
    const found = new Map((await selectSpans(database, ids)).map((row) => [row.id, row]));
    this.exactReads += found.size;
    for (const id of ids) {
      const place = memory.catalogue.span(id);
      if (!place) throw indexLocked(database.file);
      const row = found.get(id);
      if (row && Buffer.compare(row.sha256, place.sha256) === 0) continue;
      if (!row && (await this.isOutdated())) throw indexLocked(database.file);
      const problem = row ? 'has damaged exact vectors' : 'lacks the exact vectors of a span';
      throw damagedDocument(database.file, place.document, problem);
    }
    return found;
  }

  /** Whether another window has written since memory was brought up to date. */
  private async isOutdated(): Promise<boolean> {
    const { memory } = this;
    const { revision } = memory;
    await memory.refresh();
    return memory.revision !== revision;
  }
}
