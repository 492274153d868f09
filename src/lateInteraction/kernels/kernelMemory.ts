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
  try {
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  } catch (error) {
    throw error instanceof RangeError ? indexTooLarge() : error;
  }
  return viewBuffer(memory.buffer);
}

/** A memory has another buffer after it has grown. */
const viewBuffer = makeOnce((buffer: ArrayBuffer): MemoryViews => {
  return { bytes: new Uint8Array(buffer), words: new Uint32Array(buffer), floats: new Float32Array(buffer) };
});

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
  fill(wasm: WasmExports, { floats }: MemoryViews, { values }: ProjectedPatches, first: number): void {
    const query = values.subarray(first * codeBits, (first + partPatches) * codeBits);
    const lanesAt = this.queryAt / 4;
    this.filled = Math.ceil(query.length / codeBits / lanes);
    for (let pass = 0; pass < this.filled; pass++) {
      // the patches are written lane by lane, scaled to int8; lanes without a patch count as nothing
      const scalesAt = this.scalesAt / 4 + pass * lanes;
      floats.fill(0, lanesAt, lanesAt + codeBits * lanes);
      floats.fill(0, scalesAt, scalesAt + lanes);
      const count = Math.min(lanes, query.length / codeBits - pass * lanes);
      for (let lane = 0; lane < count; lane++) {
        const at = (pass * lanes + lane) * codeBits;
        let length = 0;
        for (let bit = 0; bit < codeBits; bit++) length += Math.abs(query[at + bit]!);
        const scale = length > 0 ? maxSum / length : 0;
        for (let bit = 0; bit < codeBits; bit++) floats[lanesAt + bit * lanes + lane] = query[at + bit]! * scale;
        floats[scalesAt + lane] = length / maxSum;
      }
      wasm.fillRows(this.queryAt, this.scratchAt, this.rowsAt + pass * rowBytes);
    }
  }
}
