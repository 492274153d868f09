import { indexLocked } from '../../../core/errors';
import type { StoredSpan } from '../../../core/ports';
import type { PackedRows } from '../../../core/scoring/packedRows';
import type { CodedRows } from '../../../core/scoring/rerank';
import { LruCache } from '../../lruCache';
import { fromFloat32Blob, fromUint32Blob } from '../database/blobs';
import { damagedDocument } from '../records/catalogue';
import { fromColdBlob, packedRows } from '../records/coldRows';
import type { Database } from '../database/database';
import type { IndexEncoder } from '../records/indexFacts';
import type { ResidentRows } from './residentRows';
import { selectSpans, type SpanRow } from '../records/spanRows';

/** Bytes of exact rows that are kept: those of some 700 spans. */
const keptRowBytes = 16_000_000;

interface ReaderParts {
  readonly database: Database;
  readonly encoder: Pick<IndexEncoder, 'dim'>;
  readonly resident: ResidentRows;
}

/** Reads exact rows from the cold tier; every span is compared with its hash. */
export class SpanReader {
  /** Spans read since the index was opened. */
  coldReads = 0;
  /** Exact rows that were read last: the spans of one document are searched one after the other and find much the same. */
  private readonly kept = new LruCache<number, PackedRows>(
    keptRowBytes,
    ({ rows, scales }) => rows.byteLength + scales.byteLength,
  );

  constructor(private readonly parts: ReaderParts) {}

  /** Full rows, in the order asked. @throws IndexLocked, IndexCorrupt  as `rowsOf` does */
  async read(ids: readonly number[]): Promise<readonly StoredSpan[]> {
    const rows = await this.rowsOf(ids);
    return ids.map((id) => this.storedSpan(rows.get(id)!));
  }

  /** Packed rows with their codes, in the order asked. @throws IndexLocked, IndexCorrupt  as `rowsOf` does */
  async coded(ids: readonly number[]): Promise<readonly CodedRows[]> {
    const { encoder, resident } = this.parts;
    const read = await this.rowsOf(ids.filter((id) => !this.kept.get(id)));
    const packed = ids.map((id) => {
      const row = read.get(id);
      return row ? packedRows(row.rows, encoder.dim) : this.kept.get(id)!;
    });
    packed.forEach((rows, at) => this.kept.set(ids[at]!, rows));
    return packed.map((rows, at) => {
      const codes = resident.arena.codesOf(ids[at]!);
      if (!codes) throw indexLocked(this.parts.database.file);
      return { ...rows, codes };
    });
  }

  /**
   * Spans by id, each as it was stored.
   *
   * @throws IndexLocked  where another window has removed one of them; IndexCorrupt  where one is not as it was stored
   */
  private async rowsOf(ids: readonly number[]): Promise<ReadonlyMap<number, SpanRow>> {
    const { database, resident } = this.parts;
    const found = new Map((await selectSpans(database, ids)).map((row) => [row.id, row]));
    this.coldReads += found.size;
    for (const id of ids) {
      const place = resident.spans.get(id);
      if (!place) throw indexLocked(database.file);
      const row = found.get(id);
      if (row && Buffer.compare(row.sha256, place.sha256) === 0) continue;
      if (!row && (await this.isOutdated())) throw indexLocked(database.file);
      const listed = resident.catalogue.get(place.document)!;
      throw damagedDocument(database.file, listed, row ? 'has damaged exact rows' : 'lacks the exact rows of a span');
    }
    return found;
  }

  /** Whether another window has written since memory was brought up to date. */
  private async isOutdated(): Promise<boolean> {
    const { resident } = this.parts;
    const { revision } = resident;
    await resident.refresh();
    return resident.revision !== revision;
  }

  private storedSpan({ id, start, end, tokens, documentVector, ranges, rows }: SpanRow): StoredSpan {
    const { encoder, resident } = this.parts;
    const { facts } = resident.catalogue.get(resident.spans.get(id)!.document)!;
    return {
      ...{ id, document: facts.id, author: facts.author },
      span: { range: { start, end }, tokens, windows: [] }, // windows served the encoder only and are not stored
      documentVector: fromFloat32Blob(documentVector),
      patches: { dim: encoder.dim, values: fromColdBlob(rows, encoder.dim), ranges: fromUint32Blob(ranges) },
    };
  }
}
