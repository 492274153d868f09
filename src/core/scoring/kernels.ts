import type { StopSignal } from '../ports';
import { bestMatches, type BestMatches, type UnitRows } from './bestMatches';
import { Growing } from './growing';
import { type RotatedPatches, scanSpans, type SpanPlaces, tablesOf } from './lookupTables';

/** Finds best rows as `bestMatches` does: similarities within 1e-5 of the exact ones, of equal rows the first. */
export interface MatchKernel {
  bestMatches(query: UnitRows, document: UnitRows): BestMatches;
}

/** Codes of one width, end to end, where a kernel reads them: appended to, and scanned without a copy. */
export interface CodeBank {
  /** Codes held. */
  readonly codes: number;
  /** Appends codes and returns the place of the first. Throws RangeError where the kernel's memory cannot hold them. */
  append(bytes: Uint8Array): number;
  /**
   * Scores spans as the look-up tables do. A kernel may round a query patch's sums: its score may be off by 4/123 of
   * Σ|R(q − μ)|, and the span's by the mean of that. A span's score depends on no other span. Throws Cancelled between blocks.
   */
  scan(query: RotatedPatches, spans: SpanPlaces, stop: StopSignal): Float32Array;
}

/** Makes banks, each with memory of its own. */
export interface ScanKernel {
  bank(bits: number): CodeBank;
}

/** The loops in which searches spend their time. */
export interface Kernels extends MatchKernel, ScanKernel {}

/** Plain TypeScript: the reference for every other kernel, and what serves where there is none. */
export const plainKernels: Kernels = { bestMatches, bank: (bits) => new PlainBank(bits / 8) };

class PlainBank implements CodeBank {
  private readonly bytes = new Growing((length) => new Uint8Array(length));

  constructor(private readonly width: number) {}

  get codes(): number {
    return this.bytes.length / this.width;
  }

  append(bytes: Uint8Array): number {
    const first = this.codes;
    this.bytes.append(bytes);
    return first;
  }

  scan(query: RotatedPatches, spans: SpanPlaces, stop: StopSignal): Float32Array {
    return scanSpans(tablesOf(query), this.bytes.values, spans, stop);
  }
}
