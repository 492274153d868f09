import type { VectorBank } from '../../core/scoring/kernels';
import { writeQuantized } from '../../core/scoring/quantizedVectors';
import { Layout, type MemoryViews, viewsOf, type WasmExports } from './kernelMemory';

/** What a row takes beside its values: its scale, and room so that the next begins at a whole register. */
const tailBytes = 16;
/** Rows of one call. */
const blockRows = 4096;
/** Rows of float32 that are packed at a time. */
const quantizedRows = 256;
/** The largest int16 that a query uses. */
const largest = 32767;

/** Rows of int8 in the memory of an instance of the kernels, which nothing else uses: the query first, then rows. */
export class WasmVectorBank implements VectorBank {
  private readonly layout: Layout;
  private readonly queryAt: number;
  private readonly productsAt: number;
  private readonly valuesAt: number;
  private readonly rowsAt: number;
  private views: MemoryViews;
  private held = 0;

  constructor(
    private readonly wasm: WasmExports,
    private readonly dim: number,
  ) {
    this.layout = new Layout(wasm);
    this.queryAt = this.layout.take(2 * dim);
    this.productsAt = this.layout.take(blockRows * 4);
    this.valuesAt = this.layout.take(quantizedRows * dim * 4);
    this.rowsAt = this.layout.take(0);
    this.views = viewsOf(wasm, this.layout);
  }

  append(values: Float32Array): void {
    const count = values.length / this.dim;
    const at = this.layout.take(count * this.stride);
    this.views = viewsOf(this.wasm, this.layout);
    for (let row = 0; row < count; row += quantizedRows) {
      const some = values.subarray(row * this.dim, (row + quantizedRows) * this.dim);
      this.views.floats.set(some, this.valuesAt / 4);
      this.wasm.packRows(this.valuesAt, some.length / this.dim, this.dim, at + row * this.stride);
    }
    this.held += count;
  }

  products(query: Float32Array): Float32Array {
    const products = new Float32Array(this.held);
    const scale = this.writeQuery(query);
    const { wasm, queryAt, dim, productsAt } = this;
    for (let first = 0; first < this.held; first += blockRows) {
      const count = Math.min(blockRows, this.held - first);
      wasm.rowProducts(queryAt, dim, this.rowsAt + first * this.stride, count, productsAt);
      products.set(this.views.floats.subarray(productsAt / 4, productsAt / 4 + count), first);
    }
    return products.map((product) => product * scale);
  }

  private get stride(): number {
    return this.dim + tailBytes;
  }

  /** Writes the query as int16 and returns the value of one step. */
  private writeQuery(query: Float32Array): number {
    const halves = new Int16Array(this.wasm.memory.buffer, this.queryAt, this.dim);
    return writeQuantized({ dim: this.dim, values: query }, largest, halves)[0]!;
  }
}
