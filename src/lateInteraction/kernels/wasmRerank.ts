import type { VectorBlock } from '../../core/domain/evidence';
import { type ProjectedPatches, writeQuantized } from '../scoring/signCodes';
import type { CodedVectors, Reranker } from '../scoring/rerank';
import { Layout, type MemoryViews, createViews, type WasmExports, lanes, QueryRows, rowBytes } from './kernelMemory';

/** Query rows that the kernel multiplies together. */
const groupRows = 16;
/** The largest int16 that a query row uses. */
const largest = 32767;
/** This many evenly spaced query patches screen a document: two passes. */
const screeningPatches = 2 * lanes;
/** A row is screened if its sum is at most this far below the best sum of its query patch, in steps of 1/123 of Σ|R(q − μ)|. */
const slack = 8;

/**
 * A query of one span, with rows for one part of `QueryRows`, as int16 rows in the memory of the kernels, with the tables of its codes.
 * Documents are copied in one by one.
 */
export class WasmReranker implements Reranker {
  private readonly screening: QueryRows;
  /** The query patches that screen. */
  private readonly screens: Uint32Array;
  private readonly scales: Float32Array;
  private readonly rowsAt: number;
  private readonly groupsAt: number;
  private readonly bestAt: number;
  /** The memory after this is laid out again for each document. */
  private readonly end: Layout;

  constructor(
    private readonly wasm: WasmExports,
    query: VectorBlock,
    projected: ProjectedPatches,
  ) {
    const { dim, values } = query;
    const count = values.length / dim;
    const layout = new Layout(wasm);
    const chosen = Math.min(count, screeningPatches); // evenly spaced, or all
    this.screens = Uint32Array.from({ length: chosen }, (_, i) => Math.floor((i * count) / chosen));
    this.screening = new QueryRows(layout);
    this.rowsAt = layout.take(padToStep(this.screens.length, lanes) * dim * 2);
    this.groupsAt = layout.take(padToStep(count, groupRows) * dim * 2);
    this.bestAt = layout.take(padToStep(count, lanes) * 4);
    this.end = layout;
    const views = createViews(wasm, layout);
    const { bits } = projected;
    const rows = new Float64Array(chosen * bits);
    this.screens.forEach((row, i) => rows.set(projected.values.subarray(row * bits, (row + 1) * bits), i * bits));
    this.screening.fill(wasm, views, { bits, values: rows }, 0);
    this.scales = this.writeRows(new Int16Array(wasm.memory.buffer), query);
  }

  screen(document: CodedVectors): number {
    const { wasm, screening, screens } = this;
    const { dim } = document;
    const count = document.scales.length;
    const layout = this.end.continueAfter();
    const codesAt = layout.take(document.codes.length);
    const sumsAt = layout.take(count * lanes);
    const { views, wideAt, scalesAt } = this.write(document, layout);
    views.bytes.set(document.codes, codesAt);
    for (let pass = 0; pass < screening.passes; pass++) {
      const tables = screening.rowsAt + pass * rowBytes;
      const used = Math.min(lanes, screens.length - pass * lanes);
      const rowsAt = this.rowsAt + pass * lanes * dim * 2;
      const bestAt = this.bestAt + pass * lanes * 4;
      wasm.screenedProducts(codesAt, count, tables, sumsAt, slack, used, rowsAt, wideAt, dim, scalesAt, bestAt);
    }
    return this.computeMean(views, screens);
  }

  score(document: CodedVectors): number {
    const { views, wideAt, scalesAt, rows } = this.write(document, this.end.continueAfter());
    const groups = Math.ceil(this.scales.length / groupRows);
    this.wasm.bestProducts(this.groupsAt, groups, wideAt, rows, document.dim, scalesAt, this.bestAt);
    return this.computeMean(views);
  }

  /** Writes the query's rows as int16: all in groups, and the screening ones row by row. Returns the value of one step in each. */
  private writeRows(halves: Int16Array, { dim, values }: VectorBlock): Float32Array {
    const rows = new Int16Array(values.length);
    const scales = writeQuantized({ dim, values }, largest, rows);
    const groups = halves
      .subarray(this.groupsAt / 2, this.groupsAt / 2 + padToStep(scales.length, groupRows) * dim)
      .fill(0);
    for (let row = 0; row < scales.length; row++) {
      const group = Math.floor(row / groupRows) * groupRows * dim + 2 * (row % groupRows);
      for (let i = 0; i < dim; i++) groups[group + (i >> 1) * 2 * groupRows + (i & 1)] = rows[row * dim + i]!;
    }
    this.screens.forEach((row, index) => {
      halves.set(rows.subarray(row * dim, (row + 1) * dim), this.rowsAt / 2 + index * dim);
    });
    return scales;
  }

  /** Copies a document's rows in, as int16 and with an even number of them. */
  private write(
    { dim, steps, scales }: CodedVectors,
    layout: Layout,
  ): { readonly views: MemoryViews; readonly wideAt: number; readonly scalesAt: number; readonly rows: number } {
    const even = padToStep(scales.length, 2);
    const packedAt = layout.take(even * dim);
    const wideAt = layout.take(even * dim * 2);
    const scalesAt = layout.take(even * 4);
    const views = createViews(this.wasm, layout);
    const bytes = new Uint8Array(steps.buffer, steps.byteOffset, steps.length);
    views.bytes.set(bytes, packedAt);
    views.floats.set(scales, scalesAt / 4);
    if (even > scales.length) {
      views.bytes.set(bytes.subarray(-dim), packedAt + steps.length); // the last row again, which changes no maximum
      views.floats[scalesAt / 4 + scales.length] = scales.at(-1)!;
    }
    this.wasm.widened(packedAt, even * dim, wideAt);
    return { views, wideAt, scalesAt, rows: even };
  }

  /** The mean of the best products of the query's rows, or of some of them. */
  private computeMean({ floats }: MemoryViews, rows?: Uint32Array): number {
    const count = rows?.length ?? this.scales.length;
    let sum = 0;
    for (let place = 0; place < count; place++) {
      sum += floats[this.bestAt / 4 + place]! * this.scales[rows?.[place] ?? place]!;
    }
    return sum / count;
  }
}

function padToStep(count: number, step: number): number {
  return Math.ceil(count / step) * step;
}
