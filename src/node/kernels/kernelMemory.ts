import type { WasmExports } from './wasmExports';

const pageBytes = 0x1_0000;
/** Addresses are multiples of this, so that typed arrays and SIMD loads fall on their own boundaries. */
const step = 16;

/** Hands out parts of the kernels' memory one after the other; a new layout begins at the start again. */
export class Layout {
  private end: number;

  constructor({ firstFree }: WasmExports) {
    this.end = Math.ceil(firstFree.value / step) * step;
  }

  /** The address of so many bytes. */
  take(bytes: number): number {
    const address = this.end;
    this.end = address + Math.ceil(bytes / step) * step;
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

/** Grows the memory to at least what the layout takes. Throws RangeError above 4 GiB. */
export function viewsOf({ memory }: WasmExports, layout: Layout): MemoryViews {
  const missing = layout.bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  const { buffer } = memory;
  return { bytes: new Uint8Array(buffer), words: new Uint32Array(buffer), floats: new Float32Array(buffer) };
}
