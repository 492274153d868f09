import type { PackedRows } from '../../core/scoring/packedRows';

/** Bytes of rows that are kept: those of some 700 spans. */
const defaultLimit = 16_000_000;

/** Exact rows that were read last, by span: the spans of one document are searched one after the other and find much the same. */
export class PackedRowsCache {
  private readonly kept = new Map<number, PackedRows>();
  private bytes = 0;

  /** @param limit  bytes that may be kept */
  constructor(private readonly limit = defaultLimit) {}

  /** The rows of a span, which becomes the one used last. */
  get(id: number): PackedRows | undefined {
    const rows = this.kept.get(id);
    if (rows) {
      this.kept.delete(id);
      this.kept.set(id, rows);
    }
    return rows;
  }

  /** Keeps the rows of a span that is not kept, and lets those longest unused go until all fit. */
  add(id: number, rows: PackedRows): void {
    this.kept.set(id, rows);
    this.bytes += sizeOf(rows);
    for (const [oldest, dropped] of this.kept) {
      if (this.bytes <= this.limit) return;
      this.kept.delete(oldest);
      this.bytes -= sizeOf(dropped);
    }
  }
}

function sizeOf({ rows, scales }: PackedRows): number {
  return rows.byteLength + scales.byteLength;
}
