import type { UnitRows } from '../../core/scoring/bestMatches';
import type { RotatedPatches } from '../../core/scoring/lookupTables';
import type { CodedRows, Reranker } from '../../core/scoring/rerank';
import { Layout, type MemoryViews, viewsOf } from './kernelMemory';
import { kernelBits, lanes, partPatches, QueryRows, rowBytes } from './queryRows';
import type { WasmExports } from './wasmExports';

/** Query rows that the kernel multiplies together. */
const groupRows = 16;
/** The largest int16 that a query row uses. */
const largest = 32767;
/** How far below the best sum of its query patch a row's may be to be screened, in steps of 1/123 of Σ|R(q − μ)|. */
const slack = 14;

/** A query as int16 rows, in the memory of the kernels, with the tables of its codes; documents are copied in one by one. */
export class WasmReranker implements Reranker {
  private readonly query: QueryRows;
  private readonly scales: Float32Array;
  private readonly rowsAt: number;
  private readonly groupsAt: number;
  private readonly bestAt: number;
  /** What follows is laid out for each document anew. */
  private readonly end: Layout;

  constructor(
    private readonly wasm: WasmExports,
    query: UnitRows,
    rotated: RotatedPatches,
  ) {
    const { dim, values } = query;
    const count = values.length / dim;
    const layout = new Layout(wasm);
    this.query = new QueryRows(layout);
    this.rowsAt = layout.take(padded(count, lanes) * dim * 2);
    this.groupsAt = layout.take(padded(count, groupRows) * dim * 2);
    this.bestAt = layout.take(padded(count, lanes) * 4);
    this.end = layout;
    const views = viewsOf(wasm, layout);
    this.query.fill(wasm, views, rotated, 0);
    this.scales = this.writeRows(new Int16Array(wasm.memory.buffer), query);
  }

  screen(document: CodedRows): number {
    const { wasm, query, scales } = this;
    const { dim } = document;
    const count = document.scales.length;
    const layout = this.end.after();
    const codesAt = layout.take(document.codes.length);
    const sumsAt = layout.take(count * lanes);
    const { views, wideAt, scalesAt } = this.write(document, layout);
    views.bytes.set(document.codes, codesAt);
    for (let pass = 0; pass < query.passes; pass++) {
      const tables = query.rowsAt + pass * rowBytes;
      const used = Math.min(lanes, scales.length - pass * lanes);
      const rowsAt = this.rowsAt + pass * lanes * dim * 2;
      const bestAt = this.bestAt + pass * lanes * 4;
      wasm.screenedProducts(codesAt, count, tables, sumsAt, slack, used, rowsAt, wideAt, dim, scalesAt, bestAt);
    }
    return this.mean(views);
  }

  score(document: CodedRows): number {
    const { views, wideAt, scalesAt, rows } = this.write(document, this.end.after());
    const groups = Math.ceil(this.scales.length / groupRows);
    this.wasm.bestProducts(this.groupsAt, groups, wideAt, rows, document.dim, scalesAt, this.bestAt);
    return this.mean(views);
  }

  /** Writes the query's rows as int16, row by row and in groups, and returns the value of one step in each. */
  private writeRows(halves: Int16Array, { dim, values }: UnitRows): Float32Array {
    const scales = new Float32Array(values.length / dim);
    halves.fill(0, this.groupsAt / 2, this.groupsAt / 2 + padded(scales.length, groupRows) * dim);
    for (let row = 0; row < scales.length; row++) {
      let most = 0;
      for (let i = row * dim; i < (row + 1) * dim; i++) most = Math.max(most, Math.abs(values[i]!));
      scales[row] = most / largest;
      const steps = most > 0 ? largest / most : 0;
      const group = this.groupsAt / 2 + Math.floor(row / groupRows) * groupRows * dim + 2 * (row % groupRows);
      for (let i = 0; i < dim; i++) {
        const step = Math.round(values[row * dim + i]! * steps);
        halves[this.rowsAt / 2 + row * dim + i] = step;
        halves[group + (i >> 1) * 2 * groupRows + (i & 1)] = step;
      }
    }
    return scales;
  }

  /** Copies a document's rows in, as int16 and with an even number of them. */
  private write(
    { dim, rows, scales }: CodedRows,
    layout: Layout,
  ): { readonly views: MemoryViews; readonly wideAt: number; readonly scalesAt: number; readonly rows: number } {
    const even = padded(scales.length, 2);
    const packedAt = layout.take(even * dim);
    const wideAt = layout.take(even * dim * 2);
    const scalesAt = layout.take(even * 4);
    const views = viewsOf(this.wasm, layout);
    const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.length);
    views.bytes.set(bytes, packedAt);
    views.floats.set(scales, scalesAt / 4);
    if (even > scales.length) {
      views.bytes.set(bytes.subarray(-dim), packedAt + rows.length); // the last row again, which beats nothing
      views.floats[scalesAt / 4 + scales.length] = scales.at(-1)!;
    }
    this.wasm.widened(packedAt, even * dim, wideAt);
    return { views, wideAt, scalesAt, rows: even };
  }

  private mean({ floats }: MemoryViews): number {
    let sum = 0;
    for (let row = 0; row < this.scales.length; row++) sum += floats[this.bestAt / 4 + row]! * this.scales[row]!;
    return sum / this.scales.length;
  }
}

/** Whether the kernels can rerank with this query: rows of whole registers, and codes of their width. */
export function canRerank(query: UnitRows, { bits, values }: RotatedPatches): boolean {
  const fits = values.length > 0 && values.length <= partPatches * kernelBits;
  return bits === kernelBits && query.dim % groupRows === 0 && fits;
}

function padded(count: number, step: number): number {
  return Math.ceil(count / step) * step;
}
