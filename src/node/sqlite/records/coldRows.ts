import { type PackedRows, packRows, unpackRows } from '../../../core/scoring/packedRows';
import { bytesOf, fromFloat32Blob } from '../database/blobs';

// How exact rows lie in the file: int8[patches][dim], then float32[patches] with the value of one step in each row.

const scaleBytes = 4;

/** Bytes of one patch. */
export function coldBytes(dim: number): number {
  return dim + scaleBytes;
}

/** Unit rows, float32[patches][dim], as the file holds them. */
export function coldBlob(values: Float32Array, dim: number): Uint8Array {
  requireWhole(values.length, dim);
  const { rows, scales } = packRows({ dim, values });
  const blob = new Uint8Array(rows.length + scales.byteLength);
  blob.set(bytesOf(rows));
  blob.set(bytesOf(scales), rows.length);
  return blob;
}

/** The rows of a blob. */
export function fromColdBlob(blob: Uint8Array, dim: number): Float32Array {
  return unpackRows(packedRows(blob, dim));
}

/** The rows of a blob as they lie there; copied only where the scales are not at a boundary of four bytes. */
export function packedRows(blob: Uint8Array, dim: number): PackedRows {
  requireWhole(blob.length, coldBytes(dim));
  const bytes = (blob.length / coldBytes(dim)) * dim;
  const aligned = (blob.byteOffset + bytes) % scaleBytes === 0;
  const scales = aligned
    ? new Float32Array(blob.buffer, blob.byteOffset + bytes, bytes / dim)
    : fromFloat32Blob(blob.subarray(bytes));
  return { dim, rows: new Int8Array(blob.buffer, blob.byteOffset, bytes), scales };
}

/** Per patch of a blob, the greatest length that the difference between the row given and the row stored can have. */
export function coldErrors(blob: Uint8Array, dim: number): Float32Array {
  const halfSteps = Math.sqrt(dim) * (0.5 + 1e-4);
  return packedRows(blob, dim).scales.map((scale) => scale * halfSteps);
}

function requireWhole(length: number, row: number): void {
  if (length % row !== 0) throw new RangeError(`${length} is no number of rows of ${row}.`);
}
