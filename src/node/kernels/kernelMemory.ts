import { indexTooLarge } from '../../core/errors';

/** Arguments are addresses in bytes and counts, as the source names them. */
type Kernel = (...addressesAndCounts: readonly number[]) => void;

/** What assembly/kernels.ts exports. */
export interface WasmExports extends Readonly<
  Record<'fillRows' | 'scanSpans' | 'groupedRows' | 'bestRows' | 'projectRows' | 'countBits', Kernel> &
    Record<'rowProducts' | 'widened' | 'bestProducts' | 'screenedProducts', Kernel>
> {
  readonly memory: WebAssembly.Memory;
  readonly firstFree: { readonly value: number };
}

const pageBytes = 0x1_0000;
/** Addresses are multiples of this, so that typed arrays and SIMD loads fall on their own boundaries. */
const step = 16;

/** WebAssembly addresses have 32 bits. */
const maxBytes = 2 ** 32;

/** Hands out parts of the kernels' memory one after the other; a new layout begins at the start again. */
export class Layout {
  private end: number;

  constructor({ firstFree }: { readonly firstFree: { readonly value: number } }) {
    this.end = Math.ceil(firstFree.value / step) * step;
  }

  /** A layout of its own that begins where this one ends. */
  continueAfter(): Layout {
    return new Layout({ firstFree: { value: this.end } });
  }

  /** The address of so many bytes. @throws IndexTooLarge  where they would end above 4 GiB */
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

/** Grows the memory to at least what the layout takes. @throws IndexTooLarge  where the machine has no more */
export function createViews({ memory }: WasmExports, layout: Layout): MemoryViews {
  const missing = layout.bytes - memory.buffer.byteLength;
  if (missing > 0) grow(memory, Math.ceil(missing / pageBytes));
  const { buffer } = memory;
  const known = made.get(buffer);
  if (known) return known;
  const views = { bytes: new Uint8Array(buffer), words: new Uint32Array(buffer), floats: new Float32Array(buffer) };
  made.set(buffer, views);
  return views;
}

/** Views by the buffer that they show: a memory has another one once it has grown. */
const made = new WeakMap<ArrayBuffer, MemoryViews>();

function grow(memory: WebAssembly.Memory, pages: number): void {
  try {
    memory.grow(pages);
  } catch (error) {
    throw error instanceof RangeError ? indexTooLarge() : error;
  }
}
