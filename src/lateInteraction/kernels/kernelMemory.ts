import { makeOnce } from '../../core/basics/caches';
import { indexTooLarge } from '../../core/errors';
import { codeBits, type ProjectedPatches } from '../scoring/signCodes';

/** Arguments are addresses in bytes and counts, as the source names them. */
type Kernel = (...addressesAndCounts: readonly number[]) => void;

/** The exports of assembly/kernels.ts. */
export interface WasmExports extends Readonly<
  Record<'fillRows' | 'scanSpans' | 'groupedRows' | 'bestRows' | 'projectRows' | 'countBits', Kernel> &
    Record<'rowProducts' | 'addProducts' | 'widened' | 'bestProducts' | 'screenedProducts', Kernel>
> {
  readonly memory: WebAssembly.Memory;
  readonly firstFree: { readonly value: number };
}

const pageBytes = 0x1_0000;
/** Addresses are multiples of this, so that typed arrays and SIMD loads are aligned. */
const step = 16;

/** WebAssembly addresses have 32 bits. */
const maxBytes = 2 ** 32;

/** Allocates parts of the kernels' memory in sequence. A new layout begins at the start again. */
export class Layout {
  private end: number;

  constructor({ firstFree }: { readonly firstFree: { readonly value: number } }) {
    this.end = Math.ceil(firstFree.value / step) * step;
  }

  /** A layout of its own that begins where this one ends. */
  continueAfter(): Layout {
    return new Layout({ firstFree: { value: this.end } });
  }

  /** Allocates this many bytes and returns their address. @throws IndexTooLarge  if they would end above 4 GiB */
  take(bytes: number): number {
    const address = this.end;
    const end = address + Math.ceil(bytes / step) * step;
    if (end > maxBytes) throw indexTooLarge();
    this.end = end;
    return address;
  }

  /** Bytes of memory up to the end of the last part. */
  get bytes(): number {
    return this.end;
  }
}

/** The kernels' memory as numbers; valid until it grows. */
export interface MemoryViews {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly floats: Float32Array;
}

/** Grows the memory to at least the size of the layout. @throws IndexTooLarge  if the machine has no more */
export function createViews({ memory }: WasmExports, layout: Layout): MemoryViews {
  const missing = layout.bytes - memory.buffer.byteLength;
  if (missing > 0) grow(memory, Math.ceil(missing / pageBytes));
  return viewBuffer(memory.buffer);
}

/** A memory has another buffer after it has grown. */
const viewBuffer = makeOnce((buffer: ArrayBuffer): MemoryViews => {
  return { bytes: new Uint8Array(buffer), words: new Uint32Array(buffer), floats: new Float32Array(buffer) };
});

function grow(memory: WebAssembly.Memory, pages: number): void {
  try {
    memory.grow(pages);
  } catch (error) {
    throw error instanceof RangeError ? indexTooLarge() : error;
  }
}

export const codeBytes = codeBits / 8;
export const lanes = 64;
/** The rows of at most this many query patches are in memory at once: 8 passes, 1 MiB. */
export const partPatches = 8 * lanes;
/** Bytes of the rows of one pass. */
export const rowBytes = codeBytes * 256 * lanes;
/** The largest sum of eight rows, leaving room for half a unit of rounding in each. */
const maxSum = 123;

/** The place of the rows of up to 512 query patches in the kernels' memory, with the scale of each patch. */
export class QueryRows {
  readonly rowsAt: number;
  readonly scalesAt: number;
  private readonly queryAt: number;
  private readonly scratchAt: number;
  private filled = 0;

  constructor(layout: Layout) {
    this.queryAt = layout.take(codeBits * lanes * 4);
    this.scratchAt = layout.take(256 * lanes * 4);
    this.rowsAt = layout.take((partPatches / lanes) * rowBytes);
    this.scalesAt = layout.take(partPatches * 4);
  }

  /** The number of passes for the patches that were filled last. */
  get passes(): number {
    return this.filled;
  }

  /** Computes the rows of the query's patches from `first` on, as many as there is room for. */
  fill(wasm: WasmExports, views: MemoryViews, { values }: ProjectedPatches, first: number): void {
    const part = values.subarray(first * codeBits, (first + partPatches) * codeBits);
    this.filled = Math.ceil(part.length / codeBits / lanes);
    for (let pass = 0; pass < this.filled; pass++) {
      this.fillPass(views, part, pass);
      wasm.fillRows(this.queryAt, this.scratchAt, this.rowsAt + pass * rowBytes);
    }
  }

  /** Writes a pass's patches lane by lane, scaled to int8. Lanes without a patch count as nothing. */
  private fillPass({ floats }: MemoryViews, query: Float64Array, pass: number): void {
    const lanesAt = this.queryAt / 4;
    const scalesAt = this.scalesAt / 4 + pass * lanes;
    floats.fill(0, lanesAt, lanesAt + codeBits * lanes);
    floats.fill(0, scalesAt, scalesAt + lanes);
    const first = pass * lanes * codeBits;
    const count = Math.min(lanes, (query.length - first) / codeBits);
    for (let lane = 0; lane < count; lane++) {
      const at = first + lane * codeBits;
      let length = 0;
      for (let bit = 0; bit < codeBits; bit++) length += Math.abs(query[at + bit]!);
      const scale = length > 0 ? maxSum / length : 0;
      for (let bit = 0; bit < codeBits; bit++) floats[lanesAt + bit * lanes + lane] = query[at + bit]! * scale;
      floats[scalesAt + lane] = length / maxSum;
    }
  }
}
