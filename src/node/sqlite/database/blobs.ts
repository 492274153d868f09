import { decodeFloat16, encodeFloat16 } from '../../../lateInteraction/scoring/signCodes';
import type { Row } from './database';

// Blobs are little-endian, as are all platforms that Idiograph is built for.

/** The bytes of an array, without a copy. */
export function toBytes(values: Float32Array | Float64Array | Uint32Array | Uint16Array | Int8Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** Rows as float16. */
export function toFloat16Blob(values: Float32Array): Uint8Array {
  return toBytes(encodeFloat16(values));
}

export function fromFloat16Blob(blob: Uint8Array): Float32Array {
  const { buffer, byteOffset, length } = align(blob, 2);
  return decodeFloat16(new Uint16Array(buffer, byteOffset, length / 2));
}

export function fromFloat32Blob(blob: Uint8Array): Float32Array {
  const { buffer, byteOffset, length } = align(blob, 4);
  return new Float32Array(buffer, byteOffset, length / 4);
}

export function fromUint32Blob(blob: Uint8Array): Uint32Array {
  const { buffer, byteOffset, length } = align(blob, 4);
  return new Uint32Array(buffer, byteOffset, length / 4);
}

/** The blob if wider numbers can be read from it, otherwise a copy. Throws RangeError if it has no whole number of them. */
function align(blob: Uint8Array, width: number): Uint8Array {
  if (blob.length % width !== 0) throw new RangeError(`${blob.length} bytes are no whole number of values.`);
  return blob.byteOffset % width === 0 ? blob : new Uint8Array(blob);
}

// Readers of a row's columns. SQLite's STRICT tables guarantee the types.

export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`${column} is no text.`);
  return value;
}

export function readInteger(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`${column} is no number.`);
  return value;
}

/** Parses what SQLite's JSON functions built from many rows. One string is read many times faster than its rows. */
export function readJson(row: Row | undefined, column: string): unknown {
  return JSON.parse(readText(row ?? {}, column));
}

export function readBlob(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`${column} is no blob.`);
  return value;
}
