import { type ProjectedPatches, centre, codeBits, quantize, writeQuantized } from '../scoring/signCodes';
import type { CodeBank, SpanPlaces, VectorBank } from '../scoring/kernels';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import {
  Layout,
  type MemoryViews,
  createViews,
  type WasmExports,
  codeBytes,
  lanes,
  partPatches,
  QueryRows,
  rowBytes,
} from './kernelMemory';

/**
 * This many patches are scanned for all query patches before the next ones: their codes stay in the cache, and the stop signal is checked.
 */
const blockPatches = 8192;
/** Spans of one call, at most. */
const blockSpans = blockPatches;

/** A bank in the memory of its own instance of the kernels: rows of the query first, then codes. */
export class WasmBank implements CodeBank {
  private readonly layout: Layout;
  private readonly query: QueryRows;
  private readonly startsAt: number;
  private readonly countsAt: number;
  private readonly sumsAt: number;
  private readonly bitsAt: number;
  private readonly codesAt: number;
  private views: MemoryViews;
  private size = 0;
  /** The query with rows in memory. */
  private filled: ProjectedPatches | undefined;

  constructor(private readonly wasm: WasmExports) {
    this.layout = new Layout(wasm);
    this.query = new QueryRows(this.layout);
    this.startsAt = this.layout.take(blockSpans * 4);
    this.countsAt = this.layout.take(blockSpans * 4);
    this.sumsAt = this.layout.take(blockSpans * 4);
    this.bitsAt = this.layout.take(codeBits * 4);
    this.codesAt = this.layout.take(0);
    this.views = createViews(wasm, this.layout);
  }

  get codes(): number {
    return this.size;
  }

  append(bytes: Uint8Array): number {
    const first = this.size;
    const missing = this.codesAt + first * codeBytes + bytes.length - this.layout.bytes;
    if (missing > 0) this.layout.take(missing);
    this.views = createViews(this.wasm, this.layout);
    this.views.bytes.set(bytes, this.codesAt + first * codeBytes);
    this.size += bytes.length / codeBytes;
    return first;
  }

  read(first: number, count: number): Uint8Array {
    return this.views.bytes.subarray(this.codesAt + first * codeBytes, this.codesAt + (first + count) * codeBytes);
  }

  computeCentroids(first: number, counts: Uint32Array): Float32Array {
    const centroids = new Float32Array(counts.length * codeBits);
    const bits = this.views.words.subarray(this.bitsAt / 4, this.bitsAt / 4 + codeBits);
    let at = this.codesAt + first * codeBytes;
    counts.forEach((count, span) => {
      bits.fill(0);
      this.wasm.countBits(at, count, this.bitsAt);
      at += count * codeBytes;
      const row = centroids.subarray(span * codeBits, (span + 1) * codeBits);
      row.set(bits);
      centre(row, count);
    });
    return centroids;
  }

  scan(query: ProjectedPatches, spans: SpanPlaces, stop: StopSignal): Float32Array {
    const patches = query.values.length / codeBits;
    const sums = new Float64Array(spans.counts.length);
    for (let first = 0; first < patches; first += partPatches) {
      if (this.filled !== query) this.query.fill(this.wasm, this.views, query, first);
      this.filled = patches <= partPatches ? query : undefined;
      this.scanPart(spans, sums, stop);
    }
    return Float32Array.from(sums, (sum) => sum / patches);
  }

  /** Adds each span's score with the query patches that have rows in memory. */
  private scanPart(spans: SpanPlaces, sums: Float64Array, stop: StopSignal): void {
    const { words, floats } = this.views;
    for (let first = 0; first < spans.counts.length;) {
      throwIfStopped(stop);
      const end = Math.min(findBlockEnd(spans, first), first + blockSpans);
      const count = end - first;
      words.set(spans.starts.subarray(first, end), this.startsAt / 4);
      words.set(spans.counts.subarray(first, end), this.countsAt / 4);
      const scores = floats.subarray(this.sumsAt / 4, this.sumsAt / 4 + count).fill(0);
      for (let pass = 0; pass < this.query.passes; pass++) {
        const rowsAt = this.query.rowsAt + pass * rowBytes;
        const scalesAt = this.query.scalesAt + pass * lanes * 4;
        this.wasm.scanSpans(this.codesAt, this.startsAt, this.countsAt, count, rowsAt, scalesAt, this.sumsAt);
      }
      for (let span = first; span < end; span++) sums[span] = sums[span]! + scores[span - first]!;
      first = end;
    }
  }
}

/** One past the last span of the block that begins with the span `first`. */
export function findBlockEnd({ counts }: SpanPlaces, first: number): number {
  let end = first;
  for (let patches = 0; end < counts.length && patches < blockPatches; end++) patches += counts[end]!;
  return end;
}

/** The bytes of a row besides its values: its scale, and padding so that the next row is aligned. */
const tailBytes = 16;
/** Rows of one call. */
const blockRows = 4096;
/** The largest int16 that a query uses. */
const largest = 32767;

/** Rows of int8 in the memory of its own instance of the kernels: the query first, then rows. */
export class WasmVectorBank implements VectorBank {
  private readonly layout: Layout;
  private readonly queryAt: number;
  private readonly productsAt: number;
  private readonly rowsAt: number;
  private views: MemoryViews;
  private size = 0;

  constructor(
    private readonly wasm: WasmExports,
    private readonly dim: number,
  ) {
    this.layout = new Layout(wasm);
    this.queryAt = this.layout.take(2 * dim);
    this.productsAt = this.layout.take(blockRows * 4);
    this.rowsAt = this.layout.take(0);
    this.views = createViews(wasm, this.layout);
  }

  append(values: Float32Array): void {
    const { dim, stride } = this;
    const { steps, scales } = quantize({ dim, values });
    const at = this.layout.take(scales.length * stride);
    this.views = createViews(this.wasm, this.layout);
    const { bytes, floats } = this.views;
    scales.forEach((scale, row) => {
      bytes.set(steps.subarray(row * dim, (row + 1) * dim), at + row * stride);
      floats[(at + row * stride + dim) / 4] = scale;
    });
    this.size += scales.length;
  }

  computeProducts(query: Float32Array): Float32Array {
    const products = new Float32Array(this.size);
    const { wasm, queryAt, dim, productsAt } = this;
    const halves = new Int16Array(wasm.memory.buffer, queryAt, dim);
    const scale = writeQuantized({ dim, values: query }, largest, halves)[0]!; // the value of one step
    for (let first = 0; first < this.size; first += blockRows) {
      const count = Math.min(blockRows, this.size - first);
      wasm.rowProducts(queryAt, dim, this.rowsAt + first * this.stride, count, productsAt);
      products.set(this.views.floats.subarray(productsAt / 4, productsAt / 4 + count), first);
    }
    return products.map((product) => product * scale);
  }

  private get stride(): number {
    return this.dim + tailBytes;
  }
}
