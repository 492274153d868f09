import type { PatchVectors } from '../../src/core/domain/evidence';
import { type ProjectedPatches, projectVectors, type Projection } from '../../src/lateInteraction/scoring/signCodes';
import type { SpanPlaces } from '../../src/lateInteraction/scoring/kernels';
import { type StopSignal, throwIfStopped } from '../../src/core/basics/work';
import { findBlockEnd } from '../../src/lateInteraction/kernels/wasmBanks';

/**
 * For each query patch and code byte, the sum that each of the 256 values of the byte adds to the score:
 * tables.length = patches × bits / 8 × 256.
 */
export interface LookupTables {
  readonly bits: number;
  readonly patches: number;
  readonly tables: Float32Array;
}

/** Tables of the query's projection, kept in full precision, against codes of ±1 (sign-coded late interaction, Eq. 2). */
export function lookupTables(query: PatchVectors, projection: Projection): LookupTables {
  return tablesOf({ bits: projection.bits, values: projectVectors(query, projection) });
}

/** Tables of projected patches, in full precision. */
export function tablesOf({ bits, values }: ProjectedPatches): LookupTables {
  const groups = values.length / 8;
  const tables = new Float32Array(groups * 256);
  const sums = new Float64Array(256);
  for (let group = 0; group < groups; group++) {
    fillTable(sums, values, group * 8);
    tables.set(sums, group * 256);
  }
  return { bits, patches: values.length / bits, tables };
}

/** The sum for a byte is the sum for the byte without its lowest set bit, with that bit's sign turned. */
function fillTable(sums: Float64Array, projected: Float64Array, at: number): void {
  let none = 0;
  for (let bit = 0; bit < 8; bit++) none -= projected[at + bit]!;
  sums[0] = none;
  for (let byte = 1; byte < 256; byte++) {
    const lowest = 31 - Math.clz32(byte & -byte);
    sums[byte] = sums[byte & (byte - 1)]! + 2 * projected[at + lowest]!;
  }
}

/**
 * The sign-tier score of each span, in the order given: the mean over query patches of the largest score with the span's codes,
 * bits / 8 bytes a patch. Throws Cancelled between blocks.
 */
export function scanSpans(query: LookupTables, codes: Uint8Array, spans: SpanPlaces, stop: StopSignal): Float32Array {
  const sums = new Float64Array(spans.counts.length);
  let first = 0;
  while (first < spans.counts.length) {
    throwIfStopped(stop);
    const end = findBlockEnd(spans, first);
    for (let patch = 0; patch < query.patches; patch++) scanBlock(query, patch, codes, { spans, first, end, sums });
    first = end;
  }
  return Float32Array.from(sums, (sum) => sum / query.patches);
}

interface Block {
  readonly spans: SpanPlaces;
  readonly first: number;
  readonly end: number;
  readonly sums: Float64Array;
}

/** Adds one query patch's best score in each span of the block. */
function scanBlock(query: LookupTables, patch: number, codes: Uint8Array, block: Block): void {
  const width = query.bits / 8;
  const table = query.tables.subarray(patch * width * 256, (patch + 1) * width * 256);
  const best = width === 8 ? bestOf64Bits : bestOfBits;
  for (let span = block.first; span < block.end; span++) {
    const start = block.spans.starts[span]! * width;
    const end = start + block.spans.counts[span]! * width;
    block.sums[span] = block.sums[span]! + best(table, codes, start, end);
  }
}

function bestOf64Bits(table: Float32Array, codes: Uint8Array, start: number, end: number): number {
  let best = -Infinity;
  for (let at = start; at < end; at += 8) {
    const score =
      table[codes[at]!]! +
      table[256 + codes[at + 1]!]! +
      table[512 + codes[at + 2]!]! +
      table[768 + codes[at + 3]!]! +
      table[1024 + codes[at + 4]!]! +
      table[1280 + codes[at + 5]!]! +
      table[1536 + codes[at + 6]!]! +
      table[1792 + codes[at + 7]!]!;
    if (score > best) best = score;
  }
  return best;
}

function bestOfBits(table: Float32Array, codes: Uint8Array, start: number, end: number): number {
  const width = table.length / 256;
  let best = -Infinity;
  for (let at = start; at < end; at += width) {
    let score = 0;
    for (let byte = 0; byte < width; byte++) score += table[byte * 256 + codes[at + byte]!]!;
    if (score > best) best = score;
  }
  return best;
}
