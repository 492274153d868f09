import { type QuantizedVectors, quantized, dequantized } from '../../../core/scoring/quantizedVectors';
import { bytesOf, fromFloat32Blob } from '../database/blobs';

// How exact vectors lie in the file: int8[patches][dim], then float32[patches] with the value of one step in each.

const scaleBytes = 4;

/** Bytes of one patch. */
export function exactVectorBytes(dim: number): number {
  return dim + scaleBytes;
}

/** Unit vectors, float32[patches][dim], as the file holds them. */
export function exactVectorBlob(values: Float32Array, dim: number): Uint8Array {
  requireWhole(values.length, dim);
  const { steps, scales } = quantized({ dim, values });
  const blob = new Uint8Array(steps.length + scales.byteLength);
  blob.set(bytesOf(steps));
  blob.set(bytesOf(scales), steps.length);
  return blob;
}

/** The vectors of a blob. */
export function fromExactVectorBlob(blob: Uint8Array, dim: number): Float32Array {
  return dequantized(quantizedVectors(blob, dim));
}

/** The vectors of a blob as they lie there; copied only where the scales are not at a boundary of four bytes. */
export function quantizedVectors(blob: Uint8Array, dim: number): QuantizedVectors {
  requireWhole(blob.length, exactVectorBytes(dim));
  const bytes = (blob.length / exactVectorBytes(dim)) * dim;
  const aligned = (blob.byteOffset + bytes) % scaleBytes === 0;
  const scales = aligned
    ? new Float32Array(blob.buffer, blob.byteOffset + bytes, bytes / dim)
    : fromFloat32Blob(blob.subarray(bytes));
  return { dim, steps: new Int8Array(blob.buffer, blob.byteOffset, bytes), scales };
}

/** Per patch of a blob, the greatest length that the difference between the vector given and the vector stored can have. */
export function exactVectorErrors(blob: Uint8Array, dim: number): Float32Array {
  const halfSteps = Math.sqrt(dim) * (0.5 + 1e-4);
  return quantizedVectors(blob, dim).scales.map((scale) => scale * halfSteps);
}

function requireWhole(length: number, each: number): void {
  if (length % each !== 0) throw new RangeError(`${length} is no number of vectors of ${each}.`);
}
