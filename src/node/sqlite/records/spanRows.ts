import { createHash } from 'node:crypto';
import { makeLate, makeOnce } from '../../../core/basics/caches';
import type { EncodedSpan, StoredSpan } from '../../../core/ports';
import { type StopSignal, throwIfStopped } from '../../../core/basics/work';
import { toBytes, fromFloat32Blob, fromUint32Blob, readInteger } from '../database/blobs';
import type { Database } from '../database/database';
import type { Kernels } from '../../../lateInteraction/scoring/kernels';
import {
  type Projection,
  type QuantizedVectors,
  dequantize,
  quantize,
  signCodes,
  toSigns,
} from '../../../lateInteraction/scoring/signCodes';
import type { IndexEncoder } from './indexFacts';
import { computeLength } from '../../../core/basics/numbers';

/** Spans that are stored by one statement: each takes the driver a turn of two threads. */
const batch = 8;
/** More spans than a document has: so far are the ids of the first spans of two documents from each other. */
const idsOfDocument = 2 ** 16;

export function toSpanId(document: number, position: number): number {
  return document * idsOfDocument + position;
}

export function parseSpanId(id: number): { readonly document: number; readonly position: number } {
  return { document: Math.floor(id / idsOfDocument), position: id % idsOfDocument };
}

/** A span as the file holds it. */
export interface SpanRow {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  readonly documentVector: Uint8Array;
  readonly ranges: Uint8Array;
  /** What `parseVectorBlob` reads. */
  readonly vectors: Uint8Array;
  /** The hash of the position and of all of the above. */
  readonly sha256: Uint8Array;
}

/** A span of a packed document, with its codes, 8 bytes a patch. */
export interface PackedSpan extends SpanRow {
  readonly codes: Uint8Array;
}

/** How far a sum in float32 may be from the exact one: γ(dim + 2) · |r| · |x − μ| (Higham 2002, §3.1), x of length 1.01 at most. */
const computeLargestError = makeOnce(({ bits, dim, rows, centre }: Projection): number => {
  const lengths = Array.from({ length: bits }, (_, bit) => computeLength(rows.subarray(bit * dim, (bit + 1) * dim)));
  return (dim + 2) * 2 ** -24 * Math.max(...lengths) * (1.01 + computeLength(centre));
});

/**
 * A span of a document as every index stores it.
 *
 * @throws RangeError  where arrays do not fit together or rows have not unit length: bugs of the caller
 */
export function packSpan(
  { span, patches, documentVector }: EncodedSpan,
  position: number,
  encoder: IndexEncoder & { readonly kernels: Pick<Kernels, 'project'> },
): PackedSpan {
  const { values, ranges } = patches;
  if (
    patches.dim !== encoder.dim ||
    documentVector.length !== encoder.documentDim ||
    2 * values.length !== ranges.length * patches.dim
  ) {
    throw new RangeError(
      `A span has ${values.length} values of ${patches.dim} dimensions, ${ranges.length} range ends.`,
    );
  }
  for (let row = 0; row < values.length; row += patches.dim) {
    const length = computeLength(values.subarray(row, row + patches.dim));
    if (!(Math.abs(length ** 2 - 1) < 0.01)) throw new RangeError(`A patch has length ${length}, not 1.`);
  }
  const row = {
    ...{ start: span.range.start, end: span.range.end, tokens: span.tokens },
    documentVector: toBytes(documentVector),
    ranges: toBytes(ranges),
    vectors: toVectorBlob(values, patches.dim),
  };
  // the codes of `signCodes`: a patch is projected exactly where the kernel's rounding may have changed the sign of a value
  const { known } = encoder.coding;
  const { dim, bits } = known;
  const projected = encoder.kernels.project(patches, known).values;
  const largestError = computeLargestError(known);
  const codes = toSigns(projected);
  for (let at = 0; at < projected.length; at += bits) {
    if (projected.subarray(at, at + bits).every((value) => Math.abs(value) > largestError)) continue;
    const patch = { dim, values: values.subarray((at / bits) * dim, (at / bits + 1) * dim) };
    codes.set(signCodes(patch, known).bytes, at / 8);
  }
  return { ...row, codes, sha256: computeSpanSha256(position, row) };
}

/** The hash of a span by its position in the document. */
export function computeSpanSha256(position: number, row: Omit<SpanRow, 'sha256'>): Uint8Array {
  const place = toBytes(Float64Array.of(position, row.start, row.end, row.tokens));
  return createHash('sha256').update(place).update(row.documentVector).update(row.ranges).update(row.vectors).digest();
}

/** Stores the spans of a document. Throws Cancelled. */
export async function insertSpans(
  database: Database,
  document: number,
  spans: readonly PackedSpan[],
  stop: StopSignal,
): Promise<void> {
  for (let at = 0; at < spans.length; at += batch) {
    throwIfStopped(stop);
    const some = spans.slice(at, at + batch);
    const values = some.flatMap(({ start, end, tokens, documentVector, ranges, vectors }, i) => [
      toSpanId(document, at + i),
      ...[start, end, tokens, documentVector, ranges, vectors],
    ]);
    await database.run(`INSERT INTO spans VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?)').join()}`, ...values);
  }
}

/**
 * The spans with these ids that are there, in any order, each with the hash of what was found. One with a column of another kind is damaged
 * and counts as missing.
 */
export async function selectSpans(database: Database, ids: readonly number[]) {
  const sql = 'SELECT * FROM spans WHERE id IN (SELECT value FROM json_each(?))';
  const rows = await database.selectAll(sql, JSON.stringify(ids));
  return rows.flatMap((row) => {
    const { start_at: start, end_at: end, tokens, document_vector: documentVector, ranges, vectors } = row;
    if (typeof start !== 'number' || typeof end !== 'number' || typeof tokens !== 'number') return [];
    if (![documentVector, ranges, vectors].every((blob) => blob instanceof Uint8Array)) return [];
    const id = readInteger(row, 'id');
    const span = { start, end, tokens, documentVector, ranges, vectors } as Omit<SpanRow, 'sha256'>;
    return [{ id, ...span, sha256: computeSpanSha256(parseSpanId(id).position, span) }];
  });
}

/** A span as the port gives it. Its vectors are decoded when they are read, because an edit compares few spans again. */
export function toStoredSpan(
  { start, end, tokens, documentVector, ranges, vectors }: SpanRow,
  of: Pick<StoredSpan, 'id' | 'document' | 'author'>,
  dim: number,
): StoredSpan {
  const readValues = makeLate(() => fromExactVectorBlob(vectors, dim));
  const patches = {
    dim,
    ranges: fromUint32Blob(ranges),
    get values() {
      return readValues();
    },
  };
  // windows served the encoder only and are not stored
  const span = { range: { start, end }, tokens, windows: [] };
  return { ...of, span, documentVector: fromFloat32Blob(documentVector), patches };
}

const scaleBytes = 4;

/** Unit vectors, float32[patches][dim], as the file holds them: int8[patches][dim], then float32[patches], the value of one step in each. */
export function toVectorBlob(values: Float32Array, dim: number): Uint8Array {
  requireWhole(values.length, dim);
  const { steps, scales } = quantize({ dim, values });
  return Buffer.concat([toBytes(steps), toBytes(scales)]);
}

export function fromExactVectorBlob(blob: Uint8Array, dim: number): Float32Array {
  return dequantize(parseVectorBlob(blob, dim));
}

/** The vectors of a blob as they lie there; copied only where the scales are not at a boundary of four bytes. */
export function parseVectorBlob(blob: Uint8Array, dim: number): QuantizedVectors {
  requireWhole(blob.length, dim + scaleBytes);
  const bytes = (blob.length / (dim + scaleBytes)) * dim;
  return {
    dim,
    steps: new Int8Array(blob.buffer, blob.byteOffset, bytes),
    scales: fromFloat32Blob(blob.subarray(bytes)),
  };
}

function requireWhole(length: number, each: number): void {
  if (length % each !== 0) throw new RangeError(`${length} is no number of vectors of ${each}.`);
}
