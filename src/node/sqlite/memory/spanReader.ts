import { LRUCache } from 'lru-cache';
import { indexLocked } from '../../../core/errors';
import type { StoredSpan } from '../../../core/ports';
import type { QuantizedVectors } from '../../../core/scoring/quantizedVectors';
import type { CodedVectors } from '../../../core/scoring/rerank';
import { fromFloat32Blob, fromUint32Blob } from '../database/blobs';
import { damagedDocument } from '../records/documentRows';
import { fromExactVectorBlob, quantizedVectors, selectSpans, type StoredSpanRow } from '../records/spanRows';
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
    return ids.map((id) => this.storedSpan(rows.get(id)!));
  }

  /** Quantized vectors with their codes, in the order asked. @throws IndexLocked, IndexCorrupt  as `storedRows` does */
  async coded(ids: readonly number[]): Promise<readonly CodedVectors[]> {
    const { memory } = this;
    const read = await this.storedRows(ids.filter((id) => !this.kept.get(id)));
    const packed = ids.map((id) => {
      const row = read.get(id);
      return row ? quantizedVectors(row.vectors, memory.encoder.dim) : this.kept.get(id)!;
    });
    packed.forEach((rows, at) => this.kept.set(ids[at]!, rows));
    return packed.map((rows, at) => {
      const place = memory.catalogue.span(ids[at]!);
      if (!place) throw indexLocked(memory.database.file);
      return { ...rows, codes: memory.codes.codesOf(place.document.facts.id, place.position) };
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

  private storedSpan({ id, start, end, tokens, documentVector, ranges, vectors }: StoredSpanRow): StoredSpan {
    const { memory } = this;
    const { facts } = memory.catalogue.span(id)!.document;
    return {
      ...{ id, document: facts.id, author: facts.author },
      span: { range: { start, end }, tokens, windows: [] }, // windows served the encoder only and are not stored
      documentVector: fromFloat32Blob(documentVector),
      patches: {
        dim: memory.encoder.dim,
        values: fromExactVectorBlob(vectors, memory.encoder.dim),
        ranges: fromUint32Blob(ranges),
      },
    };
  }
}
