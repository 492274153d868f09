import type { StopSignal } from '../ports';
import { bestMatches, type BestMatches, type UnitRows } from './bestMatches';
import { type RotatedPatches, scanSpans, type SpanPlaces, tablesOf } from './lookupTables';

/** Finds best rows as `bestMatches` does: similarities within 1e-5 of the exact ones, of equal rows the first. */
export interface MatchKernel {
  bestMatches(query: UnitRows, document: UnitRows): BestMatches;
}

/**
 * Scores spans as the look-up tables do. A kernel may round a query patch's sums: its score may be off by 4/123 of Σ|R(q − μ)|,
 * and the span's by the mean of that. A span's score depends on no other span. Throws Cancelled between blocks.
 */
export interface ScanKernel {
  scanSpans(query: RotatedPatches, codes: Uint8Array, spans: SpanPlaces, stop: StopSignal): Float32Array;
}

/** The two loops in which searches spend their time. */
export interface Kernels extends MatchKernel, ScanKernel {}

/** Plain TypeScript: the reference for every other kernel, and what serves where there is none. */
export const plainKernels: Kernels = {
  bestMatches,
  scanSpans: (query, codes, spans, stop) => scanSpans(tablesOf(query), codes, spans, stop),
};
