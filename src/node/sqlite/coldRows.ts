import { decodeFloat16, encodeFloat16 } from '../../core/scoring/float16';
import { bytesOf } from './blobs';

// How exact rows lie in the file: float16[patches][dim].

/** Bytes of one patch. */
export function coldBytes(dim: number): number {
  return 2 * dim;
}

/** Unit rows, float32[patches][dim], as the file holds them. */
export function coldBlob(values: Float32Array, dim: number): Uint8Array {
  requireWhole(values.length, dim);
  return bytesOf(encodeFloat16(values));
}

/** The rows of a blob. */
export function fromColdBlob(blob: Uint8Array, dim: number): Float32Array {
  requireWhole(blob.length, coldBytes(dim));
  return decodeFloat16(new Uint16Array(new Uint8Array(blob).buffer));
}

/** Per patch of a blob, the greatest length that the difference between the row given and the row stored can have. */
export function coldErrors(blob: Uint8Array, dim: number): Float32Array {
  requireWhole(blob.length, coldBytes(dim));
  return new Float32Array(blob.length / coldBytes(dim)).fill(2 ** -11);
}

function requireWhole(length: number, row: number): void {
  if (length % row !== 0) throw new RangeError(`${length} is no number of rows of ${row}.`);
}
